package corpus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"qcheck/explore"
	"qcheck/protocols"
	"qcheck/setsys"
)

// messagesAlone states how many messages one entry takes when nobody else asks.
// Each delivery is a step then, and so are asking and leaving, and every run has
// all of them: there are as many messages as steps, less two.
func messagesAlone(flags string, want int) Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		w, err := open(flags)
		if err != nil {
			return "", err
		}
		o := w.Instance.Options()
		o.Full, o.Check, o.MaxStates = true, []explore.Property{explore.DeadlockFreedom}, 1_000_000
		r, err := explore.Run(ctx, w.Model, o)
		if err != nil {
			return "", err
		}
		if r.Stopped != "" {
			return "", errors.New("the search was cut: " + r.Stopped)
		}
		if found := r.Depth - 2; found != want {
			return fmt.Sprintf("%d messages, not %d", found, want), nil
		}
		return "", nil
	}
}

// A measured is an instance with the bounds of a text on the messages of an entry,
// and the numbers that are found.
type measured struct {
	flags         string
	least, most   int // as claimed; -1 for none
	fewest, found int
}

// measures returns a case for each instance: of every request that is made in it,
// over all runs, the least and the most messages, beside the bounds. Package
// protocols has the rule for whose request a message counts.
func measures(instances ...measured) []Case {
	var all []Case
	for _, x := range instances {
		count := &messageCount{flags: x.flags}
		var ask questions
		if x.least >= 0 {
			ask = ask.with(stated("at-least", count.says(func(least, _ int) string {
				if least < x.least {
					return fmt.Sprintf("%d messages, fewer than %d", least, x.least)
				}
				return ""
			})))
		}
		if x.most >= 0 {
			ask = ask.with(stated("at-most", count.says(func(_, most int) string {
				if most > x.most {
					return fmt.Sprintf("%d messages, more than %d", most, x.most)
				}
				return ""
			})))
		}
		all = append(all, onInstance(x.flags, ask.with(observed("range", count.says(func(least, most int) string {
			if least != x.fewest || most != x.found {
				return fmt.Sprintf("%d to %d messages, not %d to %d", least, most, x.fewest, x.found)
			}
			return ""
		})))))
	}
	return all
}

// onInstance is a case of an instance; what is wrong with its flags is found when
// it is judged.
func onInstance(flags string, ask questions) Case {
	c := Case{Name: flags, Ask: ask}
	if in, err := protocols.All().Parse(flags); err == nil {
		c.Instance = &in
	}
	return c
}

// A messageCount is the least and the most messages of the requests of an instance, found
// when it is asked for first.
type messageCount struct {
	flags       string
	mu          sync.Mutex
	known       bool
	least, most int
}

// says states something of the count.
func (x *messageCount) says(text func(least, most int) string) Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		x.mu.Lock()
		defer x.mu.Unlock()
		if !x.known {
			if err := x.find(ctx); err != nil {
				return "", err
			}
			x.known = true
		}
		return text(x.least, x.most), nil
	}
}

func (x *messageCount) find(ctx context.Context) error {
	w, err := open(x.flags)
	if err != nil {
		return err
	}
	m, err := w.Measure()
	if err != nil {
		return err
	}
	x.least, x.most = -1, -1
	for process := range w.Model.Processes() {
		o := w.Instance.Options()
		if o.Requests != nil && o.Requests[process] == 0 {
			continue
		}
		o.Full, o.MaxStates = true, 2_000_000
		c, err := m.Messages(ctx, process, m.Ways[0], o)
		if err != nil {
			return err
		}
		if c.Stopped != "" {
			return errors.New("the search was cut: " + c.Stopped)
		}
		if x.least < 0 || c.Least < x.least {
			x.least = c.Least
		}
		x.most = max(x.most, c.Most)
	}
	return nil
}

const kakugawaFlags = "--algorithm kakugawa --variant repaired --structure corpus/testdata/"

func kakugawaMessagesMost() *Entry {
	const flags = "--algorithm kakugawa --variant printed --structure corpus/testdata/"
	return entry("kakugawa/messages-most", measures(
		measured{flags + "quorum-1-of-3.json --requests 1", -1, 18, 3, 6},
		measured{flags + "2-coterie-of-3.json --requests 1", -1, 18, 3, 18},
		measured{flags + "majority-of-3.json --quorum-choice fixed --requests 1", -1, 18, 6, 16},
	)...)
}

