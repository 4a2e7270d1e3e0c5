package corpus_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qcheck/corpus"
	"qcheck/counterexample/telling"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/agrawalelabbadi"
	"qcheck/protocols/baldoni"
	"qcheck/protocols/carvalhoroucairol"
	"qcheck/protocols/check"
	"qcheck/protocols/csobject"
	"qcheck/protocols/gcs"
	"qcheck/protocols/instance"
	"qcheck/protocols/jiang"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/leaselock"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/manabetajima"
	"qcheck/protocols/mutin"
	"qcheck/protocols/naimitrehel"
	"qcheck/protocols/raymond"
	"qcheck/protocols/raymondtree"
	"qcheck/protocols/raynal"
	"qcheck/protocols/ricartagrawala"
	"qcheck/protocols/suzukikasami"
	"qcheck/protocols/twophasecommit"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/slow"
)

// What the fields of a local state say of permissions, read off once more: which
// processes it has the permission of, waits for, has given its own to, has in its queue
// and owes it to. A nil set is not known.
type said struct{ has, waits, gave, queue, owes *explore.Set }

func set(s explore.Set) *explore.Set { return &s }

func members(in func(p int) bool) *explore.Set {
	var s explore.Set
	for p := range explore.MaxProcesses {
		if in(p) {
			s = s.With(p)
		}
	}
	return &s
}

// only is the set of one process, or of none.
func only(p explore.Process) *explore.Set {
	return members(func(q int) bool { return p.Index() == q })
}

