package proof

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qcheck/properties"
	"qcheck/properties/proof/checker"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// tally counts, by property, the proofs and the formulas with a model.
type tally struct{ proofs, models map[properties.ID]int }

func newTally() tally { return tally{map[properties.ID]int{}, map[properties.ID]int{}} }

// wants fails for a property that had no proof, or no formula with a model.
func (y tally) wants(t *testing.T, ids ...properties.ID) {
	t.Helper()
	for _, id := range ids {
		if y.proofs[id] == 0 || y.models[id] == 0 {
			t.Errorf("%s: %d proofs, %d formulas with a model", id, y.proofs[id], y.models[id])
		}
	}
}

// stand checks the proofs.
func stand(t *testing.T, proofs []*Proof) {
	t.Helper()
	for _, p := range proofs {
		if err := checker.VeriPB(p.Formula, p.Steps); err != nil {
			t.Fatalf("%s: %v\n%s%s", p.Name, err, p.Formula, p.Steps)
		}
		if first := strings.Fields(string(p.Formula))[2]; first != strconv.Itoa(len(p.Variables)) {
			t.Fatalf("%s has %s variables, and %d meanings", p.Name, first, len(p.Variables))
		}
	}
}

// compare checks for a property that the formulas have a model just where the
// definition says that it is violated, and that there are proofs just where not.
func compare(t *testing.T, s, unlisted *setsys.Structure, id properties.ID, violated bool, y tally) {
	t.Helper()
	formulas, err := formulate(&writer{ctx: context.Background()}, s, unlisted, id)
	missing := new(Missing)
	if errors.As(err, &missing) {
		return
	}
	if err != nil || len(formulas) == 0 {
		t.Fatalf("%s: %v", id, err)
	}
	if got := slices.ContainsFunc(formulas, satisfiable); got != violated {
		t.Fatalf("%s of %v, k = %d: its formulas have a model: %v; it is violated: %v", id, masks(s), s.K, got, violated)
	}
	proofs, err := formulate(&writer{ctx: context.Background(), prove: true}, s, unlisted, id)
	if violated {
		if y.models[id]++; !errors.Is(err, errModel) {
			t.Fatalf("%s of %v: a proof of what is violated", id, masks(s))
		}
		return
	}
	if err != nil {
		t.Fatalf("%s of %v: %v", id, masks(s), err)
	}
	for i, p := range proofs {
		if p.Encoding == formulas[0].Encoding && string(p.Formula) != string(formulas[i].Formula) {
			t.Fatalf("%s of %v: the proof is of another formula", id, masks(s))
		}
	}
	stand(t, proofs)
	y.proofs[id] += len(proofs)
}

func compareAll(t *testing.T, s, unlisted *setsys.Structure, y tally) {
	t.Helper()
	for _, id := range properties.Every(s.Kind) {
		switch id {
		case properties.NonEmpty, properties.Nondomination, properties.SelfMembership, properties.Singhal,
			properties.LocalRecovery, properties.LocalRecoveryExact, properties.FullSets:
		default:
			compare(t, s, unlisted, id, violates(s, id), y)
		}
	}
}

// families returns all lists of different non-empty sets of the nodes 1..n, at most
// so many in a list.
func families(n, most int) [][]uint64 {
	var all [][]uint64
	for f := uint64(1); f < 1<<(1<<n-1); f++ {
		if bits.OnesCount64(f) > most {
			continue
		}
		var list []uint64
		for g := f; g != 0; g &= g - 1 {
			list = append(list, uint64(bits.TrailingZeros64(g))+1)
		}
		all = append(all, list)
	}
	return all
}

func TestFormulasOfAllSmallStructures(t *testing.T) {
	y := newTally()
	all := families(3, 7)
	for _, f := range all {
		for _, kind := range []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter} {
			for k := 1; k <= 4; k++ {
				s := structureOf(kind, 3, k, f)
				compareAll(t, s, s, y)
			}
		}
	}
	for _, f := range families(3, 2) {
		for _, g := range families(3, 2) {
			for _, kind := range []setsys.Kind{setsys.KWRCoterie, setsys.ReadWrite, setsys.HKArbiter} {
				s := structureOf(kind, 3, 2, f, g)
				compareAll(t, s, s, y)
			}
		}
	}
	for i := range 7 * 7 * 7 {
		f := []uint64{uint64(i%7) + 1, uint64(i/7%7) + 1, uint64(i/49) + 1}
		for m := 1; m <= 3; m++ {
			s := structureOf(setsys.RequestSets, 3, m, f)
			compareAll(t, s, s, y)
		}
	}
	y.wants(t, properties.Intersection, properties.NonIntersection, properties.StrongNonIntersection,
		properties.WriteIntersection, properties.WriteNonIntersection, properties.WriteReadIntersection,
		properties.Arbitration, properties.PairwiseIntersection)
}

