package setsys

import (
	"cmp"
	"slices"

	"qcheck/setsys/words"
)

// expand returns the minimal sets of the formula over n nodes, in canonical
// order. Where they are more than limit, the error is an ErrTooMany; it may be
// one also where a step on the way has more or takes too long, which can happen
// when a node occurs more than once or members have weights.
func (f *Formula) expand(n, limit int, step Step) (Family, error) {
	if f.plain(make([]bool, n), map[*Formula]bool{}) {
		if f.choices(limit) > limit {
			return Family{}, ErrTooMany{limit}
		}
		return f.choose(n, step).Canonical(step), nil
	}
	x := &expansion{n: n, limit: limit, work: 64 * limit, step: step}
	return x.minimal(f)
}

// plain reports whether no node occurs twice in f and all weights are 1; seen are
// the nodes that occur elsewhere, and is added to.
func (f *Formula) plain(seen []bool, thresholds map[*Formula]bool) bool {
	if f.need == 0 {
		twice := seen[f.node]
		seen[f.node] = true
		return !twice
	}
	if thresholds[f] {
		return false
	}
	thresholds[f] = true
	for i, m := range f.members {
		if f.weight(i) != 1 || !m.plain(seen, thresholds) {
			return false
		}
	}
	return true
}

// choices returns the number of minimal sets of a plain formula, or limit+1 where
// there are more than limit: each choice of need members and of one minimal set
// for each member chosen makes another one.
func (f *Formula) choices(limit int) int {
	if f.need == 0 {
		return min(1, limit+1)
	}
	// ways[s] counts the choices of s members among those seen.
	ways := make([]int, f.need+1)
	ways[0] = 1
	for _, m := range f.members {
		c := m.choices(limit)
		for s := f.need; s > 0; s-- {
			ways[s] = min(ways[s]+ways[s-1]*c, limit+1)
		}
	}
	return ways[f.need]
}

// choose returns the minimal sets of a plain formula.
func (f *Formula) choose(n int, step Step) Family {
	b := NewFamilyBuilder(n)
	row := make([]uint64, words.Of(n))
	if f.need == 0 {
		words.Add(row, f.node)
		b.AddWords(row)
		return b.Family()
	}
	sub := make([]Family, len(f.members))
	for i, m := range f.members {
		if m.need != 0 {
			sub[i] = m.choose(n, step)
		}
	}
	var rest func(from, need int)
	rest = func(from, need int) {
		step()
		if need == 0 {
			b.AddWords(row)
			return
		}
		for i := from; i <= len(f.members)-need; i++ {
			if m := f.members[i]; m.need == 0 {
				words.Add(row, m.node)
				rest(i+1, need-1)
				words.Remove(row, m.node)
				continue
			}
			for j := range sub[i].Len() {
				words.Or(row, row, sub[i].Words(j))
				rest(i+1, need-1)
				words.AndNot(row, row, sub[i].Words(j))
			}
		}
	}
	rest(0, f.need)
	return b.Family()
}

// An expansion finds the minimal sets of formulas that are not plain. It holds at
// most limit sets at a time, and touches at most work words of sets.
type expansion struct {
	n, limit   int
	held, work int
	step       Step
}

// hold counts the sets that take the place of as many others.
func (x *expansion) hold(sets, others int) error {
	if x.held += sets - others; x.held > x.limit {
		return ErrTooMany{x.limit}
	}
	return nil
}

// minimal goes through the members and keeps, for each s, the minimal sets that
// satisfy s of the members so far.
func (x *expansion) minimal(f *Formula) (Family, error) {
	if f.need == 0 {
		return NewFamily(x.n, NewNodeSet(x.n, f.node)), nil
	}
	before := x.held
	families, err := x.members(f)
	if err != nil {
		return Family{}, err
	}
	if slices.ContainsFunc(f.weights, func(w int) bool { return w != 1 }) {
		g, err := x.weighted(f, families)
		if err != nil {
			return Family{}, err
		}
		x.held = before
		return g, x.hold(g.Len(), 0)
	}
	sets := make([]Family, f.need+1)
	sets[0] = NewFamily(x.n, NewNodeSet(x.n))
	for s := 1; s <= f.need; s++ {
		sets[s] = Family{n: x.n}
	}
	for i, g := range families {
		left := len(families) - i - 1
		for s := f.need; s >= max(1, f.need-left); s-- { // fewer than that cannot reach need
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
	return sets[f.need], x.hold(sets[f.need].Len(), 0)
}

// members returns the minimal sets of each member of f.
func (x *expansion) members(f *Formula) ([]Family, error) {
	var families []Family
	for _, m := range f.members {
		g, err := x.minimal(m)
		if err != nil {
			return nil, err
		}
		families = append(families, g)
	}
	return families, nil
}

// weighted returns the minimal sets of a threshold whose members have these
// families: those of each minimal coalition, put together. Members join by
// descending weight until they reach need, so the last one has the least weight
// and the coalition is minimal; each one is met once.
func (x *expansion) weighted(f *Formula, families []Family) (Family, error) {
	order := make([]int, len(f.members))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(f.weight(j), f.weight(i)) })
	left := make([]int, len(order)+1) // weight from a place in the order on
	for p := len(order) - 1; p >= 0; p-- {
		left[p] = left[p+1] + f.weight(order[p])
	}
	found := words.NewTable(words.Of(x.n))
	var join func(p, need int, sets Family) error
	join = func(p, need int, sets Family) error {
		if need <= 0 {
			for i := range sets.Len() {
				x.step()
				found.Insert(sets.Words(i))
			}
			if found.Len() > x.limit {
				return ErrTooMany{x.limit}
			}
			return nil
		}
		for ; left[p] >= need; p++ {
			more, err := x.extend(Family{n: x.n}, sets, families[order[p]])
			if err == nil {
				err = join(p+1, need-f.weight(order[p]), more)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	if err := join(0, f.need, NewFamily(x.n, NewNodeSet(x.n))); err != nil {
		return Family{}, err
	}
	b := NewFamilyBuilder(x.n)
	for i := range found.Len() {
		b.AddWords(found.Row(i))
	}
	return b.Family().Minimal(x.step), nil
}

// extend returns the minimal sets among those of f and the unions of one of
// from and one of g.
func (x *expansion) extend(f, from, g Family) (Family, error) {
	if x.work -= 1 + (f.Len()+from.Len()*g.Len())*words.Of(x.n); x.work < 0 {
		return Family{}, ErrTooMany{x.limit}
	}
	x.step()
	switch {
	case from.Len() == 0:
		return f, nil
	case f.Len() == 0 && from.Len() == 1 && g.Len() == 1:
		row := make([]uint64, words.Of(x.n))
		words.Or(row, from.Words(0), g.Words(0))
		return Family{n: x.n, rows: row, len: 1}, nil
	}
	seen := words.NewTable(words.Of(x.n))
	add := func(row []uint64) bool {
		x.step()
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
	return b.Family().Minimal(x.step), nil
}
