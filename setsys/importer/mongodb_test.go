package importer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// A mongoRow is a member of a replica set in a test.
type mongoRow struct {
	votes, priority         int
	arbiter, hidden, builds bool
	delay                   int
}

func (m mongoRow) data() bool      { return !m.arbiter }
func (m mongoRow) electable() bool { return m.votes > 0 && m.data() && m.priority > 0 }

// refused is what MemberConfig of MongoDB does not take.
func (m mongoRow) refused() bool {
	if m.arbiter {
		return m.votes == 0
	}
	return m.priority > 0 && (m.votes == 0 || m.hidden || !m.builds || m.delay > 0)
}

// A mongoSet is a replica set in a test: what its manual says of writes and elections, by
// going through who is the primary, who acknowledges and who votes.
type mongoSet []mongoRow

// majorities are _calculateMajorities: of votes, and of acknowledgements for w: majority.
func (s mongoSet) majorities() (vote, write int) {
	voting, arbiters := 0, 0
	for _, m := range s {
		voting += m.votes
		if m.arbiter {
			arbiters++
		}
	}
	return voting/2 + 1, min(voting/2+1, voting-arbiters)
}

// acknowledges reports whether some primary of the set has a write acknowledged by members
// of the set, itself among them; w is 0 for majority.
func (s mongoSet) acknowledges(set uint, w int) bool {
	_, write := s.majorities()
	for p, m := range s {
		if set>>p&1 == 0 || !m.electable() {
			continue
		}
		count := 0
		for i, m := range s {
			if set>>i&1 == 1 && m.data() && (w > 0 || m.votes > 0) {
				count++
			}
		}
		if w == 0 && count >= write || w > 0 && count >= w {
			return true
		}
	}
	return false
}

// elects reports whether a member of the set becomes the primary with the votes of all in
// the set, where those of acknowledged have the last write: nobody votes for a member that
// has less than the voter.
func (s mongoSet) elects(set, acknowledged uint) (some, behind bool) {
	vote, _ := s.majorities()
	for p, m := range s {
		if set>>p&1 == 0 || !m.electable() {
			continue
		}
		has := acknowledged>>p&1 == 1
		votes := 0
		for i, v := range s {
			if set>>i&1 == 1 && (has || acknowledged>>i&1 == 0) {
				votes += v.votes
			}
		}
		if votes >= vote {
			some, behind = true, behind || !has
		}
	}
	return some, behind
}

// loses reports whether a write can be acknowledged and a primary elected without it.
func (s mongoSet) loses(w int) bool {
	all := uint(1) << len(s)
	for by := range all {
		if !s.acknowledges(by, w) {
			continue
		}
		for set := range all {
			if _, behind := s.elects(set, by); behind {
				return true
			}
		}
	}
	return false
}

func (s mongoSet) text(rng *rand.Rand) string {
	var lines []string
	for i, m := range s {
		fields := []string{fmt.Sprintf("_id: %d", i), fmt.Sprintf("host: 'm%d:27017'", i)}
		if m.votes == 0 || rng.IntN(2) == 0 {
			fields = append(fields, fmt.Sprintf("votes: %d", m.votes))
		}
		if m.priority != 1 || rng.IntN(2) == 0 {
			fields = append(fields, fmt.Sprintf("priority: %d", m.priority))
		}
		if m.arbiter {
			fields = append(fields, "arbiterOnly: true")
		}
		if m.hidden {
			fields = append(fields, `"hidden": true`)
		}
		if !m.builds {
			fields = append(fields, "buildIndexes: false")
		}
		fields = append(fields, fmt.Sprintf("secondaryDelaySecs: Long('%d')", m.delay), "tags: {}")
		lines = append(lines, "{ "+strings.Join(fields, ", ")+", }")
	}
	return "{\n _id: 'rs0', version: 3, // a comment\n members: [ " + strings.Join(lines, ",\n ") + " ], settings: { replicaSetId: ObjectId('5f') } }"
}

