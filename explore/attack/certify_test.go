package attack

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/certify"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
)

// A sealed search is one with its closure as a certificate has it.
type sealed[L, M comparable] struct {
	p       explore.Protocol[L, M]
	o       explore.Options
	result  *explore.Result
	header  certify.Header
	entries []certify.Entry
}

// seal searches a protocol; nil when not all of it, within a limit.
func seal[L, M comparable](t *testing.T, p explore.Protocol[L, M], o explore.Options, limit int64) *sealed[L, M] {
	t.Helper()
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	var c *explore.Closure
	o.Full, o.Asymmetric, o.MaxStates, o.Closure = true, true, limit, func(x *explore.Closure) { c = x }
	r, err := explore.Run(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if c == nil {
		return nil
	}
	s := &sealed[L, M]{p: p, o: o, result: r, header: certify.Header{
		Closed: c.Closed, Depth: c.Depth, States: c.States, Transitions: c.Transitions, Local: c.Local, Message: c.Message,
	}}
	for _, x := range c.Ranks {
		s.header.Ranks = append(s.header.Ranks, certify.Column{Property: x.Property, Process: x.Process + 1})
	}
	for _, x := range c.Helpful {
		s.header.Helpful = append(s.header.Helpful, certify.Step{Process: x.Process + 1, From: x.From + 1, Name: x.Name})
	}
	for line := range c.Lines {
		e, err := certify.ReadEntry(line)
		if again := fmt.Sprintf("%s\t%d\t%s", e.State, e.Level, e.Ranks); err != nil || strings.TrimSuffix(again, "\t") != line {
			t.Fatalf("%q: %v", line, err)
		}
		s.entries = append(s.entries, e)
	}
	return s
}

// check checks the certificate with some entries in place of its own.
func (s *sealed[L, M]) check(entries []certify.Entry) (*certify.Facts, error) {
	h := s.header
	h.States = len(entries)
	return certify.Check(context.Background(), s.p, obvious.OptionsOf(s.o), h, entries)
}

// found says what is wrong with the facts that a check found, in the light of what the
// search found.
func (s *sealed[L, M]) found(f *certify.Facts) string {
	for _, pr := range s.result.Properties {
		length, decided := f.First[pr.Property]
		goal := slices.ContainsFunc(s.p.Goals, func(g explore.Goal) bool { return g.Name == pr.Property })
		leads := slices.ContainsFunc(s.p.Requires, func(r explore.Requirement[L, M]) bool {
			return r.Name == pr.Property && r.Kind() == "leads-to"
		})
		ranked := slices.ContainsFunc(s.header.Ranks, func(c certify.Column) bool { return c.Property == pr.Property })
		switch about := goal || leads || pr.Property == explore.StarvationFreedom; {
		case about && ranked != (pr.Verdict == verdict.Holds):
			return fmt.Sprintf("%s is %s, ranks: %t", pr.Property, pr.Verdict, ranked)
		case about:
		case (pr.Trace != nil) != decided:
			return fmt.Sprintf("%s is %s, decided by a run: %t", pr.Property, pr.Verdict, decided)
		case decided && length != len(pr.Trace.Steps):
			return fmt.Sprintf("%s is decided by %d steps, not %d", pr.Property, length, len(pr.Trace.Steps))
		}
	}
	return ""
}

// A certificate of random protocols passes, and says what the search says; ranks for
// what is violated, whatever they are, do not pass.
func TestCertificates(t *testing.T) {
	counts := tally{}
	for seed := range certifiedSeeds(func() bool { return counts["whole"] < scale(50, 6_000) }) {
		x := draw(uint64(seed))
		x.maying(uint64(seed))
		d := newDice(uint64(seed) ^ 0xce27)
		x.protocol.Clock.TickOnFresh = d.chance(70) || !x.protocol.Clock.TickOnReceive
		if d.chance(20) {
			x.options.Clock, x.options.ClockMax = explore.Integer, x.clock.Start+1+d.IntN(4)
		}
		if d.chance(35) {
			x.surround(d)
		}
		s := seal(t, x.protocol, x.options, 600)
		if s == nil {
			counts["nothing"]++
			continue
		}
		f, err := s.check(s.entries)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		switch {
		case !s.header.Closed:
			counts["to a depth"]++
			continue
		case x.protocol.Network != explore.FIFO: // there are no ranks
			counts["without order"]++
			continue
		case x.protocol.Faults.Any():
			counts["with faults"]++
		}
		counts["whole"]++
		if wrong := s.found(f); wrong != "" {
			t.Errorf("seed %d: %s", seed, wrong)
		}
		counts["columns"] += len(s.header.Ranks)
		if slices.ContainsFunc(s.entries, func(e certify.Entry) bool { return strings.Contains(e.Ranks, ":") }) {
			counts["with stamps"]++
		}
		s.forge(t, d, counts, fmt.Sprintf("seed %d", seed))
	}
	t.Log(counts)
	for _, name := range []string{"columns", "forged", "to a depth", "with stamps", "without order", "with faults"} {
		if counts[name] == 0 {
			t.Errorf("%s: none", name)
		}
	}
}

// certifiedSeeds yields seeds as long as more are wanted: first those in which a step passes the bound of the clocks and that of the
// history at once.
func certifiedSeeds(more func() bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, seed := range []int{7_004_741, 7_005_242} {
			if !yield(seed) {
				return
			}
		}
		// From 7,000,204 on some have a stamp at the start, messages that come again, and too many copies.
		for seed := scale(7_000_030, 7_000_000); more() && yield(seed); seed++ {
			if seed == 7_000_069 {
				seed = scale(7_000_199, seed)
			}
		}
	}
}

