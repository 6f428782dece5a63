#!/usr/bin/env bash
# Mesh allreduce on simulated ranks against a hand-written loop on as many threads, measured by JMH in one run.
#
# usage: allreduce.sh [RANKS [MIB]]
set -eu
exec "$(dirname "$0")/jmh.sh" org.pyptoj.bench.MeshAllReduce "$@"