// Random replica sets: the quorums are those that acknowledge and elect, a disjoint pair is
// a write that a new primary does not have, and what MongoDB refuses is refused.
func TestMongoRandom(t *testing.T) {
	read, refused, lost, onlyOne := 0, 0, 0, 0
	rng := slow.Random(t, 2)
	for range some(1600) {
		n := 1 + rng.IntN(6)
		var set mongoSet
		bad, electable, bearing, voting := false, 0, 0, 0
		for range n {
			m := mongoRow{votes: 1, priority: rng.IntN(3), builds: true}
			switch rng.IntN(9) {
			case 0, 1:
				m.arbiter = true
			case 2:
				m.votes, m.priority = 0, 0
			case 3:
				m.priority = 0
				m.hidden, m.builds, m.delay = rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2)*3600
			case 4:
				if rng.IntN(6) == 0 { // refused, most of the time
					m.votes, m.hidden, m.builds, m.delay = rng.IntN(2), rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2)*60
				}
			}
			bad = bad || m.refused()
			voting += m.votes
			if m.electable() {
				electable++
			}
			if m.data() {
				bearing++
			}
			set = append(set, m)
		}
		w, flags := rng.IntN(4), map[string]string{}
		if w > 0 {
			flags["w"] = fmt.Sprint(w)
		}
		bad = bad || electable == 0 || w > bearing
		config := set.text(rng)
		s, err := importer.Import(t.Context(), "mongodb", "FILE", []byte(config), flags)
		if bad != (err != nil) {
			t.Fatalf("that it is refused is %v, but %v:\n%s", bad, err, config)
		}
		if bad {
			refused++
			continue
		}
		read++
		bits := func(in map[string]bool) (x uint) {
			for i := range set {
				if in[fmt.Sprintf("m%d:27017", i)] {
					x |= 1 << i
				}
			}
			return x
		}
		satisfied(t, config, s, s.Write, func(in map[string]bool) bool { return set.acknowledges(bits(in), w) })
		satisfied(t, config, s, s.Read, func(in map[string]bool) bool { some, _ := set.elects(bits(in), 0); return some })
		apart := false
		for x := range uint64(1) << s.Universe.Len() {
			y := uint64(1)<<s.Universe.Len() - 1 - x
			apart = apart || s.Write.Formula().Satisfied([]uint64{x}) && s.Read.Formula().Satisfied([]uint64{y})
		}
		if loses := set.loses(w); apart != loses {
			t.Fatalf("a write is lost: %v, and a write quorum and a read quorum are disjoint: %v, with --w %d\n%s", loses, apart, w, config)
		}
		if apart {
			lost++
		}
		if electable == 1 {
			onlyOne++
		}
	}
	slow.Reached(t, "read", read, some(1600), 600)
	slow.Reached(t, "refused", refused, some(1600), 200)
	slow.Reached(t, "with a write that a new primary does not have", lost, some(1600), 50)
	slow.Reached(t, "with one member that can be elected", onlyOne, some(1600), 100)
}

// A primary, a secondary and an arbiter write with w: 1 unless told otherwise, and lose
// writes so; with w: 1, a member without a vote is none of those that acknowledge alone.
func TestMongoWriteConcern(t *testing.T) {
	config := `{"config": {"_id": "rs", "members": [{"_id": 0, "host": "a", "tags": {"dc": "east"}}, {"_id": 1, "host": "b", "tags": {"dc": "west"}}, {"_id": 2, "host": "c", "arbiterOnly": true}, {"_id": 3, "host": "d", "votes": 0, "priority": 0}]}, "ok": 1}`
	s, err := importer.Import(t.Context(), "mongodb", "FILE", []byte(config), map[string]string{"w": "1"})
	if err != nil || s.Universe.Len() != 4 || len(s.Remarks) != 1 {
		t.Fatal(s, err)
	}
	satisfied(t, config, s, s.Write, func(set map[string]bool) bool { return set["a"] || set["b"] })
	s, err = importer.Import(t.Context(), "mongodb", "FILE", []byte(config), nil)
	if err != nil || s.Universe.Len() != 3 || len(s.Domains) != 2 || s.Domains[0].Name != "dc east" {
		t.Fatal(err, s)
	}
	want := "Reads are elections; writes are acknowledged with w: majority, by the primary among others. Unless it is told otherwise, this set writes with w: 1, as it has arbiters. Arbiters, which vote and have no data: c. Members that do not vote: d. The write concern is that of clients, and w: majority is assumed: see --w."
	if s.Description != want {
		t.Error(s.Description)
	}
	satisfied(t, config, s, s.Write, func(set map[string]bool) bool { return set["a"] && set["b"] })
}
