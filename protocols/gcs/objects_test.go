package gcs

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/complement"
	"qcheck/protocols/csobject"
	"qcheck/protocols/mutin"
	"qcheck/protocols/prototest"
	"qcheck/protocols/raymond"
	"qcheck/protocols/ricartagrawala"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// A desk is an object for mutual inclusion that is none of the paper's: the first process keeps who is
// in, and lets those who wish to exit do so in the order in which it hears of them, one whenever more
// than keep are in. It solves l-mutual inclusion for every l up to keep, and keep may be n-1.
type (
	deskState struct {
		Phase explore.Phase
		// In and Queue are those of the first process.
		In    explore.Set
		Queue [explore.MaxProcesses]explore.Process
	}
	deskMessage uint8
	deskStep    = explore.Step[deskState, deskMessage]
)

const (
	wish deskMessage = iota + 1
	leave
	enter
)

func desk(n, l, keep int, in explore.Set) explore.Protocol[deskState, deskMessage] {
	to := func(p int, m deskMessage) []explore.Out[deskMessage] {
		return []explore.Out[deskMessage]{{To: p, Msg: m}}
	}
	return explore.Protocol[deskState, deskMessage]{
		Name: "desk",
		N:    n,
		Init: func(p int) deskState {
			var s deskState
			if in.Has(p) {
				s.Phase = explore.Inside
			}
			if p == 0 {
				s.In = in
			}
			return s
		},
		Actions: func(_ int, s deskState) []deskStep {
			switch s.Phase {
			case explore.Inside:
				s.Phase = explore.Waiting
				return []deskStep{{Name: "Exit", Kind: explore.Ask, Next: s, Send: to(0, wish)}}
			case explore.Thinking:
				s.Phase = explore.Inside
				return []deskStep{{Name: "Entry", Kind: explore.Leave, Next: s, Send: to(0, enter)}}
			}
			return nil
		},
		Deliver: func(_ int, s deskState, from int, m deskMessage) []deskStep {
			switch m {
			case leave:
				s.Phase = explore.Thinking
				return []deskStep{{Name: "left", Next: s}}
			case enter:
				s.In = s.In.With(from)
			case wish:
				last := 0
				for s.Queue[last] != 0 {
					last++
				}
				s.Queue[last] = explore.ProcessOf(from)
			}
			var send []explore.Out[deskMessage]
			for s.Queue[0] != 0 && s.In.Len() > keep {
				first := s.Queue[0].Index()
				copy(s.Queue[:], s.Queue[1:])
				s.In = s.In.Without(first)
				send = append(send, to(first, leave)...)
			}
			return []deskStep{{Name: "heard", Next: s, Send: send}}
		},
		Exclusion: explore.Exclusion[deskState]{
			Observe: func(_ int, s deskState) explore.Observation {
				o := explore.Observation{Phase: s.Phase}
				if s.Phase != explore.Thinking {
					o.Units = 1
				}
				return o
			},
			Safe:    csobject.Between(l, n),
			Obliged: true,
		},
		Steps: []string{"Exit", "Entry", "left", "heard"},
	}
}

// exclusionDesk returns an object for mutual exclusion of k that lets in while fewer than most are.
func exclusionDesk(n, k, most int, in explore.Set) explore.Protocol[deskState, deskMessage] {
	return complement.Of(desk(n, n-k, n-most, explore.All(n)&^in))
}

// inclusionOf and exclusionOf return the objects of the paper, with a lock.

func inclusionOf(t *testing.T, n, l int, in explore.Set) mutin.WithLock {
	return prototest.Build(t, mutin.NewWithLock, mutin.Config{N: n, L: l, InCS: in})
}

func exclusionOf(t *testing.T, n, k int, in explore.Set) mutin.WithLock {
	return complement.Of(inclusionOf(t, n, n-k, explore.All(n)&^in))
}

// composed explores a composition, and returns what is violated.
func composed[A, X, B, Y comparable](t *testing.T, c Config, lmin explore.Protocol[A, X], kmex explore.Protocol[B, Y], each int) map[string]int {
	t.Helper()
	p, err := Over(c, lmin, kmex)
	if err != nil {
		t.Fatal(err)
	}
	return prototest.Engine(t, p, prototest.Options{Each: each}).Violations
}

