package setsys

import (
	"qcheck/setsys/near"
	"qcheck/setsys/words"
)

// A threshold is satisfied by a node set that satisfies need of its parts.
type threshold struct {
	need int
	of   []part
}

// A part is a node, which a set satisfies that has it, or a threshold.
type part struct {
	node int
	sub  *threshold // nil: the part is a node
}

// threshold reads the threshold at the offset, which has these members, and
// returns its minimal sets.
func (f *familyDecoder) threshold(at int, members []member) (Family, error) {
	t, err := f.parseThreshold(at, members)
	if err != nil {
		return Family{}, err
	}
	g, err := t.expand(f.universe.Len(), f.opts.MaxSets)
	if err != nil {
		return Family{}, f.failed(at, "the threshold is too large to expand: ", err)
	}
	return g, nil
}

func (f *familyDecoder) parseThreshold(at int, members []member) (*threshold, error) {
	for _, m := range members {
		if m.key != keyThreshold && m.key != keyOf {
			return nil, f.errorf(m.keyAt, "unknown key %s in a threshold%s", quote(m.key), near.Hint(m.key, []string{keyThreshold, keyOf}))
		}
	}
	need, ok := find(members, keyThreshold)
	if !ok {
		return nil, f.errorf(at, "key %q is missing", keyThreshold)
	}
	of, ok := find(members, keyOf)
	if !ok {
		return nil, f.errorf(at, "key %q is missing", keyOf)
	}
	t := &threshold{}
	var err error
	if t.need, err = f.integerAt(need.at, "a number for \"threshold\""); err != nil {
		return nil, err
	}
	if f.data[of.at] != '[' {
		return nil, f.wrongType(of.at, "a list of nodes and thresholds")
	}
	seen := map[int]bool{}
	_, err = f.elements(of.at, func(at int) (int, error) {
		if f.data[at] == '{' {
			members, err := f.object(at)
			if err != nil {
				return 0, err
			}
			sub, err := f.parseThreshold(at, members)
			t.of = append(t.of, part{sub: sub})
			return f.skip(at), err
		}
		v, end, err := f.node(at, " or a threshold")
		if err == nil && seen[v] {
			err = f.errorf(at, "node %s is in the threshold twice", f.display(v))
		}
		seen[v] = true
		t.of = append(t.of, part{node: v})
		return end, err
	})
	if err != nil {
		return nil, err
	}
	if len(t.of) == 0 {
		return nil, f.errorf(of.at, "a threshold of no members")
	}
	if t.need < 1 || t.need > len(t.of) {
		return nil, f.errorf(need.at, "threshold %s of %d members: want 1 to %d", clip(string(f.number(need.at))), len(t.of), len(t.of))
	}
	return t, nil
}

// expand returns the minimal sets over n nodes that satisfy t, in canonical
// order. Where they are more than limit, the error is an ErrTooMany; it may be
// one also where a node occurs more than once and a step on the way has more.
func (t *threshold) expand(n, limit int) (Family, error) {
	if t.readOnce(make([]bool, n)) {
		if t.choices(limit) > limit {
			return Family{}, ErrTooMany{limit}
		}
		return t.choose(n).Canonical(), nil
	}
	x := &expansion{n: n, limit: limit, work: 64 * limit}
	return x.minimal(t)
}

// readOnce reports whether no node occurs twice in t; seen are those that do
// elsewhere, and is added to.
func (t *threshold) readOnce(seen []bool) bool {
	for _, p := range t.of {
		if p.sub != nil {
			if !p.sub.readOnce(seen) {
				return false
			}
			continue
		}
		if seen[p.node] {
			return false
		}
		seen[p.node] = true
	}
	return true
}

// choices returns the number of minimal sets of a threshold that is read once,
// or limit+1 where there are more than limit: each choice of need parts and of
// one minimal set for each part chosen makes another one.
func (t *threshold) choices(limit int) int {
	// ways[s] counts the choices of s parts among those seen.
	ways := make([]int, t.need+1)
	ways[0] = 1
	for _, p := range t.of {
		c := 1
		if p.sub != nil {
			c = p.sub.choices(limit)
		}
		for s := t.need; s > 0; s-- {
			ways[s] = min(ways[s]+ways[s-1]*c, limit+1)
		}
	}
	return ways[t.need]
}

