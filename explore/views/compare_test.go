package views_test

import (
	"context"
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/views"
	"qcheck/protocols/kakugawa"
	"qcheck/setsys/slow"
)

// difference says where the engine and the naive closure differ about a protocol, or why
// they cannot be compared.
func difference[R, M, A, B comparable](t *testing.T, p roles.Protocol[R, M, A, B], most int) (number int, cannot string) {
	t.Helper()
	limits := views.Limits{Views: most}
	fast, halves, cannot := views.Close(context.Background(), p, limits)
	if cannot != "" {
		return 0, cannot
	}
	x, cannot := closeNaively(p, 40*most)
	if cannot != "" {
		return 0, cannot
	}
	for _, h := range halves {
		if !x.isHalf[h] {
			t.Errorf("%s: no half of the naive closure: %+v", p.Name, h)
		}
	}
	if len(halves) != len(x.halves) {
		t.Errorf("%s: %d halves, and %d of the naive closure", p.Name, len(halves), len(x.halves))
	}
	all := map[naiveView[R, M, A, B]]bool{}
	for _, v := range fast {
		images := 0
		for _, w := range x.images(v) {
			if _, ok := x.known[w]; !ok {
				t.Errorf("%s: no view of the naive closure: %+v", p.Name, w)
				return 0, ""
			}
			if !all[w] {
				images++
			}
			all[w] = true
		}
		if images == 0 {
			t.Errorf("%s: twice: %+v", p.Name, v)
		}
	}
	for _, w := range x.views {
		if !all[w] {
			t.Errorf("%s: a view only of the naive closure (%d, %d): %+v", p.Name, len(all), len(x.views), w)
			return 0, ""
		}
	}
	if p.N > 3 {
		return len(x.views), "" // there are too many rows
	}
	proof := views.Prove(context.Background(), p, limits)
	if proof.Refused+proof.Stopped != "" {
		t.Errorf("%s: %s", p.Name, proof.Refused+proof.Stopped)
	}
	for property, why := range map[explore.Property]string{
		explore.Safety: x.safe(), explore.WellDefined: x.wellDefined(), explore.DeadlockFreedom: x.live(),
	} {
		if proof.Proved(property) != (why == "") {
			t.Errorf("%s: %s is proved: %v (%s); the naive closure: %q", p.Name, property, proof.Proved(property), reason(proof, property), why)
		}
	}
	return len(x.views), ""
}

func reason(p *views.Proof, property explore.Property) string {
	for _, r := range p.Results {
		if r.Property == property {
			return r.Why
		}
	}
	return p.Refused + p.Stopped
}

// images returns the renamings of a view of the engine.
func (x *naive[R, M, A, B]) images(v views.Seen[R, M, A, B]) (all []naiveView[R, M, A, B]) {
	w := naiveView[R, M, A, B]{half: v.Half, own: v.Own, last: v.Last, out: queueOf(v.Out)}
	for i, a := range v.In {
		w.in = w.in.with(sent[A]{a, v.Stamps[i]})
	}
	for _, to := range permutations(x.n) {
		w.member = x.renamed(v.Member, to)
		w.peer = to[0]
		all = append(all, w)
	}
	return all
}

// TestNaiveKakugawa compares the engine with the naive closure on the variants of an
// algorithm.
func TestNaiveKakugawa(t *testing.T) {
	majority := []explore.Set{3, 5, 6}
	views, compared := 0, 0
	for _, x := range []kakugawa.Config{
		{N: 2, K: 1, Quorums: []explore.Set{3}},
		{N: 2, K: 2, Quorums: []explore.Set{1, 2}},
		{N: 3, K: 1, Quorums: majority},
		{N: 3, K: 1, Quorums: []explore.Set{1, 6}},
	} {
		for _, v := range kakugawa.Algorithm().Variants {
			for _, answers := range []bool{false, true} {
				x.Variant, x.NoAnswerNo = v.Name, answers
				if x.N == 3 && answers && !slow.Tests() {
					continue
				}
				p, _, err := kakugawa.Roles(x)
				if err != nil {
					continue
				}
				n, cannot := difference(t, p, 700)
				views += n
				compared += flag(cannot == "")
			}
		}
	}
	t.Logf("%d instances, %d views of the naive closure", compared, views)
	if compared < 25 {
		t.Errorf("%d instances are too few", compared)
	}
}

// TestNaiveFour compares the views of four processes.
func TestNaiveFour(t *testing.T) {
	if !slow.Tests() {
		t.Skip("takes a minute; QCHECK_LONG=1 runs it")
	}
	p, _, err := kakugawa.Roles(kakugawa.Config{N: 4, K: 2, Quorums: []explore.Set{3, 5, 6, 9, 10, 12}})
	if err != nil {
		t.Fatal(err)
	}
	n, cannot := difference(t, p, 8000)
	if cannot != "" {
		t.Fatal(cannot)
	}
	t.Logf("%d views of the naive closure", n)
}

// TestNaiveRandom compares them on random protocols.
func TestNaiveRandom(t *testing.T) {
	seeds, most := 140, 200
	if slow.Tests() {
		seeds, most = 2000, 1000
	}
	count := map[string]int{}
	sum := 0
	for seed := range seeds {
		n, cannot := difference(t, newRandom(uint64(seed)), most)
		if cannot != "" {
			count[cannot[:min(len(cannot), 30)]]++
		} else {
			count["compared"]++
		}
		sum += n
	}
	t.Logf("%d views; %v", sum, count)
	if count["compared"] < seeds/3 {
		t.Errorf("too few are compared: %v", count)
	}
}
