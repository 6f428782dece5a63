#!/usr/bin/env bash
# Compiles a JMH benchmark of this folder and runs it with the JDK, class path and JVM options of `pypto-j run`.
#
# usage: jmh.sh CLASS [ARGUMENT...]
set -eu
class=$1
shift
bench=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$bench/../.." && pwd)
work=$root/target/bench
mkdir -p "$work"
mapfile -t command < <(PYPTOJ_PRINT_COMMAND=1 "$root/pypto-j" run)
java=${command[0]}
options=()
for word in "${command[@]:1}"; do
  [[ $word == org.pyptoj.* ]] && break
  options+=("$word")
done
for ((i = 0; i < ${#options[@]}; i++)); do
  if [[ ${options[i]} == -cp ]]; then
    options[i + 1]+=":$work/classes:$work/jmh/*"
    class_path=${options[i + 1]}
  fi
done
mvn -B -q -f "$bench/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/jmh"
"${java%java}javac" -proc:full -cp "$class_path" -d "$work/classes" "$bench/${class##*.}.java"
exec "$java" "${options[@]}" "$class" "$@"
