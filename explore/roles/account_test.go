package roles

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore"
)

// What the states of a protocol are made of whose books are looked at.
type (
	careless struct {
		Phase explore.Phase
		Units uint8
		Had   explore.Set
	}
	giver struct {
		Noted By[Stamp]
		For   By[uint8]
		To    Peers
	}
	wish struct {
		Kind  uint8 // 1: asks, 2: returns
		Units uint8
	}
	gift struct {
		Kind  uint8 // 1: a permit, 2: asks it back
		Units uint8
	}
	packet struct {
		Kind  uint8 // of a gift, 2 more
		Units uint8
		Stamp explore.Stamp
	}
	whole struct {
		Phase explore.Phase
		Units uint8
		Had   explore.Set
		Stamp explore.Stamp
		Noted explore.PerProcess[explore.Stamp]
		For   explore.PerProcess[uint8]
		To    explore.Set
	}
)

func packets() Wire[packet, wish, gift] {
	return Wire[packet, wish, gift]{
		Up:   func(a wish) packet { return packet{Kind: a.Kind, Units: a.Units} },
		Down: func(b gift) packet { return packet{Kind: b.Kind + 2, Units: b.Units} },
		Of: func(w packet) (wish, gift, bool) {
			if w.Kind > 2 {
				return wish{}, gift{w.Kind - 2, w.Units}, false
			}
			return wish{w.Kind, w.Units}, gift{}, true
		},
	}
}

// accounted returns the account of these, and who observes them: a member has so many units to give.
func accounted(most int, quorums [][]explore.Set) Protocol[careless, giver, wish, gift] {
	return Protocol[careless, giver, wish, gift]{
		Requester: Requester[careless, wish, gift]{
			Observe: func(s careless) explore.Observation { return explore.Observation{Phase: s.Phase, Units: s.Units} },
		},
		Account: &Account[careless, giver, wish, gift]{
			Permit: func(b gift) bool { return b.Kind == 1 },
			Return: func(a wish) bool { return a.Kind == 2 },
			Has:    func(s careless) explore.Set { return s.Had },
			Gave:   func(s giver) Peers { return s.To },
			Given:  func(s giver, p Peer) int { return int(s.For.Of(p)) },
			Units:  func(s careless) int { return int(s.Units) },
			Most:   most, Quorums: quorums,
		},
	}
}

// The requirement says of any state what the definition of the books says, part by part.
func TestKeptIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 11))
	kept, only := 0, map[string]int{}
	for range 20_000 {
		n, most := 2+r.IntN(2), 1+r.IntN(2)
		quorums := [][]explore.Set{{explore.SetOf(0)}, {explore.SetOf(0, 1), explore.SetOf(n - 1)}}[:most]
		requirement, err := Kept[whole](accounted(most, quorums), packets())
		if err != nil {
			t.Fatal(err)
		}
		v := explore.View[whole, packet]{Locals: make([]whole, n), Channels: make([][]packet, n*n)}
		for i := range v.Locals {
			v.Locals[i] = whole{Phase: explore.Phase(r.IntN(3)), Units: uint8(1 + r.IntN(most))}
		}
		// Each permission is at one place, or now and then at none or at two.
		for m := range v.Locals {
			for q := range v.Locals {
				units := v.Locals[q].Units
				if r.IntN(20) == 0 {
					units = uint8(r.IntN(3))
				}
				if v.Locals[m].For[q] = units; r.IntN(3) > 0 {
					continue
				}
				if v.Locals[m].To = v.Locals[m].To.With(q); r.IntN(20) == 0 {
					v.Locals[m].To = 0
				}
				for range []int{1, 1, 1, 1, 1, 1, 1, 1, 0, 2}[r.IntN(10)] {
					switch r.IntN(3) {
					case 0:
						v.Locals[q].Had = v.Locals[q].Had.With(m)
					case 1:
						v.Channels[m*n+q] = append(v.Channels[m*n+q], packet{Kind: 3, Units: units})
					default:
						v.Channels[q*n+m] = append(v.Channels[q*n+m], packet{Kind: 2})
					}
				}
				if r.IntN(4) == 0 { // of these there may be any number
					v.Channels[m*n+q] = append(v.Channels[m*n+q], packet{Kind: 4})
					v.Channels[q*n+m] = append(v.Channels[q*n+m], packet{Kind: 1, Units: units})
				}
			}
		}
		broken := defined(v, most, quorums)
		if said := requirement.Wrong(v); (said != "") != (len(broken) > 0) {
			t.Fatalf("%+v: broken are %v, and the requirement says %q", v, broken, said)
		}
		switch len(broken) {
		case 0:
			kept++
		case 1:
			only[broken[0]]++
		}
	}
	t.Logf("kept in %d states; broken alone: %v", kept, only)
	for _, part := range []string{"law", "units", "most", "quorum"} {
		if only[part] < 50 || kept < 500 {
			t.Errorf("(%s) alone is broken in %d states, and nothing in %d", part, only[part], kept)
		}
	}
}

// defined returns the parts of the definition at [Account] that a state breaks.
func defined(v explore.View[whole, packet], most int, quorums [][]explore.Set) (broken []string) {
	n := len(v.Locals)
	breaks := func(part string) {
		if !slices.Contains(broken, part) {
			broken = append(broken, part)
		}
	}
	for m, member := range v.Locals {
		granted := 0
		for r, requester := range v.Locals {
			there := 0
			if requester.Had.Has(m) {
				there++
			}
			for _, w := range v.Channels[m*n+r] {
				if w.Kind == 3 {
					there++
				}
			}
			for _, w := range v.Channels[r*n+m] {
				if w.Kind == 2 {
					there++
				}
			}
			gave := 0
			if member.To.Has(r) {
				gave, granted = 1, granted+int(member.For[r])
			}
			if gave != there {
				breaks("law")
			}
			if requester.Had.Has(m) && member.For[r] != requester.Units {
				breaks("units")
			}
		}
		if granted > most {
			breaks("most")
		}
	}
	for _, requester := range v.Locals {
		if requester.Phase != explore.Inside {
			continue
		}
		whole := false
		for _, q := range quorums[requester.Units-1] {
			whole = whole || requester.Had&q == q
		}
		if !whole {
			breaks("quorum")
		}
	}
	return broken
}
