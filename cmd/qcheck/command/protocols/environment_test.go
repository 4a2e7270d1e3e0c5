package protocols

import (
	"os"
	"testing"

	"qcheck/protocols/sweep"
)

// A part is I of N, and the control group says how much memory there is to use.
func TestSweepEnvironment(t *testing.T) {
	for text, want := range map[string]sweep.Shard{ // zero: refused
		"3/8": {I: 3, N: 8}, "8/8": {I: 8, N: 8}, "0/8": {I: 8, N: 8}, "3": {I: 3}, "1/1": {I: 1, N: 1},
		"9/8": {}, "-1/8": {}, "1/0": {}, "0/0": {}, "x/8": {}, "3/": {}, "/8": {}, "": {}, "3/8/9": {}, "0": {},
	} {
		if got, err := readShard(text); got != want || (err == nil) != (want != sweep.Shard{}) {
			t.Errorf("%q: %v, %v; not %v", text, got, err, want)
		}
	}
	given := func(name, text string) func(string) ([]byte, error) {
		return func(file string) ([]byte, error) {
			if file != name {
				return nil, os.ErrNotExist
			}
			return []byte(text), nil
		}
	}
	for group, want := range map[string]int64{"max\n": 0, "": 0, "10485760\n": 10 << 20 / 10 * 9, "x": 0} {
		if got := grantedMemory(given("/sys/fs/cgroup/memory.max", group)); got != want {
			t.Errorf("%q: %d", group, got)
		}
	}
}