func TestFormulasOfRandomStructures(t *testing.T) {
	y := newTally()
	rng := slow.Random(t, 2)
	sets := func(n int) []uint64 {
		var f []uint64
		for range 1 + rng.IntN(6) {
			f = append(f, few(rng, n))
		}
		return f // with repeats
	}
	for range rounds(150, 4000) {
		n, k := 4+rng.IntN(3), 1+rng.IntN(3)
		for _, kind := range []setsys.Kind{setsys.KCoterie, setsys.KArbiter, setsys.ReadWrite, setsys.KWRCoterie, setsys.HKArbiter} {
			f := [][]uint64{sets(n), sets(n), sets(n)}
			if kind == setsys.HKArbiter {
				f = f[:k]
			}
			s := structureOf(kind, n, k, f...)
			compareAll(t, s, s, y)
		}
	}
	y.wants(t, properties.Intersection, properties.NonIntersection, properties.StrongNonIntersection,
		properties.WriteIntersection, properties.WriteReadIntersection)
}

// few returns a set that is not empty, a third of the time of one node, so that some are disjoint.
func few(rng *rand.Rand, n int) uint64 {
	if rng.IntN(3) == 0 {
		return 1 << rng.IntN(n)
	}
	return 1 + rng.Uint64N(1<<n-1)
}

func rounds(short, long int) int {
	if slow.Tests() {
		return long
	}
	return short
}

// Domination is compared with all structures of the kind.
func TestFormulasOfDomination(t *testing.T) {
	y := newTally()
	valid := func(kind setsys.Kind, n, k int, candidates [][][]uint64) []*setsys.Structure {
		var all []*setsys.Structure
		for _, f := range candidates {
			s := structureOf(kind, n, k, f...)
			if !violates(s, properties.Intersection) && !violates(s, properties.Minimality) {
				all = append(all, s)
			}
		}
		return all
	}
	each := func(kind setsys.Kind, n, k int, candidates [][][]uint64) {
		all := valid(kind, n, k, candidates)
		for _, s := range all {
			compare(t, s, s, properties.Nondomination, dominated(s, all), y)
		}
	}
	var single, pairs [][][]uint64
	var antichains [][]uint64
	for _, f := range families(4, 6) {
		if !contained(f) {
			single = append(single, [][]uint64{f})
		}
	}
	if len(single) != 166 {
		t.Fatalf("%d antichains on 4 nodes", len(single))
	}
	for _, f := range families(3, 7) {
		if !contained(f) {
			antichains = append(antichains, f)
		}
	}
	for _, f := range antichains {
		for _, g := range antichains {
			pairs = append(pairs, [][]uint64{f, g})
		}
	}
	each(setsys.Coterie, 4, 1, single)
	for k := 1; k <= 5; k++ {
		each(setsys.KArbiter, 4, k, single)
	}
	each(setsys.HKArbiter, 3, 2, pairs)
	y.wants(t, properties.Nondomination)
}

// randomFormula returns nested thresholds over the nodes from 0 to n-1, each of them
// at most once if once.
func randomFormula(rng *rand.Rand, n, depth int, weighted, once bool) *setsys.Formula {
	order := rng.Perm(n)
	var grow func(depth int) *setsys.Formula
	grow = func(depth int) *setsys.Formula {
		if depth == 0 || rng.IntN(3) == 0 {
			if !once {
				return setsys.OfNode(rng.IntN(n))
			}
			if len(order) == 0 {
				return nil
			}
			v := order[0]
			order = order[1:]
			return setsys.OfNode(v)
		}
		var members []*setsys.Formula
		var weights []int
		total := 0
		for range 2 + rng.IntN(3) {
			if m := grow(depth - 1); m != nil {
				w := 1
				if weighted {
					w = rng.IntN(4)
				}
				members, weights, total = append(members, m), append(weights, w), total+w
			}
		}
		switch {
		case len(members) == 0:
			return nil
		case total == 0:
			return members[0]
		}
		return setsys.Weighted(min(total, max(1, total/2+rng.IntN(3)-rng.IntN(2))), members, weights)
	}
	return grow(depth)
}

