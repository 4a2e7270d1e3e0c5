#!/bin/sh
# Runs a sweep in PARTS parts by GNU parallel, on this machine or, with --sshloginfile
# FILE, on several that see the directory RESULTS; then merges:
#
#   deploy/parallel.sh GRID RESULTS PARTS [flags of parallel...]
#
# A part that is ended by a signal is tried again, twice.
set -eu
grid=$1 results=$2 parts=$3
shift 3
seq "$parts" | parallel --retries 3 "$@" qcheck sweep "$grid" --out "$results" --workers 1 --shard "{}/$parts"
exec qcheck merge "$results"
