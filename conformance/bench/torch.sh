#!/usr/bin/env bash
# FP32 functions of torch against plain loops over Java arrays, measured by JMH in one run.
#
# usage: torch.sh
set -eu
exec "$(dirname "$0")/jmh.sh" org.pyptoj.torch.TorchFunctions
