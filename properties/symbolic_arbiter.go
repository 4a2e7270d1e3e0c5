package properties

import (
	"fmt"
	"slices"

	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// arbiter looks for k+1 quorums without a common node, and for as few as there are.
func (y *symbolic) arbiter() finding {
	role, k := setsys.QuorumsRole, y.c.s.K
	f := y.formulas[role]
	// Of more than n+1 quorums, one takes nothing from what the others share.
	k = min(k, y.n)
	if u, ok := uniformOf(f); ok {
		lack := u.m - u.size
		if (k+1)*lack < u.m {
			return finding{method: byCounting("%d quorums lack at most %d·%d of %d nodes together", k+1, k+1, lack, u.m)}
		}
		count := (u.m + lack - 1) / lack
		w := finding{broken: true, method: byCounting("%d quorums can lack all %d nodes, %d each", count, u.m, lack)}
		for i := range count {
			w.members = append(w.members, y.member(role, u.without(y.n, i)))
		}
		sortMembers(w.members)
		return w
	}
	if y.counting.shares(f, k+1) {
		return finding{method: byCounting("the weights leave some member to any %d quorums", k+1)}
	}
	for r := 2; r <= k+1; r++ {
		if members, ok := y.apart(slices.Repeat([]setsys.Role{role}, r)); ok {
			sortMembers(members)
			return finding{broken: true, members: members}
		}
	}
	return finding{}
}

// common returns the sets that contain the common nodes of some quorums of the
// roles, which are ascending.
func (y *symbolic) common(roles []setsys.Role) diagram.Family {
	same := 1
	for same < len(roles) && roles[same] == roles[0] {
		same++
	}
	f := y.meet(roles[0], same)
	if same == len(roles) {
		return f
	}
	return y.d.Meet(f, y.common(roles[same:]))
}

// apart returns quorums of the roles, two or more, without a common node, if there
// are any.
func (y *symbolic) apart(roles []setsys.Role) ([]property.Member, bool) {
	within := make([]uint64, words.Of(y.n)) // what the next ones may share
	var members []property.Member
	for len(roles) > 1 {
		outside := make([]uint64, len(within))
		words.AndNot(outside, words.Full(y.n), within)
		one, rest, ok := y.d.Divide(y.family(roles[0]), y.common(roles[1:]), within, outside)
		if !ok {
			return nil, false
		}
		members = append(members, y.member(roles[0], y.quorum(roles[0], one)))
		within, roles = rest, roles[1:]
	}
	return append(members, y.member(roles[0], y.quorum(roles[0], within))), true
}

// unitsArbiter looks for a critical pattern and quorums for it without a common
// node. A pattern with an h for which there is no quorum has no assignment.
func (y *symbolic) unitsArbiter() finding {
	s := y.c.s
	var uniforms []uniform
	for h := 1; h <= s.K; h++ {
		f := y.formulas[setsys.UnitsRole(h)]
		if f == nil {
			break
		}
		u, ok := uniformOf(f)
		if !ok || h > 1 && !slices.Equal(u.nodes, uniforms[0].nodes) {
			break
		}
		uniforms = append(uniforms, u)
	}
	counted := len(uniforms) == s.K
	w, patterns := finding{}, 0
	eachCriticalPattern(s.K, func(pattern []int) bool {
		y.c.step()
		patterns++
		if counted {
			lack := 0
			for _, h := range pattern {
				lack += uniforms[h-1].m - uniforms[h-1].size
			}
			if lack < uniforms[0].m {
				return true
			}
		}
		counted = false
		roles := make([]setsys.Role, len(pattern))
		for i, h := range pattern {
			roles[i] = setsys.UnitsRole(h)
		}
		w.members, w.broken = y.apart(roles)
		return !w.broken
	})
	if counted {
		w.method = byCounting("in none of %d patterns the quorums can lack all %d nodes", patterns, uniforms[0].m)
	}
	return w
}

func (y *symbolic) nondomination() finding {
	s := y.c.s
	for _, id := range Required(s.Kind) {
		if f := y.c.find(id); f.broken {
			return finding{broken: true, members: f.members, violates: id, method: f.method}
		}
	}
	switch s.Kind {
	case setsys.Coterie:
		if y.counting.selfDual(y.formulas[setsys.QuorumsRole]) {
			return finding{method: byCounting("in each threshold, twice the weight needed is 1 more than there is: it is its own dual")}
		}
		return y.dominatedArbiter(1)
	case setsys.KArbiter:
		return y.dominatedArbiter(min(s.K, y.n))
	case setsys.HKArbiter:
		return y.dominatedUnits()
	}
	return y.dominatedKCoterie()
}

// gap returns a minimal set S without a quorum in f whose complement is not in
// others, if there is one.
func (y *symbolic) gap(f, others diagram.Family) ([]uint64, bool) {
	d := y.d
	_, set, ok := d.Divide(d.Dual(f), d.Dual(others), make([]uint64, words.Of(y.n)), words.Full(y.n))
	if !ok {
		return nil, false
	}
	dual := d.Dual(others)
	for v := y.n - 1; v >= 0; v-- {
		if words.Has(set, v) {
			if words.Remove(set, v); !d.Has(dual, set) {
				words.Add(set, v)
			}
		}
	}
	return set, true
}

// dominatedArbiter looks for a quorum that can be added, where k others share
// something with it.
func (y *symbolic) dominatedArbiter(k int) finding {
	role := setsys.QuorumsRole
	if u, ok := uniformOf(y.formulas[role]); ok && u.size <= k*(u.m-u.size)+1 {
		return finding{method: byCounting("a set that meets what %d quorums share has more than %d·%d nodes, and so a quorum", k, k, u.m-u.size)}
	}
	set, ok := y.gap(y.family(role), y.meet(role, k))
	if !ok {
		return finding{}
	}
	return y.added(y.member(role, set))
}

func (y *symbolic) dominatedUnits() finding {
	for h := 1; h <= y.c.s.K; h++ {
		role := setsys.UnitsRole(h)
		others := diagram.None
		eachCriticalPattern(y.c.s.K, func(pattern []int) bool {
			y.c.step()
			if i := slices.Index(pattern, h); i >= 0 {
				var roles []setsys.Role
				for _, g := range slices.Delete(slices.Clone(pattern), i, i+1) {
					roles = append(roles, setsys.UnitsRole(g))
				}
				others = y.d.Union(others, y.common(roles))
			}
			return true
		})
		if set, ok := y.gap(y.family(role), others); ok {
			return y.added(y.member(role, set))
		}
	}
	return finding{}
}

func (y *symbolic) dominatedKCoterie() finding {
	role, k := setsys.QuorumsRole, y.c.s.K
	if u, ok := uniformOf(y.formulas[role]); ok && (k+1)*u.size <= u.m+1 {
		return finding{method: byCounting("a set without a quorum leaves %d·%d nodes at least, and so %s", k, u.size, disjointQuorums(k))}
	}
	f := y.family(role)
	set, ok := y.gap(f, y.join(role, min(k, y.n)))
	if !ok {
		return finding{}
	}
	m := y.member(role, set)
	g := y.d.Union(f, y.d.Of(setsys.All(setsys.OfNodes(m.Set.Nodes()...)...)))
	for r := 1; r < min(k, y.n+1); r++ {
		if _, stuck := y.blocking(g, role, r, false); stuck {
			return finding{open: "a quorum can be added only together with others"}
		}
	}
	return y.added(m)
}

// added is the finding that the structure with this quorum dominates it, if that
// can be confirmed.
func (y *symbolic) added(m property.Member) finding {
	w := Witness{Property: Nondomination, Structure: y.c.s, Added: []property.Member{m}}
	if err := w.Confirm(); err != nil {
		if property.IsUndecided(err) {
			return finding{open: fmt.Sprintf("whether %s can be added was not confirmed", m.Set.Format(y.c.s.Universe))}
		}
		panic("properties: " + err.Error())
	}
	return finding{broken: true, added: w.Added}
}
