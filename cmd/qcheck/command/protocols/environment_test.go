package protocols

import (
	"os"
	"testing"

	"qcheck/protocols/sweep"
)

// The environment says which part is meant, and how much there is to use.
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
	for _, c := range []struct {
		env    func(string) string
		shards int
		want   sweep.Shard // zero: refused
	}{
		{env(), 0, sweep.Shard{I: 1, N: 1}},
		{env(), 2, sweep.Shard{}},
		{env("SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT", "8", "SLURM_ARRAY_TASK_MIN", "1", "SLURM_ARRAY_TASK_MAX", "8"), 0, sweep.Shard{I: 3, N: 8}},
		{env("SLURM_ARRAY_TASK_ID", "0", "SLURM_ARRAY_TASK_COUNT", "8", "SLURM_ARRAY_TASK_MIN", "0", "SLURM_ARRAY_TASK_MAX", "7"), 0, sweep.Shard{I: 8, N: 8}},
		{env("SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT", "2", "SLURM_ARRAY_TASK_MIN", "3", "SLURM_ARRAY_TASK_MAX", "7"), 0, sweep.Shard{}},
		{env("SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_COUNT", "2", "SLURM_ARRAY_TASK_MIN", "3", "SLURM_ARRAY_TASK_MAX", "7"), 8, sweep.Shard{I: 3, N: 8}},
		{env("JOB_COMPLETION_INDEX", "0"), 4, sweep.Shard{I: 4, N: 4}},
		{env("JOB_COMPLETION_INDEX", "0"), 0, sweep.Shard{}},
		{env("JOB_COMPLETION_INDEX", "x"), 4, sweep.Shard{}},
		{env("AWS_BATCH_JOB_ARRAY_INDEX", "2", "AWS_BATCH_JOB_ARRAY_SIZE", "3"), 0, sweep.Shard{I: 2, N: 3}},
		{env("CI_NODE_INDEX", "5", "CI_NODE_TOTAL", "5"), 0, sweep.Shard{I: 5, N: 5}},
		{env("CI_NODE_INDEX", "5", "CI_NODE_TOTAL", "0"), 0, sweep.Shard{}},
	} {
		got, err := partFromEnvironment(c.env, c.shards)
		if got != c.want || (err == nil) != (c.want != sweep.Shard{}) {
			t.Errorf("%v, %v; not %v", got, err, c.want)
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
