package protocols

import (
	"strconv"
	"strings"
)

// grantedMemory is nine tenths of the limit of the control group on the memory of the program, in bytes; 0 for none.
func grantedMemory(read func(string) ([]byte, error)) int64 {
	limit := int64(0)
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
