#!/bin/sh
# Makes the levels of a search by GNU parallel, on this machine or, with --sshloginfile
# FILE, on several that see the directory DIR; then says what was found:
#
#   qcheck protocol ... --checkpoint DIR --shards N
#   deploy/tasks.sh DIR [flags of parallel...]
#
# A task that is ended by a signal is tried again, twice. After anything that went wrong,
# the same command goes on.
set -eu
dir=$1
shift
while :; do
	tasks=$(qcheck tasks next "$dir" --small "${QCHECK_SMALL:-10K}")
	if [ -z "$tasks" ]; then
		code=0
		result=$(qcheck protocol --resume "$dir") || code=$?
		# What that met may make the search begin anew.
		if [ -z "$(qcheck tasks next "$dir")" ]; then
			printf '%s\n' "$result"
			exit "$code"
		fi
		continue
	fi
	echo "$tasks" | sed 's/$/ --workers 1/' | parallel --retries 3 "$@" >/dev/null
done
