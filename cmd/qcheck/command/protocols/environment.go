package protocols

import (
	"runtime"
	"strconv"
	"strings"
)

// What the environment grants a sweep, or a task.

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
