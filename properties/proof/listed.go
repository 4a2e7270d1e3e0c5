package proof

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// A violation is what a formula asks for: sets, one of each source, and what they have in common.
type violation struct {
	from []source
	rule rule
	asks string
}

// A rule is what sets have in common.
type rule int

const (
	pairwise rule = iota // they are pairwise disjoint
	apart                // no node is in all of them
	blocking             // they are pairwise disjoint, up to so many, and leave no further one outside of them
	covering             // the same, disjoint or not
)

// violation returns what violates a property, where that is such sets.
//
// More of them than there are nodes are never needed: of pairwise disjoint non-empty sets there are
// no more; and of more than n sets, one adds nothing to the union of the others.
func (w *writer) violation(id properties.ID) (v violation, ok bool) {
	s, n := w.s, w.s.Universe.Len()
	quorum, write, read, requests := source{"quorum", s.Quorums}, source{"write quorum", s.Write}, source{"read quorum", s.Read}, source{"request set", s.Requests}
	some := func(f source, r int, rule rule, asks string) (violation, bool) {
		return violation{slices.Repeat([]source{f}, r), rule, asks}, true
	}
	packing := func(f source, r int) (violation, bool) {
		r = min(r, n+1)
		if r == 2 {
			return some(f, r, pairwise, fmt.Sprintf("2 disjoint %ss", f.what))
		}
		return some(f, r, pairwise, fmt.Sprintf("%d pairwise disjoint %ss", r, f.what))
	}
	leaving := func(f source, rule rule, which string) (violation, bool) {
		if s.K == 1 {
			evident("there is nothing to check, because k is 1")
		}
		r := min(s.K-1, n)
		return some(f, r, rule, fmt.Sprintf("up to %d %ss, %s, that leave no further one disjoint from them", r, f.what, which))
	}
	switch id {
	case properties.Intersection:
		switch s.Kind {
		case setsys.Coterie:
			return packing(quorum, 2)
		case setsys.KCoterie:
			return packing(quorum, s.K+1)
		case setsys.KArbiter:
			r := min(s.K, n) + 1
			return some(quorum, r, apart, fmt.Sprintf("%d quorums, repeats allowed, without a common node", r))
		}
	case properties.WriteIntersection:
		return packing(write, max(s.K, 1)+1)
	case properties.ReadIntersection:
		return packing(read, 2)
	case properties.WriteReadIntersection:
		return violation{[]source{write, read}, pairwise, "a write quorum and a read quorum that are disjoint"}, true
	case properties.PairwiseIntersection:
		return packing(requests, 2)
	case properties.Arbitration:
		if n <= s.M {
			evident("there are no more processes than resources")
		}
		m := s.M
		return some(requests, m+1, apart,
			fmt.Sprintf("%d request sets, repeats allowed, without a common node (with repeats, those of further processes fill them up to %d different ones)", m+1, m+1))
	case properties.NonIntersection:
		return leaving(quorum, blocking, "pairwise disjoint")
	case properties.WriteNonIntersection:
		return leaving(write, blocking, "pairwise disjoint")
	case properties.StrongNonIntersection:
		return leaving(quorum, covering, "disjoint or not")
	}
	return v, false
}

// ofListed returns the proofs of a property whose families are listed. Their formulas
// are chains (see chain), but those of domination.
//
//	no k+1 disjoint quorums   a chain with the rule disjoint
//	quorums with a common     a chain of the complements: its final rule asks for every
//	node                      node to be in the union, so in no common part
//	quorums that leave a      a chain of quorums or of nothing, k-1 times; its final
//	further one               rule asks for a node of every quorum
func (w *writer) ofListed(id properties.ID) []*Proof {
	for _, f := range w.s.Families() {
		for i := range f.Family.Len() {
			if words.Empty(f.Family.Words(i)) {
				giveUp("a set of the family %s is empty", f.Role)
			}
		}
	}
	if v, ok := w.violation(id); ok {
		return []*Proof{w.chain(string(id), v)}
	}
	switch id {
	case properties.Intersection:
		return w.patterns(id)
	case properties.Nondomination:
		return w.undominated()
	case properties.NonEmpty, properties.SelfMembership, properties.FullSets:
		evident("a look at each set of the file shows it")
	case properties.Minimality, properties.WriteMinimality, properties.ReadMinimality, properties.Singhal:
		evident("a look at each two sets of the file shows it")
	}
	giveUp("qcheck has no formula for this property")
	return nil
}