// choose returns the minimal sets of a threshold that is read once.
func (t *threshold) choose(n int) Family {
	sub := make([]Family, len(t.of))
	for i, p := range t.of {
		if p.sub != nil {
			sub[i] = p.sub.choose(n)
		}
	}
	b := NewFamilyBuilder(n)
	row := make([]uint64, words.Of(n))
	var rest func(from, need int)
	rest = func(from, need int) {
		if need == 0 {
			b.AddWords(row)
			return
		}
		for i := from; i <= len(t.of)-need; i++ {
			if t.of[i].sub == nil {
				words.Add(row, t.of[i].node)
				rest(i+1, need-1)
				words.Remove(row, t.of[i].node)
				continue
			}
			for j := range sub[i].Len() {
				words.Or(row, row, sub[i].Words(j))
				rest(i+1, need-1)
				words.AndNot(row, row, sub[i].Words(j))
			}
		}
	}
	rest(0, t.need)
	return b.Family()
}

// An expansion finds the minimal sets of thresholds in which a node occurs
// more than once. It holds at most limit sets at a time, and touches at most
// work words of sets.
type expansion struct {
	n, limit   int
	held, work int
}

// hold counts the sets that take the place of as many others.
func (x *expansion) hold(sets, others int) error {
	if x.held += sets - others; x.held > x.limit {
		return ErrTooMany{x.limit}
	}
	return nil
}

// minimal goes through the parts and keeps, for each s, the minimal sets that
// satisfy s of the parts so far.
func (x *expansion) minimal(t *threshold) (Family, error) {
	before := x.held
	families, err := x.parts(t)
	if err != nil {
		return Family{}, err
	}
	sets := make([]Family, t.need+1)
	sets[0] = NewFamily(x.n, NewNodeSet(x.n))
	for s := 1; s <= t.need; s++ {
		sets[s] = Family{n: x.n}
	}
	for i, g := range families {
		left := len(families) - i - 1
		for s := t.need; s >= max(1, t.need-left); s-- { // fewer than that cannot reach need
			f, err := x.extend(sets[s], sets[s-1], g)
			if err == nil {
				err = x.hold(f.Len(), sets[s].Len())
			}
			if err != nil {
				return Family{}, err
			}
			sets[s] = f
		}
	}
	x.held = before
	return sets[t.need], x.hold(sets[t.need].Len(), 0)
}

// parts returns the minimal sets of each part of t.
func (x *expansion) parts(t *threshold) ([]Family, error) {
	var families []Family
	for _, p := range t.of {
		if p.sub == nil {
			families = append(families, NewFamily(x.n, NewNodeSet(x.n, p.node)))
			continue
		}
		g, err := x.minimal(p.sub)
		if err != nil {
			return nil, err
		}
		families = append(families, g)
	}
	return families, nil
}

// extend returns the minimal sets among those of f and the unions of one of
// from and one of g.
func (x *expansion) extend(f, from, g Family) (Family, error) {
	if x.work -= 1 + (f.Len()+from.Len()*g.Len())*words.Of(x.n); x.work < 0 {
		return Family{}, ErrTooMany{x.limit}
	}
	if from.Len() == 0 {
		return f, nil
	}
	seen := words.NewTable(words.Of(x.n))
	add := func(row []uint64) bool {
		seen.Insert(row)
		return seen.Len() <= x.limit
	}
	for i := range f.Len() {
		add(f.Words(i))
	}
	row := make([]uint64, words.Of(x.n))
	for i := range from.Len() {
		for j := range g.Len() {
			words.Or(row, from.Words(i), g.Words(j))
			if !add(row) {
				return Family{}, ErrTooMany{x.limit}
			}
		}
	}
	b := NewFamilyBuilder(x.n)
	for i := range seen.Len() {
		b.AddWords(seen.Row(i))
	}
	return b.Family().Minimal(), nil
}
