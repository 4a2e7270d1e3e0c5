package corpus

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"qcheck/explore"
	"qcheck/protocols"
	"qcheck/setsys"
)

// messagesAlone states how many messages one entry takes when nobody else asks.
// Each delivery is a step then, and so are asking and leaving, and every run has
// all of them: there are as many messages as steps, less two.
func messagesAlone(flags string, want int) Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		w, err := protocols.ParseWorkload(flags, readStructure)
		if err != nil {
			return "", err
		}
		o := w.Options
		o.Full, o.Check, o.MaxStates = true, []explore.Property{explore.Deadlock}, 1_000_000
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

// oneAsks is the list of requests of n processes of which the first asks once.
func oneAsks(n int) string { return "1" + strings.Repeat(",0", n-1) }

func kakugawaMessages() *Entry {
	e := &Entry{
		Name:    "kakugawa/messages",
		Source:  thesis("section 3.4", "in the best case an entry takes 3|Q| messages, with the k-majority 3 ceil((n+1)/(k+1))"),
		Claim:   "an entry takes 3 ceil((n+1)/(k+1)) messages with the k-majority when nobody else asks",
		Reading: "messages to oneself are messages like others",
		Reason:  "REQUEST, OK and RELEASE with each member of the quorum",
	}
	for _, nk := range [][2]int{{2, 1}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {5, 1}, {5, 2}, {7, 3}, {8, 2}} {
		n, k := nk[0], nk[1]
		flags := fmt.Sprintf("--algorithm kakugawa --variant printed --n %d --k %d --quorum-choice fixed --self-messages queued --requests %s", n, k, oneAsks(n))
		e.Cases = append(e.Cases, Case{Name: flags, Ask: stated("least", messagesAlone(flags, 3*((n+1+k)/(k+1))))})
	}
	return e
}

func baldoniMessages() *Entry {
	e := &Entry{
		Name:    "baldoni/messages",
		Source:  resources("section 8", "in the minimal symmetric algorithm an entry takes at least 3 ceil(N^(M/(M+1)) - 1) messages"),
		Claim:   "an entry takes 3 ceil(sqrt(N) - 1) messages when nobody else asks, with the lines of a projective plane and M = 1",
		Reading: "messages to oneself are none",
		Reason:  "K-1 is ceil(sqrt(N) - 1) where N = K(K-1)+1, for N = 3, 7 and 13; REQUEST, GRANT and RELEASE with each other member of the set",
	}
	for _, x := range []struct {
		n    int
		file string
	}{{3, "singhal-triangle"}, {7, "baldoni-figure-1"}, {13, "baldoni-plane-3"}} {
		root := 0 // ceil(sqrt(n) - 1)
		for (root+1)*(root+1) < x.n {
			root++
		}
		flags := fmt.Sprintf("--algorithm baldoni --variant printed --structure corpus/testdata/%s.json --requests %s", x.file, oneAsks(x.n))
		e.Cases = append(e.Cases, Case{Name: flags, Ask: stated("least", messagesAlone(flags, 3*root))})
	}
	return e
}
