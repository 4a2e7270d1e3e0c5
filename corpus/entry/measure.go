package entry

import (
	"fmt"

	"qcheck/setsys"
)

// A messageCount is the least and the most messages that the requests of an instance take, of every
// request that is made, over all runs. Package protocols has the rule for whose request a message counts.
type messageCount struct {
	flags string
	found Found[[2]int]
}

// says states that they are at least and at most so many, where that is given, or from so many to so many.
func (x *messageCount) says(a Asked, _ *setsys.Structure, given Values) string {
	found := x.found.By(a, x.find)
	least, fewest := given["least"]
	most, bounded := given["most"]
	from, counted := given["from"]
	switch {
	case fewest && found[0] < least:
		return fmt.Sprintf("%d messages, fewer than %d", found[0], least)
	case bounded && found[1] > most:
		return fmt.Sprintf("%d messages, more than %d", found[1], most)
	case counted && found != [2]int{from, given["to"]}:
		return fmt.Sprintf("%d to %d messages, not %d to %d", found[0], found[1], from, given["to"])
	}
	return ""
}

func (x *messageCount) find(a Asked) [2]int {
	w := Known(Open(x.flags))
	m := Known(w.Measure())
	least, most := -1, -1
	for process := range w.Model.Processes() {
		o := w.Instance.Options()
		if o.Requests != nil && o.Requests[process] == 0 {
			continue
		}
		o.Full, o.MaxStates = true, 2_000_000
		c := Known(m.Messages(a, process, m.Ways[0], o))
		if c.Stopped != "" {
			a.Fail("the search was cut: %s", c.Stopped)
		}
		if least < 0 || c.Least < least {
			least = c.Least
		}
		most = max(most, c.Most)
	}
	return [2]int{least, most}
}

// waits states how long a process waits, over all runs of an instance in which
// every message takes one unit of time: the longest of its waits is at most so
// long, where that is given, and the shortest at least.
func waits(flags string) Program {
	return func(a Asked, _ *setsys.Structure, x Values) string {
		w, process := Known(Open(flags)), x["process"]-1
		r := Known(w.Measure()).Delays(a, process, w.Instance.ReplayOptions(), 200_000)
		if r.Stopped != "" {
			a.Fail("the search was cut: %s", r.Stopped)
		}
		if len(r.Most) == 0 {
			a.Fail("the process never waits to the end")
		}
		shortest, longest := r.Least[0].Time, 0
		for i := range r.Most {
			shortest, longest = min(shortest, r.Least[i].Time), max(longest, r.Most[i].Time)
		}
		if most, ok := x["most"]; ok && longest > most {
			return fmt.Sprintf("process %d waits for %d units of time, and %d are claimed", process+1, longest, most)
		}
		if least := x["least"]; shortest < least {
			return fmt.Sprintf("process %d waits for %d units of time, and %d are claimed at least", process+1, shortest, least)
		}
		return ""
	}
}
