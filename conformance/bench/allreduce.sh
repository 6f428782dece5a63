#!/usr/bin/env bash
# Mesh allreduce on simulated ranks against a hand-written loop on as many threads, measured by JMH in one run.
#
# usage: allreduce.sh [RANKS [MIB]]
set -eu
bench=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$bench/../.." && pwd)
work=$root/target/bench
mkdir -p "$work"
mapfile -t command < <(PYPTOJ_PRINT_COMMAND=1 "$root/pypto-j" compile)
for ((i = 0; i < ${#command[@]}; i++)); do
  [[ ${command[i]} == -cp ]] && class_path=${command[i + 1]}
done
java=${command[0]}
mvn -B -q -f "$bench/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$work/jmh"
"${java%java}javac" -proc:full -cp "$work/jmh/*:$class_path" -d "$work/classes" "$bench/MeshAllReduce.java"
exec "$java" -cp "$work/classes:$work/jmh/*:$class_path" org.pyptoj.bench.MeshAllReduce "$@"
