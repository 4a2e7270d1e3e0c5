package corpus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
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

// measured returns the entry of the given name, whose instances are the lines of the
// file of testdata that has its name with dashes:
//
//	flags | 13 to 15 | 3 to 18
//
// has the bounds of the text on the messages of an entry, "-" for none, and the
// numbers that are found: of every request that is made in the instance, over all
// runs, the least and the most messages. Package protocols has the rule for whose
// request a message counts.
func measured(name string) *Entry {
	e := entry(name)
	file := "testdata/" + strings.ReplaceAll(name, "/", "-") + ".messages"
	data, err := testdata.ReadFile(file)
	if err != nil {
		e.unused = append(e.unused, err.Error())
	}
	for line := range strings.Lines(string(data)) {
		parts := strings.Split(strings.TrimSpace(line), " | ")
		if len(parts) != 3 {
			e.unused = append(e.unused, fmt.Sprintf("%s: %q is not: flags | bounds | found", file, line))
			continue
		}
		count := &messageCount{flags: parts[0]}
		least, most, _ := strings.Cut(parts[1], " to ")
		var ask questions
		if bound, err := strconv.Atoi(least); err == nil {
			ask = ask.with(stated("at-least", count.says(func(least, _ int) string {
				if least < bound {
					return fmt.Sprintf("%d messages, fewer than %d", least, bound)
				}
				return ""
			})))
		}
		if bound, err := strconv.Atoi(most); err == nil {
			ask = ask.with(stated("at-most", count.says(func(_, most int) string {
				if most > bound {
					return fmt.Sprintf("%d messages, more than %d", most, bound)
				}
				return ""
			})))
		}
		e.add(onInstance(parts[0], ask.with(observed("range", count.says(func(least, most int) string {
			if found := fmt.Sprintf("%d to %d", least, most); found != parts[2] {
				return fmt.Sprintf("%s messages, not %s", found, parts[2])
			}
			return ""
		})))))
	}
	return e
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

// oneAsks is the list of requests of n processes of which the first asks once.
func oneAsks(n int) string { return "1" + strings.Repeat(",0", n-1) }

func kakugawaMessages() *Entry {
	e := entry("kakugawa/messages")
	for _, nk := range [][2]int{{2, 1}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {5, 1}, {5, 2}, {7, 3}, {8, 2}} {
		n, k := nk[0], nk[1]
		flags := fmt.Sprintf("--algorithm kakugawa --variant printed --n %d --k %d --quorum-choice fixed --self-messages queued --requests %s", n, k, oneAsks(n))
		e.add(onInstance(flags, stated("least", messagesAlone(flags, 3*((n+1+k)/(k+1))))))
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
		e.add(onInstance(flags, stated("least", messagesAlone(flags, 3*root))))
	}
	return e
}
