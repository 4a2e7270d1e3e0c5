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
		mutin = "--algorithm mutin --structure corpus/testdata/majority-of-3.json --in-cs 1,2 --requests "
		gcs   = "--algorithm gcs --l 1 --k 3 --structure corpus/testdata/quorum-1-of-3.json --in-cs 1,2 --requests "
	)
	return &Entry{
		Name:    "kamei-kakugawa/waiting-time",
		Source:  globalCS("section 3.3, section 4.1, lemma 4 and section 5.1, theorem 4", "the longest time from the call of a method to its end, when a message takes one unit, is 7 units in MUTIN(l) and 9 in (l,k)-GCS"),
		Claim:   "no call of a method takes longer than 7 units of time in MUTIN(l), and 9 in (l,k)-GCS",
		Reading: "as section 3.3 defines it: others may call methods meanwhile; mutual exclusion within is a lock, which takes no longer than Maekawa's algorithm; the repaired algorithms, which wait no longer for messages",
		Reason:  "the proofs count the messages of a call that finds mx free; who calls while another has mx waits for that one first. Alone the bounds hold",
		Cases: []Case{{
			Ask: stated("mutin", waits(mutin+"1", 1, 0, 7)).
				with(stated("gcs", waits(gcs+"1", 1, 0, 9))).
				with(observed("mutin-alone", waits(mutin+"0,1,0", 1, 0, 7))).
				with(observed("gcs-alone", waits(gcs+"0,1,0", 1, 0, 9))).
				violated("mutin", "process 2 waits for 12 units of time, and 7 are claimed").
				violated("gcs", "process 2 waits for 16 units of time, and 9 are claimed"),
		}},
	}
}

func jiangDelays() *Entry {
	const flags = "--algorithm jiang --structure corpus/testdata/wr-majority-of-3.json --quorum-choice fixed --resource 1,2,1 --self-messages queued --requests "
	return &Entry{
		Name:    "jiang/delays",
		Source:  Source{Paper: "Jiang", Section: "section 5", Says: "a node that asks alone waits for |Q ∪ P| + 3 message delays, and one whose resource is in use for 3 at least"},
		Claim:   "an entry takes |Q ∪ P| + 3 message delays alone, and 3 at least where its resource is in use",
		Reading: "messages to oneself take time like others, since the counts of section 5 include them; the repaired algorithm",
		Reason:  "the count of the section, on majorities of 3 with quorums of 2",
		Cases: []Case{{
			Ask: stated("alone", waits(flags+"1,0,0", 0, 5, 5)).with(stated("follower", waits(flags+"1,1,1", 0, 3, 1000))),
		}},
	}
}