// A source is a family to choose from, and what its sets are called.
type source struct {
	what   string
	family setsys.Family
}

// name names set i of the source.
func (w *writer) name(f source, i int) string {
	what := f.what
	if f.what == "request set" {
		what += " of " + w.s.Universe.Name(i)
	}
	return what + " " + f.family.At(i).Format(w.s.Universe)
}

func (w *writer) node(v int) string { return "node " + w.s.Universe.Name(v) }

// choice returns level j, where a set of the source is chosen, or in terms of
// others in their place.
func (w *writer) choice(f source, j int, in setsys.Family) *level {
	return &level{sets: in, text: func(i int) string {
		if i == f.family.Len() {
			return fmt.Sprintf("choice %d is no set at all", j)
		}
		return fmt.Sprintf("choice %d is the %s", j, w.name(f, i))
	}}
}

func first(j int, what string) string {
	if j == 1 {
		return "choice 1"
	}
	return fmt.Sprintf("%s the choices 1 to %d", what, j)
}

// chain is for sets as the violation asks, put into clauses.
func (w *writer) chain(name string, v violation) *Proof {
	n := w.s.Universe.Len()
	q := question{disjoint: v.rule == pairwise || v.rule == blocking}
	q.union = func(j, node int) string { return fmt.Sprintf("%s is in %s", w.node(node), first(j, "one of")) }
	if v.rule == apart {
		q.union = func(j, node int) string { return fmt.Sprintf("%s is not in %s", w.node(node), first(j, "all of")) }
	}
	for j, f := range v.from {
		b := setsys.NewFamilyBuilder(n)
		for _, set := range f.family.All() {
			if v.rule == apart {
				set = set.Complement()
			}
			b.Add(set)
		}
		if v.rule >= blocking && j > 0 {
			b.Add(setsys.NewNodeSet(n))
		}
		q.levels = append(q.levels, w.choice(f, j+1, b.Family()))
	}
	if v.rule != pairwise {
		q.final = []setsys.NodeSet{}
	}
	for node := 0; v.rule == apart && node < n; node++ {
		q.final = append(q.final, setsys.NewNodeSet(n, node))
	}
	if v.rule >= blocking {
		for _, set := range v.from[0].family.All() {
			q.final = append(q.final, set)
		}
	}
	return w.refuted(name, v.asks, q.encoding(), newChain(&inequalities{ctx: w.ctx}, n, q))
}

// encoding says what the clauses of the question demand.
func (q question) encoding() string {
	text := `Clauses: for each choice, one of its sets is chosen.`
	if q.disjoint {
		text += `
A chosen set has no node of the earlier ones, and its nodes are in one of the
choices from then on.`
	}
	if q.final != nil {
		text += `
A variable of a node is true only where the set chosen, or an earlier one, makes
it so. In the end, one variable is true of each group of nodes that must have
one: the last clauses of the formula.`
	}
	return text
}

// patterns has a chain for each critical conflicting request pattern.
func (w *writer) patterns(id properties.ID) []*Proof {
	var all []*Proof
	for _, p := range properties.CriticalPatterns(w.s.K) {
		name := string(id)
		var from []source
		var units []string
		for _, h := range p {
			name += fmt.Sprintf("-%d", h)
			units = append(units, fmt.Sprint(h))
			from = append(from, source{fmt.Sprintf("quorum for %d units", h), w.s.ByUnits[h-1]})
		}
		asks := fmt.Sprintf("quorums for %s units, which exceed k = %d, without a common node", strings.Join(units, " + "), w.s.K)
		all = append(all, w.chain(name, violation{from, apart, asks}))
	}
	return all
}

