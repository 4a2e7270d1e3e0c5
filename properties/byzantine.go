package properties

import (
	"context"
	"errors"
	"fmt"

	"qcheck/explore/verdict"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/phrase"
	"qcheck/setsys/words"
)

// Byzantine quorum systems (Malkhi and Reiter, "Byzantine Quorum Systems", Distributed
// Computing 11, 1998): quorums that share enough nodes though some lie. Who may lie at
// once is a fail-prone system, here its largest sets B: all of f nodes, or sets that are
// listed. With Q1 and Q2 for any two quorums, equal or not:
//
//	dissemination  Q1 ∩ Q2 is within no B; for data that are signed (definition 5.1)
//	masking        Q1 ∩ Q2 less any B1 is within no B2 (definition 4.1)
//	opaque         for each B, at least as many nodes of Q1 ∩ Q2 are correct as nodes of
//	               Q2 are not in Q1 or in B, and more than nodes of Q1 are in B, so that
//	               clients need not know B (definition 5.10)
//	availability   for each B there is a quorum that it misses; all three demand it
//
// Let A be the family of the sets that contain all nodes but those of some B. Then Q1 ∩ Q2
// is within some B just if Q1, Q2 and some set of A have no node in common, and within two
// of them just if Q1, Q2 and two sets of A have none; availability is that A is within the
// family of the sets that contain a quorum. For f nodes the quorums must share f+1, and
// 2f+1. The opaque condition is about the quorums themselves, and is decided for those
// that are listed, and for thresholds of nodes.

// Faults are the nodes that may lie at once: any F of them, or a set of Sets.
type Faults struct {
	F    int
	Sets []setsys.NodeSet // nil: any F nodes
}

// String names the faults.
func (x Faults) String() string {
	if x.Sets == nil {
		return fmt.Sprintf("f = %d", x.F)
	}
	return phrase.Count(len(x.Sets), "set") + " of nodes that may lie at once"
}

// A ByzantineResult is the verdict on a quorum system with faults. A violation has its
// witness, which is confirmed: quorums, and sets of nodes that may lie at once.
type ByzantineResult struct {
	Property string // dissemination, masking or opaque
	Verdict  verdict.Verdict
	Text     string // what the witness shows, or why the verdict is unknown
	Quorums  []setsys.NodeSet
	Faulty   []setsys.NodeSet
}

// MostFaults returns the most nodes of which any may fail with a quorum left.
func MostFaults(ctx context.Context, s *setsys.Structure) (f int, err error) {
	b := newByzantine(ctx, s, Faults{})
	err = b.within(func() {
		least, ok := b.d.Smallest(b.d.Dual(b.f))
		if f = b.n; ok {
			f = words.Count(least) - 1
		}
	})
	return f, err
}

// Byzantine judges the quorums of a coterie, whose family is listed or has a formula and
// is not empty.
func Byzantine(ctx context.Context, s *setsys.Structure, faults Faults) ([]ByzantineResult, error) {
	b := newByzantine(ctx, s, faults)
	var all []ByzantineResult
	for _, x := range []struct {
		property string
		decide   func() ByzantineResult
	}{{"dissemination", func() ByzantineResult { return b.shares(1) }}, {"masking", func() ByzantineResult { return b.shares(2) }}, {"opaque", b.opaque}} {
		var r ByzantineResult
		if err := b.within(func() {
			if r = b.available(); r.Verdict == verdict.Holds {
				r = x.decide()
			}
		}); err != nil {
			r = ByzantineResult{Verdict: verdict.Unknown, Text: err.Error()}
		}
		r.Property = x.property
		if err := b.confirm(r); err != nil {
			return nil, fmt.Errorf("the witness against %s does not confirm: %w", r.Property, err)
		}
		all = append(all, r)
	}
	return all, nil
}

type byzantine struct {
	c       *checker
	n       int
	family  setsys.Family
	formula *setsys.Formula
	faults  Faults
	d       *diagram.Diagram
	f, left diagram.Family  // what contains a quorum; what contains all but the faulty
	leaves  *setsys.Formula // of the latter; nil if nobody need be left
}

func newByzantine(ctx context.Context, s *setsys.Structure, faults Faults) *byzantine {
	b := &byzantine{c: newChecker(ctx, s), n: s.Universe.Len(), family: s.Quorums, formula: s.Quorums.Formula(), faults: faults}
	if b.formula == nil {
		b.formula = setsys.FormulaOf(b.family)
	}
	if faults.Sets == nil && faults.F < b.n {
		b.leaves = setsys.AtLeast(b.n-faults.F, setsys.OfNodes(s.Universe.Full().Nodes()...)...)
		return b
	}
	var members []*setsys.Formula
	for _, set := range faults.Sets {
		if left := set.Complement(); !left.IsEmpty() {
			members = append(members, setsys.All(setsys.OfNodes(left.Nodes()...)...))
		}
	}
	if len(members) > 0 && len(members) == len(faults.Sets) {
		b.leaves = setsys.Any(members...)
	}
	return b
}

