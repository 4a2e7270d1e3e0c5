package critical_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/properties"
	"qcheck/properties/critical"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// A web is a trust graph written out: for each node a tree, or none, and organisations as
// sets of bits.
type web struct {
	of            []*tree
	organisations []int
}

func (w web) structure(t *testing.T) *setsys.Structure {
	u, err := setsys.Numbered(len(w.of))
	if err != nil {
		t.Fatal(err)
	}
	known := map[*tree]*setsys.Formula{nil: nil}
	sets := make([]*setsys.Formula, len(w.of))
	for v, f := range w.of {
		if _, ok := known[f]; !ok {
			known[f] = f.formula()
		}
		sets[v] = known[f]
	}
	s := &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: setsys.Trusting(setsys.NewTrust(sets))}
	for i, o := range w.organisations {
		s.Domains = append(s.Domains, setsys.Domain{Name: fmt.Sprint("org", i), Nodes: setsys.FromWords(len(w.of), []uint64{uint64(o)})})
	}
	return s
}

// has judges a property by the definition of a quorum.
func (w web) has(id properties.ID) bool {
	var quorums []int
	for set := 1; set < 1<<len(w.of); set++ {
		is := true
		for v, f := range w.of {
			is = is && (set>>v&1 == 0 || f != nil && f.has(set))
		}
		if is {
			quorums = append(quorums, set)
		}
	}
	switch id {
	case properties.NonEmpty:
		return len(quorums) > 0
	case properties.Intersection:
		for _, a := range quorums {
			for _, b := range quorums {
				if a&b == 0 {
					return false
				}
			}
		}
	}
	return true
}

// withoutNodes is the tree without nodes, which keep their numbers; nil if nothing is left.
func (t tree) withoutNodes(gone int) *tree {
	if t.need == 0 {
		if gone>>t.leaf&1 == 1 {
			return nil
		}
		return &t
	}
	u := tree{need: t.need}
	for i, m := range t.members {
		if g := m.withoutNodes(gone); g != nil {
			u.members, u.weights = append(u.members, *g), append(u.weights, t.weights[i])
		}
	}
	if u.need = min(u.need, u.total()); u.total() == 0 {
		return nil
	}
	return &u
}

func (w web) edits() map[critical.Kind][]web {
	all := map[critical.Kind][]web{}
	change := func(k critical.Kind, f *tree, nodes int, changed []tree) {
		for _, g := range changed {
			x := web{slices.Clone(w.of), w.organisations}
			for v := range x.of {
				if nodes>>v&1 == 1 {
					x.of[v] = &g
				}
			}
			all[k] = append(all[k], x)
		}
	}
	edit := func(f *tree, nodes int) {
		for k, list := range f.edits() {
			change(k, f, nodes, list)
		}
	}
	remove := func(gone int) {
		x := web{make([]*tree, len(w.of)), w.organisations}
		some := len(w.organisations) > 0
		less := map[*tree]*tree{nil: nil}
		for v, f := range w.of {
			if _, ok := less[f]; !ok {
				less[f] = f.withoutNodes(gone)
			}
			if gone>>v&1 == 0 {
				x.of[v] = less[f]
			}
			some = some || x.of[v] != nil
		}
		if some {
			all[critical.Remove] = append(all[critical.Remove], x)
		}
	}
	left := 1<<len(w.of) - 1
	for _, o := range w.organisations {
		var met []*tree
		for v, f := range w.of {
			if o&left>>v&1 == 0 || f == nil || slices.Contains(met, f) {
				continue
			}
			met = append(met, f)
			nodes := 0
			for u, g := range w.of {
				if g == f && o&left>>u&1 == 1 {
					nodes |= 1 << u
				}
			}
			edit(f, nodes)
		}
		left &^= o
	}
	for v, f := range w.of {
		if left>>v&1 == 1 && f != nil {
			edit(f, 1<<v)
		}
	}
	alone := 1<<len(w.of) - 1
	for _, o := range w.organisations {
		remove(o)
		alone &^= o
	}
	for v := range w.of {
		if alone>>v&1 == 1 {
			remove(1 << v)
		}
	}
	return all
}

func (w web) breaks(id properties.ID, edits int) bool {
	if edits == 0 {
		return !w.has(id)
	}
	for _, list := range w.edits() {
		for _, x := range list {
			if x.breaks(id, edits-1) {
				return true
			}
		}
	}
	return false
}

// The edits of trust graphs, what they break and how few do, on graphs written out.
func TestTrustAgainstWebs(t *testing.T) {
	rng := slow.Random(t, 61)
	broken, two := 0, 0
	ids := []properties.ID{properties.NonEmpty, properties.Intersection, properties.Minimality}
	for trial := range rounds(40, 700) {
		n := 2 + rng.IntN(3)
		w := web{of: make([]*tree, n)}
		for v := range w.of {
			switch {
			case v > 0 && rng.IntN(2) == 0:
				w.of[v] = w.of[v-1]
			case rng.IntN(8) > 0:
				f := tree{need: n/2 + 1}
				if trial%2 == 0 {
					f = randomTree(rng, n, 1+rng.IntN(2))
				}
				for f.need == 0 {
					f = randomTree(rng, n, 2)
				}
				if f.members == nil {
					for u := range n {
						f.members, f.weights = append(f.members, tree{leaf: u}), append(f.weights, 1)
					}
				}
				w.of[v] = &f
			}
		}
		for range rng.IntN(3) {
			w.organisations = append(w.organisations, 1+rng.IntN(1<<n-1))
		}
		report, err := critical.Analyze(t.Context(), w.structure(t), ids, critical.Options{MaxTried: 300})
		if err != nil {
			t.Fatalf("%v: %v", w, err)
		}
		if !report.Trust {
			t.Fatal("it is no trust graph")
		}
		edits := w.edits()
		for _, x := range report.Singles {
			if report.Complete == 0 {
				break
			}
			if want := len(edits[x.Kind]); x.Edits != want {
				t.Fatalf("%+v: %d edits %s, not %d", w, x.Edits, x.Kind, want)
			}
			for _, id := range ids {
				count, got := 0, 0
				for _, h := range edits[x.Kind] {
					if w.has(id) && !h.has(id) {
						count++
					}
				}
				for _, b := range x.Breaks {
					if b.Property == id {
						got = b.Edits
					}
				}
				if got != count {
					t.Fatalf("%+v: %d edits %s break %s, not %d", w, got, x.Kind, id, count)
				}
				broken += count
			}
		}
		for _, d := range report.Distances {
			for k := 0; k <= 2; k++ {
				if !w.breaks(d.Property, k) {
					if d.Witness != nil && len(d.Such) <= k {
						t.Fatalf("%+v: %s is violated after %v", w, d.Property, d.Such)
					}
					continue
				}
				if d.Witness == nil && (d.Never || d.AtLeast > k) || d.Witness != nil && len(d.Such) != k {
					t.Fatalf("%+v: %s: %+v, but %d edits break it", w, d.Property, d, k)
				}
				if k == 2 {
					two++
				}
				break
			}
		}
	}
	if broken < 15 || two < 10 {
		t.Errorf("%d edits broke a property, and %d properties took two edits", broken, two)
	}
}

// rounds is how many random structures there are, more with QCHECK_LONG.
func rounds(short, long int) int {
	if slow.Tests() {
		return long
	}
	return short
}
