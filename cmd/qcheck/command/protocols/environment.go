package protocols

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"qcheck/protocols/sweep"
)

// What the engines that run sweeps say in the environment.

// arrays are the variables that have the number of a task, and that of all tasks.
var arrays = []struct{ engine, index, count string }{
	{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"},
	{"Kubernetes", "JOB_COMPLETION_INDEX", ""},
	{"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"},
	{"CI", "CI_NODE_INDEX", "CI_NODE_TOTAL"},
}

// inArray reports whether the environment has the number of a task.
func inArray(getenv func(string) string) bool {
	return slices.ContainsFunc(arrays, func(a struct{ engine, index, count string }) bool { return getenv(a.index) != "" })
}

// partFromEnvironment returns the part of a grid that is asked for, the whole of it
// where the environment says nothing. Numbers count modulo the number of parts, so
// they may begin with 0 or with 1.
func partFromEnvironment(getenv func(string) string, shards int) (sweep.Shard, error) {
	for _, a := range arrays {
		text := getenv(a.index)
		if text == "" {
			continue
		}
		index, err := strconv.Atoi(text)
		if err != nil || index < 0 {
			return sweep.Shard{}, fmt.Errorf("%s needs a number, not %q", a.index, text)
		}
		n := shards
		if count := getenv(a.count); n == 0 && a.count != "" && count != "" {
			if n, err = strconv.Atoi(count); err != nil || n < 1 {
				return sweep.Shard{}, fmt.Errorf("%s needs a number of at least 1, not %q", a.count, count)
			}
			least, most := getenv("SLURM_ARRAY_TASK_MIN"), getenv("SLURM_ARRAY_TASK_MAX")
			if a.engine == "Slurm" && least != "" && !contiguous(least, most, n) {
				return sweep.Shard{}, fmt.Errorf("the array has not all tasks from %s to %s: --shards says how many parts there are", least, most)
			}
		}
		if n == 0 {
			return sweep.Shard{}, fmt.Errorf("%s is set to %d: --shards says how many parts there are", a.index, index)
		}
		return sweep.Shard{I: (index+n-1)%n + 1, N: n}, nil
	}
	if shards > 1 {
		return sweep.Shard{}, fmt.Errorf("--shards needs the number of the part in the environment; --shard I/%d says it", shards)
	}
	return sweep.Shard{I: 1, N: 1}, nil
}

// contiguous reports whether n tasks are all from least to most.
func contiguous(least, most string, n int) bool {
	from, err := strconv.Atoi(least)
	to, err2 := strconv.Atoi(most)
	return err == nil && err2 == nil && to-from+1 == n
}

// coresFromEnvironment is how many cores are there to use.
func coresFromEnvironment(getenv func(string) string) int {
	if n, err := strconv.Atoi(getenv("SLURM_CPUS_PER_TASK")); err == nil && n > 0 {
		return min(n, runtime.NumCPU())
	}
	return runtime.GOMAXPROCS(0)
}

// memoryFromEnvironment is nine tenths of the least of the limits on the memory of
// the program, in bytes; 0 for none.
func memoryFromEnvironment(getenv func(string) string, read func(string) ([]byte, error)) int64 {
	limit := int64(0)
	if megabytes, err := strconv.ParseInt(getenv("SLURM_MEM_PER_NODE"), 10, 64); err == nil && megabytes > 0 {
		limit = megabytes << 20
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		data, err := read(file)
		if err != nil {
			continue
		}
		bytes, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
		if err == nil && bytes > 0 && bytes < 1<<60 && (limit == 0 || bytes < limit) {
			limit = bytes
		}
	}
	return limit / 10 * 9
}