func (b *byzantine) within(part func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stopped:
			err = errors.New(p.why)
		default:
			panic(p)
		}
	}()
	b.c.look()
	return diagram.Try(func() {
		if b.d == nil {
			d := diagram.New(b.n, 0, b.c.step, b.formula)
			if b.f, b.left = d.Of(b.formula), diagram.Every; b.leaves != nil {
				b.left = d.Of(b.leaves)
			}
			b.d = d
		}
		part()
	})
}

func (b *byzantine) set(row []uint64) setsys.NodeSet { return setsys.FromWords(b.n, row) }

func (b *byzantine) quorum(row []uint64) setsys.NodeSet {
	if t := b.family.Trust(); t != nil {
		return b.set(t.Reduce(row))
	}
	return b.set(b.formula.Reduce(row))
}

// available says whether each set of faulty nodes misses a quorum: what is left when
// they are gone is in the family, or in the dual of the family is one of them.
func (b *byzantine) available() ByzantineResult {
	if b.d.Union(b.left, b.f) == b.f {
		return ByzantineResult{Verdict: verdict.Holds}
	}
	// Some set that contains all but the faulty contains no quorum: the faulty hit all.
	var faulty []uint64
	if b.faults.Sets == nil {
		faulty, _ = b.d.Smallest(b.d.Dual(b.f))
	} else {
		for _, set := range b.faults.Sets {
			if !b.d.Has(b.f, set.Complement().Words()) {
				faulty = set.Words()
				break
			}
		}
	}
	r := ByzantineResult{Verdict: verdict.Violated, Faulty: []setsys.NodeSet{b.set(faulty)}}
	r.Text = fmt.Sprintf("without %s, which may fail, no quorum is left", b.format(r.Faulty[0]))
	return r
}

func (b *byzantine) format(s setsys.NodeSet) string { return s.Format(b.c.s.Universe) }

// shares says whether what two quorums share is within no so many sets of faulty nodes.
func (b *byzantine) shares(count int) ByzantineResult {
	var x, y []uint64
	if b.faults.Sets == nil {
		x, y, _ = b.d.Least(b.f, b.f)
	} else {
		families := []diagram.Family{b.f, b.f, b.left}
		if count == 2 {
			families = append(families, b.left)
		}
		sets, ok := b.d.Apart(families...)
		if !ok {
			return ByzantineResult{Verdict: verdict.Holds}
		}
		x, y = sets[0], sets[1]
	}
	p, q := b.quorum(x), b.quorum(y)
	faulty, ok := b.cover(p.Intersection(q), count)
	if !ok {
		return ByzantineResult{Verdict: verdict.Holds}
	}
	r := ByzantineResult{Verdict: verdict.Violated, Quorums: []setsys.NodeSet{p, q}, Faulty: faulty}
	common := p.Intersection(q)
	if common.SubsetOf(faulty[0]) {
		r.Text = fmt.Sprintf("%s and %s share %s, and all of these may lie", b.format(p), b.format(q), b.shared(common))
	} else {
		r.Text = fmt.Sprintf("%s and %s share %s: %s may lie, and so may %s, so that neither outvotes the other", b.format(p), b.format(q), b.shared(common),
			b.shared(faulty[0].Intersection(common)), b.shared(common.Difference(faulty[0])))
	}
	return r
}

// shared names a set of nodes, or no node.
func (b *byzantine) shared(s setsys.NodeSet) string {
	if s.IsEmpty() {
		return "no node"
	}
	return b.format(s)
}

// cover returns so many sets of faulty nodes that have all of the set, if there are any.
func (b *byzantine) cover(set setsys.NodeSet, count int) (faulty []setsys.NodeSet, ok bool) {
	if b.faults.Sets == nil {
		nodes := set.Nodes()
		if len(nodes) > count*b.faults.F {
			return nil, false
		}
		for range count {
			k := min(b.faults.F, len(nodes))
			faulty, nodes = append(faulty, setsys.NewNodeSet(b.n, nodes[:k]...)), nodes[k:]
		}
		return faulty, true
	}
	for _, first := range b.faults.Sets {
		rest := set.Difference(first)
		if count == 1 && rest.IsEmpty() {
			return []setsys.NodeSet{first}, true
		}
		for _, second := range b.faults.Sets {
			if count == 2 && rest.SubsetOf(second) {
				return []setsys.NodeSet{first, second}, true
			}
		}
	}
	return nil, false
}

