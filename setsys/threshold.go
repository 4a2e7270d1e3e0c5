package setsys

import (
	"cmp"
	"maps"
	"slices"

	"qcheck/setsys/words"
)

// expand returns the minimal sets of the formula over n nodes, in canonical
// order. Where they are more than limit, the error is an ErrTooMany; it may be
// one also where a step on the way has more or takes too long, which can happen
// when a node occurs more than once or members have weights.
func (f *Formula) expand(n, limit int, step Step) (Family, error) {
	if !f.readOnce(make([]bool, n), map[*Formula]bool{}) {
		x := &expansion{n: n, limit: limit, work: 64 * limit, step: step}
		return x.minimal(f)
	}
	if f.choices(limit) > limit {
		return Family{}, ErrTooMany{limit}
	}
	g, ok := f.choose(n, limit, step)
	if !ok {
		return Family{}, ErrTooMany{limit}
	}
	return g.Canonical(step), nil
}

// readOnce reports whether no node occurs twice in f; seen are the nodes that occur
// elsewhere, and is added to.
func (f *Formula) readOnce(seen []bool, thresholds map[*Formula]bool) bool {
	if f.need == 0 {
		twice := seen[f.node]
		seen[f.node] = true
		return !twice
	}
	if thresholds[f] {
		return false
	}
	thresholds[f] = true
	return !slices.ContainsFunc(f.members, func(m *Formula) bool { return !m.readOnce(seen, thresholds) })
}

// byWeight returns the members of a threshold by descending weight, and the weight of
// those from each place on. Members that join in this order until the threshold has what
// it needs are a minimal coalition, as the last one has the least weight; and each minimal
// coalition is met once.
func (f *Formula) byWeight() (order, left []int) {
	order, left = make([]int, len(f.members)), make([]int, len(f.members)+1)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(f.weight(j), f.weight(i)) })
	for p := len(order) - 1; p >= 0; p-- {
		left[p] = left[p+1] + f.weight(order[p])
	}
	return order, left
}

// fold goes through the members of a threshold by weight. It keeps, for each weight
// that the members so far leave to be reached, what is known of the coalitions among them:
// start for that of nobody. Extend adds to what is known there what one more member makes
// of the coalitions from another place. These are at most limit places: each leads to a set.
func fold[T any](f *Formula, members []T, start T, limit int, extend func(to, from, member T) (T, error)) (done T, err error) {
	order, left := f.byWeight()
	at := map[int]T{f.need: start}
	for p, i := range order {
		next := maps.Clone(at)
		maps.DeleteFunc(next, func(need int, _ T) bool { return need > left[p+1] })
		for _, need := range slices.Sorted(maps.Keys(at)) {
			to := max(0, need-f.weight(i))
			if need == 0 || to > left[p+1] {
				continue
			}
			if next[to], err = extend(next[to], at[need], members[i]); err == nil && len(next) > limit+1 {
				err = ErrTooMany{limit}
			}
			if err != nil {
				return done, err
			}
		}
		at = next
	}
	return at[0], nil
}

// choices returns the number of minimal sets of a formula in which no node occurs twice,
// or limit+1 where there are more than limit: each minimal coalition, with a minimal set
// for each of its members, makes another one.
func (f *Formula) choices(limit int) int {
	if f.need == 0 {
		return min(1, limit+1)
	}
	members := make([]int, len(f.members))
	for i, m := range f.members {
		members[i] = m.choices(limit)
	}
	// What is more than limit on the way leads to more than limit sets.
	count, err := fold(f, members, 1, limit, func(to, from, member int) (int, error) {
		if to += from * member; to > limit {
			return 0, ErrTooMany{limit}
		}
		return to, nil
	})
	if err != nil {
		return limit + 1
	}
	return count
}

// choose returns the minimal sets of a formula in which no node occurs twice, and whether
// neither it nor a member has more than limit.
func (f *Formula) choose(n, limit int, step Step) (Family, bool) {
	if f.need == 0 {
		return NewFamily(n, NewNodeSet(n, f.node)), true
	}
	sub := make([]Family, len(f.members))
	for i, m := range f.members {
		var ok bool
		if sub[i], ok = m.choose(n, limit, step); !ok {
			return Family{}, false
		}
	}
	b := NewFamilyBuilder(n)
	row := make([]uint64, words.Of(n))
	order, left := f.byWeight()
	var join func(p, need int) bool
	join = func(p, need int) bool {
		step()
		if need <= 0 {
			b.AddWords(row)
			return b.Len() <= limit
		}
		for ; left[p] >= need; p++ {
			g := sub[order[p]]
			for j := range g.len {
				words.Or(row, row, g.Words(j))
				if !join(p+1, need-f.weight(order[p])) {
					return false
				}
				words.AndNot(row, row, g.Words(j))
			}
		}
		return true
	}
	ok := join(0, f.need)
	return b.Family(), ok
}

// An expansion finds the minimal sets of formulas in which nodes occur more than once. It
// holds at most limit sets at a time, and touches at most work words of sets.
type expansion struct {
	n, limit   int
	held, work int
	step       Step
}

// minimal keeps, for each weight that is left to be reached, the minimal sets that do so.
func (x *expansion) minimal(f *Formula) (Family, error) {
	if f.need == 0 {
		return NewFamily(x.n, NewNodeSet(x.n, f.node)), nil
	}
	before := x.held
	members := make([]Family, len(f.members))
	for i, m := range f.members {
		var err error
		if members[i], err = x.minimal(m); err != nil {
			return Family{}, err
		}
	}
	g, err := fold(f, members, NewFamily(x.n, NewNodeSet(x.n)), x.limit, func(to, from, member Family) (Family, error) {
		more, err := x.extend(to, from, member)
		if x.held += more.len - to.len; err == nil && x.held > x.limit {
			err = ErrTooMany{x.limit}
		}
		return more, err
	})
	if x.held = before + g.len; err == nil && x.held > x.limit {
		err = ErrTooMany{x.limit}
	}
	return g, err
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
