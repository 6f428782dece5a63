#!/usr/bin/env bash
# Tensor functions of our torch against Debian's python3-torch with libopenblas0-pthread, in one run.
#
# usage: tensors.sh [ROUNDS]
#
# PYTHON  the interpreter that has PyTorch (default: /usr/bin/python3)
set -eu
# A core type or cache size set by hand makes OpenBLAS slower.
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-/usr/bin/python3}" "$here/tensors.py" "$@" >"$work/torch"
"$here/../../pypto-j" run "$here/tensors.py" "$@" >"$work/ours"
printf '%-22s %10s %10s %7s\n' milliseconds torch ours ratio
while read -r name torch && read -r _ ours <&3; do
  awk -v n="$name" -v t="$torch" -v o="$ours" 'BEGIN { printf "%-22s %10.3f %10.3f %7.2f\n", n, t, o, o / t }'
done <"$work/torch" 3<"$work/ours"