// readState reads a local state of process p, for a kind of permission; sets has the
// quorums that each process may ask.
func readState(t *testing.T, sets [][]explore.Set, p int, local any, what string) said {
	inner := func(state any, name string) (said, bool) { // of an object within
		if kind, ok := strings.CutSuffix(what, " in "+name); ok {
			return readState(t, sets, p, state, kind), true
		}
		return said{}, false
	}
	switch s := local.(type) {
	case maekawa.State:
		return said{set(s.Granted), set(s.Quorum &^ s.Granted), only(s.Holder), members(func(p int) bool { return s.Queue[p] > 0 }), nil}
	case kakugawa.State:
		return said{set(s.K), set(s.Asked &^ s.K), only(s.Holder.From), members(func(p int) bool {
			for i := range s.Queue {
				if s.Queue[i].From.Index() == p || s.Queries[i].For.From.Index() == p {
					return true
				}
			}
			return false
		}), nil}
	case raymond.State:
		return said{nil, nil, nil, nil, members(func(p int) bool { return s.Deferred[p] > 0 })}
	case manabetajima.State:
		return said{set(s.K), set(s.Q &^ s.K), members(func(p int) bool { return s.Que[p].Status >= manabetajima.Okay }),
			members(func(p int) bool { return s.Que[p].Status == manabetajima.Wait }), nil}
	case baldoni.State:
		queue := members(func(p int) bool { return s.Stamps[p] > 0 && !s.Lambda.Has(p) })
		x := said{set(s.Granted), set(sets[p][0] &^ s.Granted), set(s.Lambda), queue, nil}
		if s.Awaited > 0 {
			x.owes = queue
		}
		return x
	case jiang.State:
		at := func(granted bool) *explore.Set {
			return members(func(p int) bool {
				return slices.ContainsFunc(s.Requests[:], func(r jiang.Request) bool { return r.From.Index() == p && r.Granted == granted })
			})
		}
		return said{set(s.Grantor), set(s.Asked &^ s.Grantor), at(true), at(false), members(func(p int) bool { return s.Followers[p].In })}
	case ricartagrawala.State:
		return said{owes: set(s.Deferred)}
	case carvalhoroucairol.State:
		return said{has: set(s.Held), waits: members(func(q int) bool { return q != p && !s.Held.Has(q) }), owes: set(s.Deferred)}
	case agrawalelabbadi.State:
		has := s.Replied
		if s.Phase == explore.Inside {
			has = s.Quorum
		}
		return said{set(has), set(s.Quorum &^ has), only(s.Holder), members(func(p int) bool { return s.Queue[p] > 0 }), nil}
	case suzukikasami.State[uint8]:
		return said{owes: members(func(q int) bool {
			return s.Has && (s.RN[q] == s.Token.LN[q]+1 || slices.Contains(s.Token.Q[:], explore.ProcessOf(q)))
		})}
	case suzukikasami.State[explore.Stamp]:
		return said{owes: members(func(q int) bool {
			return s.Has && (s.RN[q] > s.Token.LN[q] || slices.Contains(s.Token.Q[:], explore.ProcessOf(q)))
		})}
	case twophasecommit.State:
		return said{waits: members(func(q int) bool { return q == 0 && p != 0 && s.Stage == twophasecommit.Prepared })}
	case leaselock.State:
		return said{has: set(s.Leases), waits: set(s.Asked), gave: only(s.Lease)}
	case naimitrehel.State:
		return said{owes: only(s.Next)}
	case raymondtree.State:
		return said{owes: members(func(q int) bool { return q != p && slices.Contains(s.Queue[:], explore.ProcessOf(q)) })}
	case raynal.State:
		return said{waits: members(func(p int) bool { return s.Used[p] > 0 }), owes: members(func(p int) bool { return s.Deferred[p] > 0 })}
	case lamport.State:
		return said{waits: members(func(q int) bool {
			return q != p && (!s.Later.Has(q) || s.Queue[q] > 0 && s.Queue[q] < s.Queue[p])
		})}
	case csobject.LockState:
		at := func(phase explore.Phase) *explore.Set {
			return members(func(p int) bool { return p == 0 && s.Phase == phase })
		}
		return said{at(explore.Inside), at(explore.Waiting), only(s.Queue[0]), members(func(p int) bool {
			return slices.ContainsFunc(s.Queue[1:], func(q explore.Process) bool { return q.Index() == p })
		}), nil}
	case mutin.State[maekawa.State]:
		if x, ok := inner(s.Mx, "mx"); ok {
			return x
		}
		return said{has: set(s.AckFrom), waits: set(sets[p][0] &^ s.AckFrom)}
	case mutin.State[csobject.LockState]:
		if x, ok := inner(s.Mx, "mx"); ok {
			return x
		}
		return said{has: set(s.AckFrom), waits: set(sets[p][0] &^ s.AckFrom)}
	case gcs.State[mutin.State[maekawa.State], mutin.State[maekawa.State]]:
		if x, ok := inner(s.Lmin, "lmin"); ok {
			return x
		}
		x, _ := inner(s.Kmex, "kmex")
		return x
	case gcs.State[mutin.State[csobject.LockState], mutin.State[csobject.LockState]]:
		if x, ok := inner(s.Lmin, "lmin"); ok {
			return x
		}
		x, _ := inner(s.Kmex, "kmex")
		return x
	}
	t.Fatalf("states of type %T are not known here", local)
	return said{}
}

