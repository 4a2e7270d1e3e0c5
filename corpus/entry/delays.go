package entry

import (
	"context"
	"errors"
	"fmt"

	"qcheck/setsys"
)

// Waits states how long a process waits, over all runs of an instance in which
// every message takes one unit of time: the longest of its waits is at most so
// long, and the shortest at least.
func Waits(flags string, process, least, most int) Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		w, err := Open(flags)
		if err != nil {
			return "", err
		}
		m, err := w.Measure()
		if err != nil {
			return "", err
		}
		r := m.Delays(ctx, process, w.Instance.ReplayOptions(), 200_000)
		if r.Stopped != "" {
			return "", errors.New("the search was cut: " + r.Stopped)
		}
		if len(r.Most) == 0 {
			return "", errors.New("the process never waits to the end")
		}
		shortest, longest := r.Least[0].Time, 0
		for i := range r.Most {
			shortest, longest = min(shortest, r.Least[i].Time), max(longest, r.Most[i].Time)
		}
		switch {
		case longest > most:
			return fmt.Sprintf("process %d waits for %d units of time, and %d are claimed", process+1, longest, most), nil
		case shortest < least:
			return fmt.Sprintf("process %d waits for %d units of time, and %d are claimed at least", process+1, shortest, least), nil
		}
		return "", nil
	}
}