// TestDesk: by itself the object is right for each number that it keeps in, from l to n-1, whoever is
// in initially: at least l are, and everybody changes its state again and again.
func TestDesk(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for l := range n {
			for keep := l; keep < n; keep++ {
				for in := range explore.All(n) + 1 {
					if in.Len() < l {
						continue
					}
					f := prototest.Both(t, desk(n, l, keep, in), prototest.Options{Each: explore.Unbounded})
					if diff := cmp.Diff(map[string]int{}, f.Violations); diff != "" {
						t.Errorf("n = %d, l = %d, %d are kept, initially %s: expected (-), found (+):\n%s", n, l, keep, in, diff)
					}
				}
			}
		}
	}
}

// TestVersatile composes objects that solve l-mutual inclusion and k-mutual exclusion by themselves.
// Lemmas 7 to 9 use nothing else of them. It is not enough: where lmin keeps more than l in, and kmex
// lets fewer than k in, so that these are as many, all wait, each for a process that the other object
// has wait. Section 5 says that lmin.Exit() blocks if l processes are in, and not, as it must, only
// then; MUTIN(l) does that.
func TestVersatile(t *testing.T) {
	// The smallest, of the paper's own objects: kmex is mutual exclusion of one, which is at most two.
	smallest := Config{N: 2, L: 1, K: 2, InCS: explore.SetOf(0)}
	found := composed(t, smallest, inclusionOf(t, 2, 1, smallest.InCS), exclusionOf(t, 2, 1, smallest.InCS), explore.Unbounded)
	if diff := cmp.Diff(map[string]int{"deadlock-freedom": 8, "starvation-freedom": 8}, found); diff != "" {
		t.Errorf("the smallest: expected (-), found (+):\n%s", diff)
	}
	for n := 2; n <= 3; n++ {
		for k := 1; k <= n; k++ {
			for l := range k {
				for keep := l; keep < n; keep++ {
					for most := 1; most <= k; most++ {
						for count := l; count <= k; count++ {
							c := Config{N: n, L: l, K: k, InCS: explore.All(count)}
							found := composed(t, c, desk(n, l, keep, c.InCS), exclusionDesk(n, k, most, c.InCS), explore.Unbounded)
							_, stuck := found["deadlock-freedom"]
							_, starves := found["starvation-freedom"]
							if stuck != (keep >= most) || starves != stuck || len(found) > 0 && !stuck {
								t.Errorf("%+v, lmin keeps %d and kmex lets in %d: found %v", c, keep, most, found)
							}
						}
					}
				}
			}
		}
	}
}

// TestInnerObjects has objects other than those of the paper in which nobody waits without need, with
// the objects of the paper or with each other.
func TestInnerObjects(t *testing.T) {
	const unbounded = explore.Unbounded
	none, one, all := explore.Set(0), explore.SetOf(0), explore.All(3)
	holds := func(name string, found map[string]int) {
		if diff := cmp.Diff(map[string]int{}, found); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", name, diff)
		}
	}
	mixed := Config{N: 3, L: 1, K: 2, InCS: one}
	holds("MUTIN and a desk", composed(t, mixed, inclusionOf(t, 3, 1, one), exclusionDesk(3, 2, 2, one), unbounded))
	holds("a desk and MUTIN", composed(t, mixed, desk(3, 1, 1, one), exclusionOf(t, 3, 2, one), unbounded))

	ricart := prototest.Build(t, ricartagrawala.New, ricartagrawala.Config{N: 2})
	holds("Ricart and Agrawala for kmex", composed(t, Config{N: 2, L: 0, K: 1}, inclusionOf(t, 2, 0, none), ricart, unbounded))
	holds("their complement for lmin", composed(t, Config{N: 2, L: 1, K: 2, InCS: 3}, complement.OfExclusion(ricart), exclusionOf(t, 2, 2, 3), unbounded))

	raymonds := prototest.Build(t, raymond.New, raymond.Config{N: 2, K: 1})
	holds("Raymond for kmex", composed(t, Config{N: 2, L: 0, K: 1}, desk(2, 0, 0, none), raymonds, 2))
	holds("Raymond's complement for lmin", composed(t, Config{N: 2, L: 1, K: 2, InCS: 3}, complement.OfExclusion(raymonds), exclusionDesk(2, 2, 2, 3), 2))
	if slow.Tests() {
		raymonds = prototest.Build(t, raymond.New, raymond.Config{N: 3, K: 2})
		holds("Raymond for kmex, k = 2", composed(t, Config{N: 3, L: 0, K: 2}, desk(3, 0, 0, none), raymonds, 1))
		holds("Raymond's complement for lmin, l = 1", composed(t, Config{N: 3, L: 1, K: 3, InCS: all}, complement.OfExclusion(raymonds), exclusionDesk(3, 3, 3, all), 1))
	}
}