// checkClaim reports whether a claim is so, by the states and the steps of the run; known
// is false where the fields do not say it.
func checkClaim(t *testing.T, sets [][]explore.Set, run *obvious.Run, loop int, c claim) (so, known bool) {
	read := func(at, p int) said { return readState(t, sets, p, run.Configs[at].Locals[p], c.what) }
	in := func(s *explore.Set, p int) (bool, bool) { return s != nil && s.Has(p), s != nil }
	phase := func(at int) explore.Phase { return run.Configs[at].Observations[c.by].Phase }
	not := func(so, known bool) (bool, bool) { return !so, known }
	switch c.kind {
	case wants:
		so, known = in(read(c.at, c.by).waits, c.of)
		return so && phase(c.at) == explore.Waiting, known
	case has:
		return in(read(c.at, c.by).has, c.of)
	case lacks:
		return not(in(read(c.at, c.by).has, c.of))
	case gave:
		return in(read(c.at, c.by).gave, c.of)
	case kept:
		gave := read(c.at, c.by).gave
		return gave != nil && *gave == 0, gave != nil
	case queues:
		return in(read(c.at, c.by).queue, c.of)
	case owes:
		return in(read(c.at, c.by).owes, c.of)
	case isWaiting:
		return phase(c.at) == explore.Waiting, true
	case isInside:
		return phase(c.at) == explore.Inside, true
	case isIdle:
		return phase(c.at) == explore.Thinking, true
	case arrives:
		for at := c.at; at < len(run.Configs); at++ {
			if (phase(at) == explore.Inside) != (phase(len(run.Configs)-1) == explore.Inside) {
				return false, true
			}
		}
		return c.at == 0 || (phase(c.at-1) == explore.Inside) != (phase(c.at) == explore.Inside), true
	case asks:
		m := run.Moves[c.at-1]
		return m.Process == c.by && m.Kind == explore.Ask, true
	case gives:
		before, known := in(read(c.at-1, c.by).gave, c.of)
		after, _ := in(read(c.at, c.by).gave, c.of)
		return !before && after, known
	case counts:
		before, known := in(read(c.at-1, c.by).gave, c.of)
		after, _ := in(read(c.at, c.by).gave, c.of)
		return before && !after, known
	case takes:
		// The channel is first in, first out, unless a message was taken from behind.
		m := run.Moves[c.at-1]
		if m.Process != c.by || m.From != c.of {
			return false, true
		}
		if c.sent == 0 {
			return true, true
		}
		taken := 0
		for _, x := range run.Moves[:c.at-1] {
			if x.Process == c.by && x.From == c.of {
				taken++
			}
			if x.Behind > 0 {
				return true, false
			}
		}
		for i, x := range run.Moves {
			for _, s := range x.Sent {
				if x.Process != c.of || s.To != c.by {
					continue
				}
				if taken == 0 {
					return i+1 == c.sent && m.Behind == 0, m.Behind == 0
				}
				taken--
			}
		}
		return false, true
	case breaks:
		for at := range c.at {
			if lawBroken(t, sets, run, at) {
				return false, true
			}
		}
		return lawBroken(t, sets, run, c.at), true
	case enters:
		times := 0
		for i := loop; i < len(run.Moves); i++ {
			if phase(i) != explore.Inside && phase(i+1) == explore.Inside {
				times++
			}
		}
		return times == c.at, true
	}
	t.Fatalf("claims that a process %s are not known here", c.kind)
	return false, false
}

// lawBroken reports whether some permission is not at one place: with its requester, or in a message. Which messages have one
// is said here by their names.
func lawBroken(t *testing.T, sets [][]explore.Set, run *obvious.Run, at int) bool {
	c := run.Configs[at]
	n := len(c.Locals)
	carry := func(from, to int, kinds ...string) (sum int) {
		for _, msg := range c.Channels[from*n+to] {
			word, _, _ := strings.Cut(strings.TrimPrefix(fmt.Sprint(msg), "{"), " ")
			word, _, _ = strings.Cut(word, "(")
			if slices.Contains(kinds, word) {
				sum++
			}
		}
		return sum
	}
	for m := range n {
		for r := range n {
			gave, has := readState(t, sets, m, c.Locals[m], "permission").gave, readState(t, sets, r, c.Locals[r], "permission").has
			there := carry(m, r, "OK", "GRANT", "REPLY") + carry(r, m, "RELEASE", "ANSWER_RELEASE", "release", "cancelled", "YIELD", "RELINQUISH")
			if has.Has(m) && c.Observations[r].Phase != explore.Thinking { // a variable may be kept that nobody reads
				there++
			}
			if gave.Has(r) && there != 1 || !gave.Has(r) && there != 0 {
				return true
			}
		}
	}
	return false
}

