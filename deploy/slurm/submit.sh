#!/bin/sh
# Submits a sweep as an array of PARTS tasks, and a merge that runs when all of them
# are complete:
#
#   deploy/slurm/submit.sh GRID RESULTS PARTS [flags of sbatch for the tasks...]
#
# RESULTS must be a directory that all nodes see. Each task takes about half a second to
# start, so a part should have many instances. Prints the number of the merge.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
GRID=$(realpath "$1") RESULTS=$(realpath -m "$2") PARTS=$3
shift 3
export GRID RESULTS PARTS
array=$(sbatch --parsable --export=ALL --array="1-$PARTS" "$@" "$here/sweep.sbatch")
sbatch --parsable --export=ALL --dependency="afterok:$array" --kill-on-invalid-dep=yes "$here/merge.sbatch"
