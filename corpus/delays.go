package corpus

import (
	"context"
	"errors"
	"fmt"

	"qcheck/setsys"
)

// waits states how long a process waits, over all runs of an instance in which
// every message takes one unit of time: the longest of its waits is at most so
// long, and the shortest at least.
func waits(flags string, process, least, most int) Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		w, err := open(flags)
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

func waitingTime() *Entry {
	const (
		mutin = "--algorithm mutin --variant printed --structure corpus/testdata/majority-of-3.json --in-cs 1,2 --requests "
		gcs   = "--algorithm gcs --variant printed --l 1 --k 3 --structure corpus/testdata/quorum-1-of-3.json --in-cs 1,2 --requests "
	)
	return entry("kamei-kakugawa/waiting-time", Case{
		Ask: stated("mutin", waits(mutin+"1", 1, 0, 7)).
			with(stated("gcs", waits(gcs+"1", 1, 0, 9))).
			with(observed("mutin-alone", waits(mutin+"0,1,0", 1, 0, 7))).
			with(observed("gcs-alone", waits(gcs+"0,1,0", 1, 0, 9))).
			violated("mutin", "process 2 waits for 12 units of time, and 7 are claimed").
			violated("gcs", "process 2 waits for 16 units of time, and 9 are claimed"),
	})
}

// jiangDelaysMost: |Q ∪ P| + 3 is 4 in the first case, and 5 in the second.
func jiangDelaysMost() *Entry {
	const flags = "--algorithm jiang --variant printed --self-messages queued --requests 1 --structure corpus/testdata/"
	return entry("jiang/delays-most",
		Case{Name: "one resource", Ask: stated("at-most", waits(flags+"wr-1-of-2.json --resource 1", 0, 0, 4)).
			violated("at-most", "process 1 waits for 5 units of time, and 4 are claimed")},
		Case{Name: "two resources", Ask: stated("at-most", waits(flags+"wr-12-of-2.json", 0, 0, 5)).
			violated("at-most", "process 1 waits for 12 units of time, and 5 are claimed")})
}

func jiangDelays() *Entry {
	const flags = "--algorithm jiang --structure corpus/testdata/wr-majority-of-3.json --quorum-choice fixed --resource 1,2,1 --self-messages queued --requests "
	return entry("jiang/delays", Case{
		Ask: stated("alone", waits(flags+"1,0,0", 0, 5, 5)).with(stated("follower", waits(flags+"1,1,1", 0, 3, 1000))),
	})
}