// checkCycle reports whether each process of a cycle waits for the next one: for a
// permission that this one has been given, or which it owes.
func checkCycle(t *testing.T, sets [][]explore.Set, run *obvious.Run, cycle []int, claims []claim) bool {
	end := len(run.Configs) - 1
	waitsFor := func(p, next int) bool {
		for _, c := range claims {
			to := readState(t, sets, next, run.Configs[end].Locals[next], c.what)
			if to.owes != nil && to.owes.Has(p) {
				return true
			}
			if c.kind == owes && c.of == p {
				// Who owes it waits for the next one.
				if s, ok := run.Configs[end].Locals[c.by].(baldoni.State); ok && s.Awaited.Index() == next {
					return true
				}
			}
			if c.kind != wants || c.by != p {
				continue
			}
			of := readState(t, sets, c.of, run.Configs[end].Locals[c.of], c.what)
			if of.gave != nil && of.gave.Has(next) {
				return true
			}
		}
		return false
	}
	for i, p := range cycle {
		if run.Configs[end].Observations[p].Phase != explore.Waiting || !waitsFor(p, cycle[(i+1)%len(cycle)]) {
			return false
		}
	}
	return true
}

// readFile reads a structure file of the corpus.
func readFile(file string) (*setsys.Structure, error) {
	data, err := os.ReadFile(filepath.Join("..", file))
	if err != nil {
		return nil, err
	}
	return setsys.Decode(file, data, setsys.DecodeOptions{Construct: construct.Build})
}

