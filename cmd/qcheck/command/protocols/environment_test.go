package protocols

import (
	"os"
	"testing"

	"qcheck/protocols/sweep"
)

// A part is I of N, and the environment says how much there is to use.
func TestSweepEnvironment(t *testing.T) {
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
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
	for _, c := range []struct {
		slurm, group string
		want         int64
	}{{"", "max\n", 0}, {"", "", 0}, {"100", "max\n", 100 << 20 / 10 * 9}, {"100", "10485760\n", 10 << 20 / 10 * 9}, {"1", "10485760\n", 1 << 20 / 10 * 9}, {"x", "10485760", 10 << 20 / 10 * 9}} {
		if got := memoryFromEnvironment(env("SLURM_MEM_PER_NODE", c.slurm), given("/sys/fs/cgroup/memory.max", c.group)); got != c.want {
			t.Errorf("%v: %d", c, got)
		}
	}
	if got := coresFromEnvironment(env("SLURM_CPUS_PER_TASK", "1")); got != 1 {
		t.Errorf("%d cores", got)
	}
}