// forge tries to have ranks pass for properties that are violated.
func (s *sealed[L, M]) forge(t *testing.T, d dice, counts tally, name string) {
	t.Helper()
	for _, pr := range s.result.Properties {
		if pr.Verdict != verdict.Violated || pr.Trace == nil || pr.Property != explore.StarvationFreedom {
			continue
		}
		u := *s
		u.header.Ranks, u.header.Helpful = nil, nil
		for p := range s.p.N {
			u.header.Ranks = append(u.header.Ranks, certify.Column{Property: pr.Property, Process: p + 1})
		}
		for p := range s.p.N {
			for q := range s.p.N {
				u.header.Helpful = append(u.header.Helpful, certify.Step{Process: p + 1, From: q + 1})
			}
			for _, c := range s.result.Steps {
				u.header.Helpful = append(u.header.Helpful, certify.Step{Process: p + 1, Name: c.Name})
			}
		}
		means := obvious.New(s.p, obvious.OptionsOf(s.o))
		states := map[string][]explore.Observation{}
		var walk func(x obvious.State)
		walk = func(x obvious.State) {
			if _, ok := states[x.Text()]; ok {
				return
			}
			states[x.Text()] = means.Observe(x)
			means.Outcomes(x, func(o obvious.Outcome) {
				if !o.Undefined() && !o.Spent() && !o.Beyond() {
					for _, next := range o.After() {
						walk(next.State)
					}
				}
			})
		}
		for _, start := range means.Starts() {
			walk(start)
		}
		if len(u.header.Helpful) == 0 {
			continue
		}
		for range 20 {
			counts["forged"]++
			numbers, stamps := 1+d.IntN(3), d.chance(30)
			entries := slices.Clone(s.entries)
			one := 1 + d.IntN(len(u.header.Helpful))
			for i, e := range entries {
				var ranks []string
				for p := range s.p.N {
					rank := "-"
					if states[e.State][p].Phase == explore.Waiting {
						helpful := one
						if d.chance(50) {
							helpful = 1 + d.IntN(len(u.header.Helpful))
						}
						rank = fmt.Sprintf("%d/%d", d.IntN(numbers), helpful)
						if stamps {
							rank = "0:1." + rank
						}
					}
					ranks = append(ranks, rank)
				}
				entries[i].Ranks = strings.Join(ranks, " ")
			}
			if _, err := u.check(entries); err == nil {
				t.Errorf("%s: ranks pass for %s, which is violated", name, pr.Property)
			}
		}
	}
}