func kakugawaMessagesRepaired() *Entry {
	return entry("kakugawa/messages-repaired", measures(
		measured{kakugawaFlags + "quorum-1-of-3.json --requests 2", -1, -1, 3, 6},
		measured{kakugawaFlags + "2-coterie-of-2.json --requests 2", -1, -1, 3, 10},
		measured{kakugawaFlags + "2-coterie-of-3.json --requests 1", -1, -1, 3, 19},
		measured{kakugawaFlags + "quorum-12-of-3.json --requests 1", -1, -1, 6, 12},
		measured{kakugawaFlags + "majority-of-3.json --quorum-choice fixed --requests 1", -1, -1, 6, 17},
		measured{kakugawaFlags + "majority-of-3.json --quorum-choice fixed --requests 2", -1, -1, 6, 18},
	)...)
}

func kakugawaMessagesNoRetry() *Entry {
	return entry("kakugawa/messages-no-retry", measures(
		measured{kakugawaFlags + "quorum-1-of-3.json --no-retry --requests 2", -1, 6, 3, 6},
		measured{kakugawaFlags + "quorum-12-of-3.json --no-retry --requests 2", -1, 12, 6, 12},
		measured{kakugawaFlags + "majority-of-3.json --quorum-choice fixed --no-retry --requests 2", -1, 12, 6, 10},
	)...)
}

func mutinMessages() *Entry {
	const flags = "--algorithm mutin --variant printed --n 3 "
	return entry("kamei-kakugawa/messages", measures(
		measured{flags + "--l 1 --requests 1,0,0", 13, 15, 13, 15},
		measured{flags + "--l 2 --requests 1,1,0", 13, 15, 13, 15},
		measured{flags + "--l 2 --in-cs 1,2,3 --requests 1", 13, 15, 13, 15},
		measured{flags + "--l 1 --in-cs 1,2,3 --requests 1", 13, 15, 13, 15},
	)...)
}

func jiangMessages() *Entry {
	const flags = "--algorithm jiang --variant repaired --structure corpus/testdata/"
	return entry("jiang/messages", measures(
		measured{flags + "wr-1-of-2.json --requests 1", 6, 15, 6, 8},
		measured{flags + "wr-12-of-2.json --requests 1", 8, 17, 8, 16},
		measured{flags + "wr-1-of-3.json --requests 1", 6, 21, 6, 8},
		measured{flags + "wr-majority-of-3.json --quorum-choice fixed --requests 1", 8, 23, 8, 19},
	)...)
}

func baldoniMessagesMost() *Entry {
	const flags = "--algorithm baldoni --variant repaired --structure corpus/testdata/"
	return entry("baldoni/messages-most", measures(
		measured{flags + "singhal-triangle.json --requests 2", -1, 5, 3, 3},
		measured{flags + "baldoni-figure-1.json --requests 1,1,1,0,0,0,0", -1, 10, 6, 8},
		measured{flags + "baldoni-figure-1.json --requests 1,1,1,1,0,0,0", -1, 10, 6, 10},
	)...)
}

func raynalMessages() *Entry {
	const flags = "--algorithm raynal --variant counted "
	return entry("baldoni/raynal-messages", measures(
		measured{flags + "--n 2 --m 1 --requests 2", -1, 3, 2, 2},
		measured{flags + "--n 2 --m 2 --units any --requests 2", -1, 3, 2, 3},
		measured{flags + "--n 3 --m 1 --requests 1", -1, 6, 4, 4},
		measured{flags + "--n 3 --m 2 --requests 1", -1, 6, 4, 6},
	)...)
}

// oneAsks is the list of requests of n processes of which the first asks once.
func oneAsks(n int) string { return "1" + strings.Repeat(",0", n-1) }

func kakugawaMessages() *Entry {
	e := entry("kakugawa/messages")
	for _, nk := range [][2]int{{2, 1}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {5, 1}, {5, 2}, {7, 3}, {8, 2}} {
		n, k := nk[0], nk[1]
		flags := fmt.Sprintf("--algorithm kakugawa --variant printed --n %d --k %d --quorum-choice fixed --self-messages queued --requests %s", n, k, oneAsks(n))
		e.Cases = append(e.Cases, onInstance(flags, stated("least", messagesAlone(flags, 3*((n+1+k)/(k+1))))))
	}
	return e
}

func baldoniMessages() *Entry {
	e := entry("baldoni/messages")
	for _, x := range []struct {
		n    int
		file string
	}{{3, "singhal-triangle"}, {7, "baldoni-figure-1"}, {13, "baldoni-plane-3"}} {
		root := 0 // ceil(sqrt(n) - 1)
		for (root+1)*(root+1) < x.n {
			root++
		}
		flags := fmt.Sprintf("--algorithm baldoni --variant printed --structure corpus/testdata/%s.json --requests %s", x.file, oneAsks(x.n))
		e.Cases = append(e.Cases, onInstance(flags, stated("least", messagesAlone(flags, 3*root))))
	}
	return e
}