// list returns the structure with the minimal sets of its formulas, found among all
// sets of nodes.
func list(s *setsys.Structure) *setsys.Structure {
	n := s.Universe.Len()
	var all [][]uint64
	for _, f := range s.Families() {
		var sets []uint64
		for set := uint64(0); set < 1<<n; set++ {
			if f.Family.Formula().IsMinimal([]uint64{set}) {
				sets = append(sets, set)
			}
		}
		all = append(all, sets)
	}
	return structureOf(s.Kind, n, s.K, all...)
}

func TestFormulasOfThresholds(t *testing.T) {
	y, counted := newTally(), map[properties.ID]int{}
	rng := slow.Random(t, 4)
	for round := range rounds(180, 6000) {
		n, k := 3+rng.IntN(4), 1+rng.IntN(3)
		f := randomFormula(rng, n, 2, round%2 == 0, round%3 == 0)
		g := randomFormula(rng, n, 2, round%2 == 0, round%3 == 0)
		if f == nil || g == nil {
			continue
		}
		for _, kind := range []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter, setsys.ReadWrite, setsys.KWRCoterie} {
			s := structureOf(kind, n, k, nil, nil)
			s.Quorums, s.Write, s.Read = setsys.Unlisted(n, f, 100), setsys.Unlisted(n, f, 100), setsys.Unlisted(n, g, 100)
			listed := list(s)
			for _, id := range properties.Every(kind) {
				if id == properties.NonEmpty || id == properties.Nondomination && (kind != setsys.Coterie || violates(listed, properties.Intersection)) {
					continue
				}
				violated := violates(listed, id)
				formula := (&writer{ctx: context.Background(), s: s}).unproved(id)
				if formula != nil && satisfiable(formula) != violated {
					t.Fatalf("%s of %v, k = %d: violated: %v, but\n%s", id, masks(listed), k, violated, formula.Formula)
				}
				if formula != nil && violated {
					y.models[id]++
				}
				proofs, err := formulate(&writer{ctx: context.Background(), prove: true}, listed, s, id)
				if missing := new(Missing); errors.As(err, &missing) {
					continue
				}
				if violated != (err != nil) {
					t.Fatalf("%s of %v, k = %d: violated: %v, proof: %v", id, masks(listed), k, violated, err)
				}
				stand(t, proofs)
				if !violated && !strings.Contains(string(proofs[0].Steps), "rup ") {
					y.proofs[id]++
				} else if formula != nil && !violated {
					counted[id]++
				}
			}
		}
	}
	y.wants(t, properties.Intersection, properties.WriteIntersection, properties.WriteReadIntersection, properties.Nondomination)
	t.Logf("by counting: %v; not by counting: %v", y.proofs, counted)
}

// unproved returns the formula in inequalities, if there is one.
func (w *writer) unproved(id properties.ID) (p *Proof) {
	defer func() {
		if _, ok := recover().(Missing); ok {
			p = nil
		}
	}()
	return w.ofFormulas(id)
}

// Unions of quorums that are the same are refuted once: of three disjoint quorums of 4 of 10 nodes, the first
// two have 3,150 pairs, and 45 unions.
func TestUnionsAreRefutedOnce(t *testing.T) {
	var quorums []uint64
	for set := range uint64(1) << 10 {
		if bits.OnesCount64(set) == 4 {
			quorums = append(quorums, set)
		}
	}
	s := structureOf(setsys.KCoterie, 10, 2, quorums)
	proofs, err := formulate(&writer{ctx: t.Context(), prove: true}, s, s, properties.Intersection)
	if err != nil {
		t.Fatal(err)
	}
	stand(t, proofs)
	if lines, long := proofs[0].Lines, bytes.Count(proofs[0].Steps, []byte(" ")); lines > 3_500 || long > 150_000 {
		t.Errorf("%d lines of %d numbers", lines, long)
	}
}