// TestWhy explains the violations of the corpus, and looks what the sentences say up in the states.
func TestWhy(t *testing.T) {
	most := int64(1500)
	if slow.Tests() {
		most = 200_000
	}
	type count struct{ runs, explained, cycles, claims, known int }
	counts := map[string]*count{}
	for _, e := range corpus.Entries() {
		for _, c := range e.Cases {
			if c.Instance == nil || c.Long || c.Swept != "" || !slices.ContainsFunc(c.Ask, func(q corpus.Question) bool { return q.Decide == nil && q.Pinned == verdict.Violated }) {
				continue
			}
			m, err := protocols.All().Open(*c.Instance, readFile)
			if err != nil {
				t.Fatal(err)
			}
			sets := m.Setup.Quorums()
			o := m.Instance.Options()
			o.MaxStates, o.Asymmetric = most, !slow.Tests() // runs are as good without
			for _, q := range c.Ask {
				if q.Decide == nil && q.Pinned == verdict.Violated {
					o.Check = append(o.Check, explore.Property(q.Name))
				}
			}
			r, err := explore.Run(context.Background(), m.Model, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, pr := range r.Properties {
				if pr.Verdict != verdict.Violated || m.Kind(pr.Property) == instance.Always { // of the protocol's own, which says what is wrong
					continue
				}
				trace, run, err := check.Confirmed(m, m.Instance, pr)
				if err != nil {
					t.Fatal(err)
				}
				name := m.Instance.Algorithm + " " + string(pr.Property)
				n := counts[name]
				if n == nil {
					n = &count{}
					counts[name] = n
				}
				n.runs++
				why := telling.Why(trace, run)
				if len(why) > 0 {
					n.explained++
				}
				var claims []claim
				var cycle []int
				for _, s := range why {
					of, ok := told(s, run)
					if !ok {
						t.Errorf("%s: %s: nothing is known of what this says: %q", c.Name, pr.Property, s)
					}
					claims = append(claims, of...)
					cycle = append(cycle, cycleIn(s)...)
				}
				if cycle != nil {
					n.cycles++
					if !checkCycle(t, sets, run, cycle, claims) {
						t.Errorf("%s: %s: no cycle of waiting processes: %v\n%s", c.Name, pr.Property, cycle, strings.Join(why, "\n"))
					}
				}
				for _, claim := range claims {
					so, known := checkClaim(t, sets, run, trace.Loop, claim)
					if !known && m.Network() != explore.FIFO {
						continue // which of like messages it is cannot be looked up
					}
					n.claims++
					if known {
						n.known++
					}
					if known && !so {
						t.Errorf("%s: %s: not so: %+v\n%s", c.Name, pr.Property, claim, strings.Join(why, "\n"))
					}
				}
				for _, s := range why {
					if os.Getenv("QCHECK_SHOW") != "" {
						t.Logf("%s: %s: %s", c.Name, pr.Property, s)
					}
					if holders, _, ok := strings.Cut(s, " at the same time"); ok && !strings.Contains(holders, " and ") {
						t.Errorf("%s: %s: nothing is with two: %q", c.Name, pr.Property, s)
					}
					if s == "" || strings.HasSuffix(s, ".") || strings.Contains(s, "  ") {
						t.Errorf("%s: %s: %q", c.Name, pr.Property, s)
					}
				}
			}
		}
	}
	for name, n := range counts {
		t.Logf("%s: %+v", name, *n)
		if n.explained < n.runs || n.known < n.claims {
			t.Errorf("%s: %+v: not all is explained, or too little of it can be looked up", name, *n)
		}
	}
	for _, name := range []string{"maekawa deadlock-freedom", "kakugawa deadlock-freedom", "manabe-tajima deadlock-freedom", "baldoni deadlock-freedom"} {
		if n := counts[name]; n == nil || n.cycles == 0 {
			t.Errorf("%s: no cycle of processes that wait for each other", name)
		}
	}
}

// TestStandings goes at random through the small instances of all algorithms, in every
// variant, and compares what they say of permissions in each state with the fields.
func TestStandings(t *testing.T) {
	compared, stands := map[string]int{}, map[string]bool{}
	for _, a := range protocols.All() {
		for i, v := range a.Variants {
			in := a.Small[i%len(a.Small)]
			in.Algorithm, in.Variant = a.Name, v.Name
			m, err := protocols.All().Open(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			sets := m.Setup.Quorums()
			m.Instance.Requests = m.Instance.Each(2)
			for _, r := range []*rand.Rand{rand.New(rand.NewPCG(uint64(i), 8)), slow.Random(t, 4940+uint64(i))} {
				w := m.Walk(m.Instance.ReplayOptions())
				for range 60 {
					choices := w.Choices()
					if len(choices) == 0 {
						break
					}
					if err := w.Take(choices[r.IntN(len(choices))].TraceStep); err != nil {
						t.Fatal(err)
					}
					c := w.Configs[len(w.Configs)-1]
					stands[a.Name] = stands[a.Name] || c.Standings != nil
					for p, list := range c.Standings {
						for _, st := range list {
							read := readState(t, sets, p, c.Locals[p], st.Kind())
							within := func(what string, x explore.Set, of *explore.Set, equal bool) {
								if of == nil {
									return
								}
								compared[a.Name]++
								if !of.Contains(x) || equal && x != *of {
									t.Fatalf("%s %s: %s of process %d is %s, and by its fields %s: %+v", a.Name, v.Name, what, p+1, x, *of, c.Locals[p])
								}
							}
							within("Has", st.Has, read.has, false)
							within("Wants", st.Wants, read.waits, false)
							within("Gave", st.Gave, read.gave, st.Most > 0)
							within("Queued", st.Queued, read.queue, true)
							within("Owes", st.Owes, read.owes, false)
							if st.Wants != 0 && c.Observations[p].Phase != explore.Waiting || st.Wants&st.Has != 0 {
								t.Fatalf("%s %s: process %d wants %s, has %s and does not wait: %+v", a.Name, v.Name, p+1, st.Wants, st.Has, c.Locals[p])
							}
						}
					}
				}
			}
		}
		if stands[a.Name] && compared[a.Name] == 0 {
			t.Errorf("%s: nothing was compared", a.Name)
		}
	}
	t.Logf("sets compared: %v", compared)
}
