#!/usr/bin/env bash
# Wall time of a warm `pypto-j compile SCRIPT`, as a ratio to that of a bare GraalPy context that imports argparse on the
# same JDK, jars and JVM flags with an ahead-of-time cache of its own. Runs alternate; medians are compared.
#
# usage: startup.sh [-n RUNS] [SCRIPT]
set -eu
runs=15
while getopts n: option; do
  case $option in
    n) runs=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
bench=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$bench/../.." && pwd)
script=${1:-$root/conformance/kernels/jit_halo.py}
work=$root/target/bench
mkdir -p "$work"

# The JVM's command line, as the launcher has it: first its options, then the main class.
mapfile -t command < <(PYPTOJ_PRINT_COMMAND=1 "$root/pypto-j" compile)
options=()
for word in "${command[@]}"; do
  [[ $word == org.pyptoj.* ]] && break
  [[ $word == -XX:AOTCache=* ]] || options+=("$word")
done
java=${options[0]}
class_path=
for ((i = 0; i < ${#options[@]}; i++)); do
  if [[ ${options[i]} == -cp ]]; then
    options[i + 1]+=:$work/bare.jar
    class_path=${options[i + 1]}
  fi
done
"${java%java}javac" -cp "$class_path" -d "$work/classes" "$bench"/{BareContext,WarmCompile}.java
"${java%java}jar" --create --file "$work/bare.jar" -C "$work/classes" .
bare=("${options[@]}")
"${bare[@]}" -XX:AOTCacheOutput="$work/bare.aot" BareContext >/dev/null 2>&1
bare+=(-XX:AOTCache="$work/bare.aot" BareContext)
ours=("$root/pypto-j" compile -o "$work/out" "$script")

milliseconds() {
  local start=$EPOCHREALTIME end
  "$@" >/dev/null 2>"$work/stderr" || { cat "$work/stderr" >&2; exit 1; }
  end=$EPOCHREALTIME
  echo $(((${end/[.,]/} - ${start/[.,]/}) / 1000))
}

median() { sort -n | sed -n "$(((runs + 1) / 2))p"; }

"${ours[@]}" >/dev/null
"${bare[@]}" >/dev/null
: >"$work/bare.ms"
: >"$work/ours.ms"
for ((i = 0; i < runs; i++)); do
  milliseconds "${bare[@]}" >>"$work/bare.ms"
  milliseconds "${ours[@]}" >>"$work/ours.ms"
done
b=$(median <"$work/bare.ms")
o=$(median <"$work/ours.ms")
echo "bare context: $b ms, pypto-j compile ${script##*/}: $o ms, ratio $((o * 100 / b / 100)).$(printf %02d $((o * 100 / b % 100))) (medians of $runs)"

"${bare[@]:0:${#bare[@]}-2}" WarmCompile "$work/out" "$script"