// refuted returns the proof of clauses, if proofs are asked for.
func (w *writer) refuted(name, asks, encoding string, g *refutation) *Proof {
	if w.prove {
		g.refute(0)
	}
	return proofOf(name, asks, encoding, g.inequalities)
}

// undominated is for a set that can be added as a quorum: it contains no quorum, and
// meets every common part that quorums of the others of a critical pattern can have
// (for a coterie, every quorum).
func (w *writer) undominated() []*Proof {
	s := w.s
	if s.Kind == setsys.KCoterie {
		giveUp("whether another %s dominates it is no question for one formula of this kind: adding a quorum may call for others", s.KindName())
	}
	pattern := [][]int{slices.Repeat([]int{1}, min(cmp.Or(s.K, 1), s.Universe.Len())+1)}
	if s.Kind == setsys.HKArbiter {
		pattern = properties.CriticalPatterns(s.K)
	}
	var all []*Proof
	for h, f := range s.Families() {
		var parts []setsys.Family
		for _, p := range pattern {
			if i := slices.Index(p, h+1); i >= 0 {
				parts = append(parts, w.parts(slices.Delete(slices.Clone(p), i, i+1)))
			}
		}
		name, asks := "nondomination", "a set that contains no quorum and meets every quorum"
		switch s.Kind {
		case setsys.KArbiter:
			asks = fmt.Sprintf("a set that contains no quorum and meets what any %d quorums, repeats allowed, have in common", len(pattern[0])-1)
		case setsys.HKArbiter:
			name += fmt.Sprintf("-%d", h+1)
			asks = fmt.Sprintf("a set that contains no quorum for %d units and meets what quorums of the other requests of a critical conflicting request pattern with one for %d units have in common", h+1, h+1)
		}
		all = append(all, w.gap(name, asks, f.Family, parts))
	}
	return all
}

// parts returns the minimal sets of nodes that quorums for so many units each can
// have in common.
func (w *writer) parts(units []int) setsys.Family {
	n := w.s.Universe.Len()
	common := setsys.NewFamily(n, w.s.Universe.Full())
	row := make([]uint64, words.Of(n))
	for _, h := range units {
		f := w.s.Families()[h-1].Family
		if common.Len()*f.Len() > maxNumbers {
			giveUp("the quorums have too many common parts")
		}
		next := words.NewTable(len(row))
		for i := range common.Len() {
			for j := range f.Len() {
				words.And(row, common.Words(i), f.Words(j))
				next.Insert(row)
			}
		}
		b := setsys.NewFamilyBuilder(n)
		for i := range next.Len() {
			b.AddWords(next.Row(i))
		}
		common = b.Family().Minimal()
	}
	return common
}

// gap is for a set that contains no set of f and meets every set of the others.
func (w *writer) gap(name, asks string, f setsys.Family, meets []setsys.Family) *Proof {
	c := &inequalities{ctx: w.ctx}
	n := w.s.Universe.Len()
	for v := range n {
		c.variable("%s is in the set", w.node(v))
	}
	g := newRefutation(c)
	add := func(set setsys.NodeSet, sign int) { // some node is in the set that is asked for, or is not
		var literals []int
		for v := range set.All() {
			literals = append(literals, sign*(v+1))
		}
		g.add(literals...)
	}
	for _, set := range f.All() {
		add(set, -1)
	}
	b := setsys.NewFamilyBuilder(n)
	for _, m := range meets {
		for i := range m.Len() {
			b.AddWords(m.Words(i))
		}
	}
	for _, set := range b.Family().Minimal().All() {
		add(set, 1)
	}
	return w.refuted(name, asks, `Clauses: of each quorum, some node is not in the set. Of each set that it must
meet, some node is; of these sets the minimal ones have clauses.`, g)
}
