package critical

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"qcheck/properties"
	"qcheck/setsys"
)

// mostQuorums is how many quorums of a formula are listed at most, where that is needed.
const mostQuorums = 200_000

// unlisted is the family of a formula over n nodes.
func unlisted(n int, f *setsys.Formula) setsys.Family { return setsys.Unlisted(n, f, mostQuorums) }

// asEdited returns a family as a formula if its thresholds are what is edited: where its
// file gives it so, or it is a threshold family.
func asEdited(s *setsys.Structure, f setsys.Family, step func()) setsys.Family {
	g := f.Formula()
	if g == nil {
		g = f.Nested()
	}
	if g == nil && f.IsListed() && s.Kind != setsys.RequestSets {
		if t, nodes, ok := properties.Threshold(f, step); ok && t < nodes.Len() {
			g = setsys.AtLeast(t, setsys.OfNodes(nodes.Nodes()...)...)
		}
	}
	if g == nil {
		return f
	}
	return unlisted(f.Nodes(), g)
}

// rewritten returns the formula with what of returns for a node or a threshold, where it
// has something, in its place: nil is gone. A threshold that is left without members is
// gone, too.
func rewritten(f *setsys.Formula, of func(x *setsys.Formula) (*setsys.Formula, bool)) *setsys.Formula {
	known := map[*setsys.Formula]*setsys.Formula{}
	var visit func(f *setsys.Formula) *setsys.Formula
	visit = func(f *setsys.Formula) *setsys.Formula {
		g, ok := known[f]
		if ok {
			return g
		}
		if g, ok = of(f); !ok {
			g = f
			if _, isNode := f.Node(); !isNode {
				rest := members(f)
				for i, m := range rest {
					rest[i] = visit(m)
				}
				g = remaining(f, rest, f.Need())
			}
		}
		known[f] = g
		return g
	}
	return visit(f)
}

// members returns those of a threshold.
func members(f *setsys.Formula) []*setsys.Formula {
	all := make([]*setsys.Formula, f.Len())
	for i := range all {
		all[i], _ = f.Member(i)
	}
	return all
}

// remaining is the threshold f with these members, of which those that are nil are
// gone. It needs as much as before, or all of the rest if that is less; nil if
// nothing of weight is left.
func remaining(f *setsys.Formula, members []*setsys.Formula, need int) *setsys.Formula {
	var rest []*setsys.Formula
	var weights []int
	total := 0
	for i, m := range members {
		if _, weight := f.Member(i); m != nil {
			rest, weights = append(rest, m), append(weights, weight)
			total += weight
		}
	}
	if total == 0 {
		return nil
	}
	return setsys.Weighted(min(need, total), rest, weights)
}

// thresholds returns the thresholds of a formula, each after the one that it is
// first met in; nil has none.
func thresholds(f *setsys.Formula) []*setsys.Formula {
	var all []*setsys.Formula
	var visit func(f *setsys.Formula)
	visit = func(f *setsys.Formula) {
		if _, ok := f.Node(); ok || slices.Contains(all, f) {
			return
		}
		all = append(all, f)
		for _, m := range members(f) {
			visit(m)
		}
	}
	if f != nil {
		visit(f)
	}
	return all
}

// changes yields what the edits of a kind, drop or lower, make of a formula, each of one of
// its thresholds, with what they are in words.
func changes(f *setsys.Formula, u setsys.Universe, k Kind) iter.Seq2[string, *setsys.Formula] {
	return func(yield func(string, *setsys.Formula) bool) {
		for _, t := range thresholds(f) {
			with := func(g *setsys.Formula) *setsys.Formula {
				return rewritten(f, func(x *setsys.Formula) (*setsys.Formula, bool) { return g, x == t })
			}
			if k == Lower {
				if t.Need() > 1 && !yield(fmt.Sprintf("lower %s to %d", describe(t, u), t.Need()-1), with(remaining(t, members(t), t.Need()-1))) {
					return
				}
				continue
			}
			for i, m := range members(t) {
				rest := members(t)
				rest[i] = nil
				g := remaining(t, rest, t.Need()) // the last member stays
				if g != nil && !yield(fmt.Sprintf("drop %s from %s", describe(m, u), describe(t, u)), with(g)) {
					return
				}
			}
		}
	}
}

// describe writes a formula, of a long or deep one a part: "2 of (a, 2 of (b, c, d),
// 3*e)".
func describe(f *setsys.Formula, u setsys.Universe) string { return describeTo(f, u, 2) }

func describeTo(f *setsys.Formula, u setsys.Universe, depth int) string {
	if v, ok := f.Node(); ok {
		return name(u, v)
	}
	if depth == 0 {
		return fmt.Sprintf("%d of %d members", f.Need(), f.Len())
	}
	const most = 3
	var members []string
	for i := range f.Len() {
		if i == most && f.Len() > most+1 {
			members = append(members, fmt.Sprintf("... %d in all", f.Len()))
			break
		}
		m, weight := f.Member(i)
		text := describeTo(m, u, depth-1)
		if weight != 1 {
			text = fmt.Sprintf("%d*%s", weight, text)
		}
		members = append(members, text)
	}
	return fmt.Sprintf("%d of (%s)", f.Need(), strings.Join(members, ", "))
}
