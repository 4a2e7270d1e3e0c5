package properties_test

import (
	"testing"

	"qcheck/corpus"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// TestCorpus decides the verdicts and witnesses that the corpus pins once more,
// by the definitions. Families for which that takes long are left to the
// arithmetic in the tests of the corpus.
func TestCorpus(t *testing.T) {
	budget := 4_000
	if slow.Tests() {
		budget = 1_000_000
	}
	decided, all := 0, 0
	for _, e := range corpus.Entries() {
		for _, c := range e.Cases {
			if c.Build == nil {
				continue
			}
			structure, err := c.Build()
			if err != nil {
				t.Fatalf("%s, %s: %v", e.Name, c.Name, err)
			}
			for _, q := range c.Ask {
				if q.Decide != nil {
					continue
				}
				all++
				first, broken, ok := decide(structure, properties.ID(q.Name), budget)
				if !ok {
					continue
				}
				decided++
				if broken != (q.Pinned == verdict.Violated) || first != "" && first != q.Witness {
					t.Errorf("%s | %s | %s: pinned %q, by definition %q, %v", e.Name, c.Name, q.Name, q.Witness, first, broken)
				}
			}
		}
	}
	if decided < all*4/5 {
		t.Errorf("only %d of %d verdicts were decided by definition", decided, all)
	}
	t.Logf("%d of %d verdicts decided by definition", decided, all)
}

// decide judges by definition, if the budget of steps suffices. For domination
// it has no witness, and looks at 4 nodes or fewer.
func decide(structure *setsys.Structure, id properties.ID, budget int) (witness string, broken, ok bool) {
	s := plainOf(structure)
	s.steps = &budget
	defer func() {
		switch r := recover().(type) {
		case nil:
		case spent:
			ok = false
		default:
			panic(r)
		}
	}()
	if s.n > 64 {
		return "", false, false
	}
	witness, broken = s.first(id)
	if id != properties.Nondomination || broken {
		return witness, broken, true
	}
	if s.n > 4 || s.kind == setsys.HKArbiter {
		return "", false, false
	}
	return "", s.dominated(structures(s.kind, s.n, s.k)), true
}

// plainOf is the reverse of plain.structure; of the nodes it takes the first 64.
func plainOf(structure *setsys.Structure) plain {
	s := plain{kind: structure.Kind, n: structure.Universe.Len(), k: structure.K, m: structure.M}
	for _, f := range structure.Families() {
		var sets []uint64
		for i := range f.Family.Len() {
			sets = append(sets, f.Family.Words(i)[0])
		}
		s.families = append(s.families, sets)
	}
	return s
}
