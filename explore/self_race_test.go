package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// A racer has how far it came, and how often it idled.
type racer struct{ At, Idle uint8 }

const (
	firstSent = iota + 1
	bothSent
	rightOrder
	wrongOrder
)

// selfRace returns a protocol in which one process sends, in two steps, the message 2 to its neighbour, and 1 and 2 to
// itself. On a network without order it may take its 2 before its 1: that is wrong. Before the second step it
// idles, and the others do so at any time.
func selfRace(n, racing, idles, others int) explore.Protocol[racer, uint8] {
	type step = explore.Step[racer, uint8]
	next := (racing + 1) % n
	p := explore.Protocol[racer, uint8]{
		Name: "races with itself", N: n, Network: explore.Unordered,
		Init: func(int) racer { return racer{} },
		Actions: func(p int, l racer) []step {
			idle := []step{{Name: "idle", Next: racer{l.At, l.Idle + 1}}}
			switch {
			case p != racing && int(l.Idle) < others:
				return idle
			case p != racing:
			case l.At == 0:
				return []step{{Name: "first", Next: racer{firstSent, 0}, Send: explore.SendTo(explore.SetOf(next), uint8(2))}}
			case l.At == firstSent && int(l.Idle) < idles:
				return idle
			case l.At == firstSent:
				return []step{{Name: "second", Next: racer{bothSent, 0}, Send: slices.Concat(explore.SendTo(explore.SetOf(p), uint8(1)), explore.SendTo(explore.SetOf(p), uint8(2)))}}
			}
			return nil
		},
		Deliver: func(p int, l racer, _ int, m uint8) []step {
			if p == racing && l.At == bothSent {
				l.At = []uint8{1: rightOrder, 2: wrongOrder}[m]
			}
			return []step{{Name: "take", Next: l}}
		},
	}
	p.Requires = []explore.Requirement[racer, uint8]{explore.AlwaysOf[racer, uint8]("in order",
		func(_ int, l racer) bool { return l.At == wrongOrder },
		func(wrong []bool) string {
			if slices.Contains(wrong, true) {
				return "2 was taken before 1"
			}
			return ""
		})}
	return p
}

// Whoever races with itself is seen by each search, in full in a shortest run: the first message that is ever met, from
// the first process to itself, is one like others.
func TestRaceWithItself(t *testing.T) {
	reduced := 0
	for _, x := range []struct{ n, racing, idles, others int }{{2, 0, 0, 0}, {2, 1, 0, 0}, {3, 0, 0, 1}, {3, 1, 0, 1}, {3, 2, 0, 1}, {3, 0, 6, 8}, {3, 2, 6, 8}} {
		p := selfRace(x.n, x.racing, x.idles, x.others)
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		length := 3 + x.idles
		if got := obvious.Explore(p, obvious.Options{Queued: true}).Violations["in order"]; got != length {
			t.Fatalf("%+v: violated after %d steps, want %d", x, got, length)
		}
		for _, asymmetric := range []bool{false, true} {
			for _, o := range []explore.Options{{Full: true}, {Derive: true}, {}, explore.TryReduction(explore.Options{}, 30)} {
				o.Queued, o.Asymmetric, o.Check = true, asymmetric, []explore.Property{"in order"}
				r, err := explore.Run(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Reduced {
					reduced++
				}
				got := r.Properties[0]
				if got.Verdict != verdict.Violated || got.Trace == nil || len(got.Trace.Steps) < length || len(got.Trace.Steps) > length && !r.Reduced {
					t.Errorf("%+v, full %t, derived %t, asymmetric %t: %s of %d states, reduced %t", x, o.Full, o.Derive, asymmetric, got.Verdict, r.States, r.Reduced)
					continue
				}
				if run, err := obvious.Replay(p, obvious.Options{Queued: true}, got.Trace.Steps); err != nil || run.Configs[len(run.Configs)-1].Required["in order"].Wrong == "" {
					t.Errorf("%+v: the run does not lead there: %v", x, err)
				}
			}
		}
	}
	if reduced < 14 {
		t.Errorf("%d searches were reduced", reduced)
	}
}

// The same where the reduction is tried when it always is.
func TestLongRaceWithItself(t *testing.T) {
	slow.Only(t, "a minute")
	m, err := explore.NewModel(selfRace(4, 0, 60, 110))
	if err != nil {
		t.Fatal(err)
	}
	for _, asymmetric := range []bool{false, true} {
		r, err := explore.Run(t.Context(), m, explore.Options{Queued: true, Asymmetric: asymmetric})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Properties {
			if want := map[explore.Property]verdict.Verdict{"in order": verdict.Violated, "well-defined": verdict.Holds}[p.Property]; p.Verdict != want {
				t.Errorf("asymmetric %t: %s %s, want %s (reduced %t)", asymmetric, p.Property, p.Verdict, want, r.Reduced)
			}
		}
	}
}

// A message to oneself is all that there is.
func TestMessagesToOneselfAlone(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	for n := 1; n <= 3; n++ {
		for senders := explore.Set(1); senders < 1<<n; senders++ {
			p := explore.Protocol[uint8, uint8]{
				Name: fmt.Sprintf("%d processes, of which %v send", n, senders.Members()), N: n, Network: explore.Unordered,
				Init: func(int) uint8 { return 0 },
				Actions: func(p int, l uint8) []step {
					if l > 0 || !senders.Has(p) {
						return nil
					}
					return []step{{Name: "send", Next: 1, Send: explore.SendTo(explore.SetOf(p), uint8(0))}}
				},
				Deliver: func(_ int, l uint8, _ int, _ uint8) []step { return []step{{Name: "take", Next: l + 1}} },
				Exclusion: explore.Exclusion[uint8]{Observe: func(_ int, l uint8) explore.Observation {
					return explore.Observation{Phase: explore.Waiting}
				}},
			}
			if _, _, why, err := derivedEqual(p.Name, p, explore.Options{Queued: true}, 10, nil); err != nil || why != "" {
				t.Error(why, err)
			}
		}
	}
}