// mostOpaque is the most quorums of which all pairs are tried.
const mostOpaque = 5_000

// opaque tries all pairs of quorums, of a threshold the two that share the fewest.
func (b *byzantine) opaque() ByzantineResult {
	if t, nodes := b.formula.Uniform(); t > 0 {
		// All pairs that share equally many nodes are alike; fewer are worse.
		m := len(nodes)
		p, q := setsys.NewNodeSet(b.n, nodes[:t]...), setsys.NewNodeSet(b.n, nodes[m-t:]...)
		if b.faults.Sets == nil {
			return b.opaquePair(p, q)
		}
	}
	list, err := b.family.List()
	if err != nil || list.Len() > mostOpaque {
		return ByzantineResult{Verdict: verdict.Unknown, Text: fmt.Sprintf("more than %d quorums, of which pairs are not tried", mostOpaque)}
	}
	for _, p := range list.All() {
		b.c.step()
		for _, q := range list.All() {
			if r := b.opaquePair(p, q); r.Verdict != verdict.Holds {
				return r
			}
		}
	}
	return ByzantineResult{Verdict: verdict.Holds}
}

// opaquePair tries the faulty nodes that are worst for two quorums: of any f, those that
// both have come first, and then others of the first.
func (b *byzantine) opaquePair(p, q setsys.NodeSet) ByzantineResult {
	tries := b.faults.Sets
	if tries == nil {
		nodes := append(p.Intersection(q).Nodes(), p.Difference(q).Nodes()...)
		tries = []setsys.NodeSet{setsys.NewNodeSet(b.n, nodes[:min(b.faults.F, len(nodes))]...)}
	}
	for _, faulty := range tries {
		if opaque(p, q, faulty) {
			continue
		}
		correct := p.Intersection(q).Difference(faulty).Len()
		r := ByzantineResult{Verdict: verdict.Violated, Quorums: []setsys.NodeSet{p, q}, Faulty: []setsys.NodeSet{faulty}}
		liars := "without a liar"
		if !faulty.IsEmpty() {
			liars = "with the liars " + b.format(faulty)
		}
		r.Text = fmt.Sprintf("%s, %s and %s have %s in common, the second has %s, and the first %s", liars, b.format(p), b.format(q), phrase.Count(correct, "correct node"), phrase.Count(q.Len()-correct, "other"), phrase.Count(p.Intersection(faulty).Len(), "liar"))
		return r
	}
	return ByzantineResult{Verdict: verdict.Holds}
}

// opaque is the condition of definition 5.10 on two quorums and a set of faulty nodes.
func opaque(p, q, faulty setsys.NodeSet) bool {
	correct := p.Intersection(q).Difference(faulty).Len()
	return correct >= q.Intersection(faulty).Union(q.Difference(p)).Len() && correct > p.Intersection(faulty).Len()
}

// confirm checks a witness by the definitions.
func (b *byzantine) confirm(r ByzantineResult) error {
	if r.Verdict != verdict.Violated {
		return nil
	}
	for _, q := range r.Quorums {
		if !b.isQuorum(q) {
			return fmt.Errorf("%v is no quorum", q)
		}
	}
	for _, faulty := range r.Faulty {
		ok := b.faults.Sets == nil && faulty.Len() <= b.faults.F
		for _, set := range b.faults.Sets {
			ok = ok || faulty.SubsetOf(set)
		}
		if !ok {
			return fmt.Errorf("%v may not fail at once", faulty)
		}
	}
	switch {
	case len(r.Quorums) == 0:
		if b.formula.Satisfied(r.Faulty[0].Complement().Words()) {
			return fmt.Errorf("there is a quorum without %v", r.Faulty[0])
		}
	case r.Property == "opaque":
		if opaque(r.Quorums[0], r.Quorums[1], r.Faulty[0]) {
			return errors.New("the condition holds for the witness")
		}
	default:
		common := r.Quorums[0].Intersection(r.Quorums[1])
		for _, faulty := range r.Faulty {
			common = common.Difference(faulty)
		}
		if want := map[string]int{"dissemination": 1, "masking": 2}[r.Property]; !common.IsEmpty() || len(r.Faulty) != want {
			return fmt.Errorf("the quorums share %v besides", common)
		}
	}
	return nil
}

// isQuorum reports whether the set is one of the quorums.
func (b *byzantine) isQuorum(q setsys.NodeSet) bool {
	switch t := b.family.Trust(); {
	case t != nil:
		return t.IsMinimal(q.Words())
	case b.family.Formula() != nil:
		return b.formula.IsMinimal(q.Words())
	}
	for _, x := range b.family.All() {
		if x.Equal(q) {
			return true
		}
	}
	return false
}
