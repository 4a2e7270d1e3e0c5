package explore_test

import (
	"fmt"
	"hash/fnv"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// A glance is what requirements of these tests see of a process.
type glance struct {
	Mode uint8
	Of   explore.Process
}

// one reports whether a number that depends on the seed and on what is seen is 0 below most.
func one(seed uint64, most uint32, seen ...any) bool {
	h := fnv.New32a()
	fmt.Fprint(h, seed, seen)
	return h.Sum32()/7%most == 0
}

// glances returns two requirements that see something of each process, and what each is wrong with, judged of whole
// states without them.
func glances[L, M comparable](seed uint64, see func(p int, l L) glance) (made []explore.Requirement[L, M], plainly []func(locals []L) string) {
	wrongs := []func(seen []glance) string{
		// Which process it is matters.
		func(seen []glance) string {
			if one(seed, 40, seen) {
				return fmt.Sprint("seen: ", seen)
			}
			return ""
		},
		// It does not, but for who is named.
		func(seen []glance) string {
			for p, g := range seen {
				if q := g.Of.Index(); q >= 0 && q != p && one(seed, 8, g.Mode, seen[q].Mode, seen[q].Of.Index() == p) {
					return fmt.Sprintf("%d and %d: %v", p+1, q+1, seen)
				}
			}
			return ""
		},
	}
	for i, wrong := range wrongs {
		made = append(made, explore.AlwaysOf[L, M](explore.Property(fmt.Sprint("seen ", i)), see, wrong))
		plainly = append(plainly, func(locals []L) string {
			var seen []glance
			for p, l := range locals {
				seen = append(seen, see(p, l))
			}
			return wrong(seen)
		})
	}
	return made, plainly
}

// seenFully compares searches of a protocol, with symmetry and without, and with a reduction that is derived, with all
// its states, judged one by one. Tally counts what there was.
func seenFully[L, M comparable](t *testing.T, name string, seed uint64, p explore.Protocol[L, M], o explore.Options, see func(int, L) glance, tally map[string]int) {
	t.Helper()
	var plainly []func([]L) string
	p.Requires, plainly = glances[L, M](seed, see)
	g, ok := newMachine(p, o).explored(3000)
	if !ok {
		tally["too many states"]++
		return
	}
	nearest := make([]int, len(plainly))
	for i, wrong := range plainly {
		nearest[i] = -1
		for j, s := range g.states {
			if wrong(s.Local) != "" {
				nearest[i] = g.level[j]
				break
			}
		}
	}
	names := []explore.Property{p.Requires[0].Name, p.Requires[1].Name}
	for _, check := range [][]explore.Property{names[:1], names[1:], {names[0], names[1], explore.Safety}} {
		for way, with := range map[string]func(*explore.Options){
			"in full": func(o *explore.Options) { o.Full, o.Asymmetric = true, true }, "symmetric": func(o *explore.Options) { o.Full = true },
			"reduced": func(o *explore.Options) { o.Derive, o.Asymmetric = true, true }, "both": func(o *explore.Options) { o.Derive = true },
		} {
			o := o
			o.Check = check
			with(&o)
			r := search(t, p, o)
			if o.Derive && !r.Reduced {
				tally["not reduced: "+r.Unreduced]++
				continue
			}
			if r.Symmetry > 1 {
				tally[way+", renamed"]++
			}
			for _, pr := range r.Properties {
				i := 0
				switch pr.Property {
				case explore.Safety:
					continue
				case names[1]:
					i = 1
				}
				want := verdict.Holds
				if nearest[i] >= 0 {
					want = verdict.Violated
				}
				if tally[way+", "+pr.Verdict.String()]++; pr.Verdict != want {
					t.Fatalf("%s, %s: of %v, %s is %s (%s), want %s; %d states kept", name, way, check, pr.Property, pr.Verdict, pr.Detail, want, r.Orbits)
				}
				if pr.Trace == nil {
					continue
				}
				if steps := len(pr.Trace.Steps); steps != nearest[i] && !r.Reduced || steps < nearest[i] || pr.Trace.Shortest == r.Reduced {
					t.Fatalf("%s, %s: %s: a run of %d steps (shortest: %t), want %d", name, way, pr.Property, steps, pr.Trace.Shortest, nearest[i])
				}
				if err := g.confirmRequirement(p.Requires[i], pr); err != nil {
					t.Fatalf("%s, %s: %s: %v", name, way, pr.Property, err)
				}
			}
			if !r.Complete || r.Orbits >= int64(len(g.states)) {
				continue
			}
			tally[way+", fewer states"]++
		}
	}
}

// TestAlwaysOf: requirements that see something of each process have the verdicts that all states, judged
// one by one, give them: on processes that are alike, and name each other, or differ in one rule; on random
// tables; and on random protocols with time stamps. So they have with the reductions that are derived for them.
func TestAlwaysOf(t *testing.T) {
	seeds := []uint64{8, 9, 12, 13, 14, 19} // with each defect
	if slow.Tests() {
		seeds = nil
		for seed := range uint64(2000) {
			seeds = append(seeds, seed)
		}
	}
	tally := map[string]int{}
	for _, seed := range seeds {
		d := drill{alike{n: 3, seed: seed * 0x9e3779b97f4a7c15, defect: "none"}, uint8(1 + seed%2)}
		if seed%5 == 4 {
			d.defect = []string{"handler", "order", "quiet"}[seed/5%3]
		}
		seenFully(t, fmt.Sprint("drill ", seed, d.defect), seed, d.protocol(), explore.Options{Requests: make([]int, 3)}, func(_ int, l drillState) glance {
			if l.Left > 0 {
				return glance{}
			}
			return glance{Mode: l.Mode, Of: l.Last}
		}, tally)
		x := newTable(seed)
		x.o.Requests = bounded(x.o.Requests)
		seenFully(t, x.String(), seed, x.protocol(), x.o, func(p int, l uint8) glance {
			if seed%2 == 0 || p == 0 { // of the others, less is seen
				return glance{Mode: l / 2, Of: explore.ProcessOf((p + int(l)) % x.n)}
			}
			return glance{Mode: l / 2}
		}, tally)
		if seed%4 > 0 {
			continue
		}
		y := newToy(11e6 + seed)
		y.o.Requests = bounded(y.o.Requests)
		seenFully(t, y.String(), seed, y.p, y.o, func(_ int, l toyState) glance {
			if l.A < l.B {
				return glance{Mode: l.S/2 + 8}
			}
			return glance{Mode: l.S / 2}
		}, tally)
		c := alike{n: 3, seed: seed, defect: "none", small: true}
		seenFully(t, fmt.Sprint("crowd ", seed), seed, c.protocol(), explore.Options{Requests: []int{1, 1, 0}}, func(_ int, l crowdState) glance {
			return glance{Mode: l.Mode, Of: l.Peer}
		}, tally)
	}
	t.Log(tally)
	for what, least := range map[string]int{
		"in full, holds": 20, "in full, violated": 5, "symmetric, renamed": 12, "symmetric, holds": 20, "symmetric, violated": 5,
		"reduced, holds": 12, "reduced, violated": 2, "reduced, fewer states": 8, "both, renamed": 5, "both, holds": 12, "both, violated": 2,
	} {
		if tally[what] < least {
			t.Errorf("%s: %d of at least %d", what, tally[what], least)
		}
	}
}

// TestUnlikeSeen: what is seen is judged by the numbers of processes, and processes are alike: the reduction may leave
// the steps of none for later that is one of those judged, under any name.
func TestUnlikeSeen(t *testing.T) {
	for ahead := range 3 {
		for _, behind := range []int{(ahead + 1) % 3, (ahead + 2) % 3} {
			p := runners(true, 0, 1)
			p.Safe, p.Requires = nil, []explore.Requirement[uint8, uint8]{explore.AlwaysOf[uint8, uint8]("near", func(_ int, l uint8) uint8 { return l }, func(seen []uint8) string {
				if seen[ahead] == 10 && seen[behind] == 4 {
					return "one is too far ahead"
				}
				return ""
			})}
			o := explore.Options{Requests: make([]int, 3), Check: []explore.Property{"near", explore.DeadlockFreedom}, Derive: true}
			if r := search(t, p, o); r.Properties[1].Verdict != verdict.Violated || len(r.Properties[1].Trace.Steps) < 12 || r.Symmetry != 6 || !r.Reduced {
				t.Errorf("%d ahead of %d: %s, with %d renamings, reduced: %t (%s)", ahead, behind, r.Properties[1].Verdict, r.Symmetry, r.Reduced, r.Unreduced)
			}
		}
	}
}

// TestAlwaysOfRefused: what is seen is no pointer, and no time stamp.
func TestAlwaysOfRefused(t *testing.T) {
	p := newToy(1).p
	for want, r := range map[string]explore.Requirement[toyState, toyMessage]{
		`protocol toy: "stamps" sees a time stamp, of which the number means nothing`: explore.AlwaysOf[toyState, toyMessage]("stamps",
			func(_ int, l toyState) explore.Stamp { return l.A }, func([]explore.Stamp) string { return "" }),
		`protocol toy: what "texts" sees: string is a string: states and messages are made of integers, booleans, arrays and structs`: explore.AlwaysOf[toyState, toyMessage]("texts",
			func(int, toyState) string { return "" }, func([]string) string { return "" }),
		`protocol toy requires "nothing", which lacks a name or a function, or has the name of another property`: explore.AlwaysOf[toyState, toyMessage, uint8]("nothing", nil, nil),
	} {
		p.Requires = []explore.Requirement[toyState, toyMessage]{r}
		if _, err := explore.NewModel(p); err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	// What is seen may depend on how stamps lie, not on their numbers: otherwise no reduction is made from it.
	refused := 0
	for seed := uint64(0); seed < 40 && refused < 3; seed++ {
		y := newToy(11e6 + seed)
		y.p.Clock.TickOnFresh = true
		y.p.Requires = []explore.Requirement[toyState, toyMessage]{explore.AlwaysOf[toyState, toyMessage]("numbers",
			func(_ int, l toyState) [2]uint8 { return [2]uint8{l.S, uint8(l.A)} }, func([][2]uint8) string { return "" })}
		o := explore.Options{Requests: bounded(y.o.Requests), Check: []explore.Property{"numbers"}, Derive: true, MaxStates: 3000}
		if search(t, y.p, o).Unreduced == "what properties see depends on the numbers of time stamps" {
			refused++
		}
	}
	if refused < 3 {
		t.Error("what is seen was the number of a stamp, and a reduction was made from it")
	}
}
