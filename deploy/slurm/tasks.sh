#!/bin/sh
# Makes the levels of a search by Slurm, in arrays of tasks: one for each level, submitted
# by a short job that waits for the one before.
#
#   qcheck protocol ... --checkpoint DIR --shards N
#   deploy/slurm/tasks.sh DIR [flags of sbatch for the tasks...]
#
# DIR must be a directory that all nodes see. What was found is in DIR/verdict.txt in the
# end. When a task fails, the search stops: DIR/log says why, and the same command goes on.
# Prints the number of the first job.
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
DIR=$(realpath "$1")
shift
FLAGS=$*
export HERE DIR FLAGS
mkdir -p "$DIR/log"
sbatch --parsable --export=ALL --output="$DIR/log/next-%j.log" "$HERE/next.sbatch"
