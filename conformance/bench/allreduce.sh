#!/usr/bin/env bash
# Mesh allreduce on simulated ranks against a hand-written loop on as many threads, in one process.
#
# usage: allreduce.sh [RANKS [MIB [RUNS]]]
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
"${java%java}javac" -proc:none -cp "$class_path" -d "$work/classes" "$bench/MeshAllReduce.java"
exec "$java" -Xmx4g --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  -cp "$work/classes:$class_path" MeshAllReduce "$@"
