package trace

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// WithIntegers returns the same run with Lamport's integer clock in place of
// causal stamps, to see whether it violates the property there too. Clocks may
// grow in a cycle, which then does not lead back; see ConfirmGrowing.
func (t *Trace) WithIntegers() *Trace {
	u := *t
	u.Instance.Clock = explore.Integer
	u.Shortest = false
	u.Steps = slices.Clone(t.Steps)
	for i := range u.Steps {
		u.Steps[i].Place = min(u.Steps[i].Place, 0) // a stamp that equals another one still has to
	}
	return &u
}

// ConfirmGrowing checks that the cycle of a trace with integer clocks can be
// taken for ever, although clocks grow, and is fair with the same process
// waiting all along. For that it takes the cycle the given number of times and
// looks for two rounds in succession that differ only in clock values, and
// these so: from each state of the one to its counterpart in the other, some
// values stay and all others grow by the same number, and those that stay are
// smaller than those that grow. Then all further rounds can be taken like the
// latter: clock values are only compared, copied, incremented and taken the
// maximum of, and each of these gives the same with the growing ones increased
// once more.
func (t *Trace) ConfirmGrowing(replay Replayer, rounds int) error {
	if t.Loop < 0 || t.Loop >= len(t.Steps) {
		return errors.New("the trace has no cycle")
	}
	steps := slices.Clone(t.Steps)
	size := len(t.Steps) - t.Loop
	for range rounds - 1 {
		steps = append(steps, t.Steps[t.Loop:]...)
	}
	run, err := replay(steps)
	if err != nil {
		return err
	}
	for at := t.Loop; at+size < len(steps); at += size {
		one, two := run.Configs[at:at+size+1], run.Configs[at+size:at+2*size+1]
		if grown(one, two) {
			return t.round(two, run.Moves[at+size:at+2*size], at+size)
		}
	}
	return fmt.Errorf("no two of %d rounds in succession are alike", rounds)
}

// grown reports whether the states of two rounds differ as ConfirmGrowing asks.
func grown(one, two []obvious.Config) bool {
	growth := 0
	for j, a := range one {
		b := two[j]
		if a.Shape == "" || a.Shape != b.Shape || len(a.Times) != len(b.Times) {
			return false
		}
		stay, grow := -1, math.MaxInt // the largest, and the smallest
		for i, x := range a.Times {
			switch by := b.Times[i] - x; {
			case by == 0:
				stay = max(stay, x)
			case by < 0 || growth > 0 && by != growth:
				return false
			default:
				growth = by
				grow = min(grow, x)
			}
		}
		if stay >= grow {
			return false
		}
	}
	return true
}
