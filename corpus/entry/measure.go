package entry

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/protocols"
	"qcheck/setsys"
)

// messagesAlone states that "want" is how many messages one entry takes when nobody else asks.
// Each delivery is a step then, and so are asking and leaving, and every run has
// all of them: there are as many messages as steps, less two.
func messagesAlone(flags string) Program {
	return func(a Asked, _ *setsys.Structure, x Values) string {
		w := Known(Open(flags))
		o := w.Instance.Options()
		o.Full, o.Check, o.MaxStates = true, []explore.Property{explore.DeadlockFreedom}, 1_000_000
		r := Known(explore.Run(a, w.Model, o))
		if r.Stopped != "" {
			a.Fail("the search was cut: %s", r.Stopped)
		}
		if found := r.Depth - 2; found != x["want"] {
			return fmt.Sprintf("%d messages, not %d", found, x["want"])
		}
		return ""
	}
}

// messages reads instances and what is counted of them, one in each line:
//
//	flags | 13 to 15 | 3 to 18
//
// has the bounds of the text on the messages of an entry, "-" for none, and the
// numbers that are found: of every request that is made in the instance, over all
// runs, the least and the most messages. Package protocols has the rule for whose
// request a message counts.
func (r *reader) messages(text string) error {
	return r.lines(text, func(line string) error {
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			return errors.New("not: flags | bounds | found")
		}
		count := &messageCount{flags: parts[0]}
		least, most, _ := strings.Cut(parts[1], " to ")
		var ask Questions
		if bound, err := strconv.Atoi(least); err == nil {
			ask = ask.With(stated("at-least", count.says(func(least, _ int) string {
				if least < bound {
					return fmt.Sprintf("%d messages, fewer than %d", least, bound)
				}
				return ""
			})))
		}
		if bound, err := strconv.Atoi(most); err == nil {
			ask = ask.With(stated("at-most", count.says(func(_, most int) string {
				if most > bound {
					return fmt.Sprintf("%d messages, more than %d", most, bound)
				}
				return ""
			})))
		}
		r.entry.Add(onInstance(parts[0], ask.With(observed("range", count.says(func(least, most int) string {
			if found := fmt.Sprintf("%d to %d", least, most); found != parts[2] {
				return fmt.Sprintf("%s messages, not %s", found, parts[2])
			}
			return ""
		})))))
		return nil
	})
}

// onInstance is a case of an instance; what is wrong with its flags is found when
// it is judged.
func onInstance(flags string, ask Questions) Case {
	c := Case{Name: flags, Ask: ask}
	if in, err := protocols.All().Parse(flags); err == nil {
		c.Instance = &in
	}
	return c
}

// A messageCount is the least and the most messages of the requests of an instance.
type messageCount struct {
	flags string
	found Found[[2]int]
}

// says states something of the count.
func (x *messageCount) says(text func(least, most int) string) Program {
	return func(a Asked, _ *setsys.Structure, _ Values) string {
		found := x.found.By(a, x.find)
		return text(found[0], found[1])
	}
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

// Waits states how long a process waits, over all runs of an instance in which
// every message takes one unit of time: the longest of its waits is at most so
// long, and the shortest at least.
func Waits(flags string, process, least, most int) Program {
	return func(a Asked, _ *setsys.Structure, _ Values) string {
		w := Known(Open(flags))
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
		switch {
		case longest > most:
			return fmt.Sprintf("process %d waits for %d units of time, and %d are claimed", process+1, longest, most)
		case shortest < least:
			return fmt.Sprintf("process %d waits for %d units of time, and %d are claimed at least", process+1, shortest, least)
		}
		return ""
	}
}
