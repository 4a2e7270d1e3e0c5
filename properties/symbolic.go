package properties

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/phrase"
	"qcheck/setsys/words"
)

// Families that are formulas (see setsys.Unlisted) are judged without listing
// their quorums: by counting, if that proves or refutes the property (see
// counting), and otherwise on decision diagrams (see package diagram). With f for
// the sets that contain a quorum:
//
//	k-coteries   J_1 = f, J_r+1 = Join(f, J_r) are the sets that contain r
//	             disjoint quorums. There are k+1 if and only if the nodes can be
//	             divided into a set of f and one of J_k.
//	k-arbiters   M_1 = f, M_r+1 = Meet(f, M_r) are the sets that contain the
//	             common nodes of some r quorums. There are k+1 without a common
//	             node if and only if the nodes can be divided into a set of f and
//	             one of M_k. For (h,k)-arbiters, the same for each pattern.
//	leaving no   quorum: some quorums, disjoint or not, outside of which there is
//	             none; see diagram.Blocking.
//	domination   of arbiters: a set S without a quorum such that ~S is not in M_k
//	             can be added; so ~S is in the dual of f and S in that of M_k. Of
//	             coteries: M_1.
//	domination   of k-coteries: a k-coterie that dominates has a quorum S without
//	             a quorum of f, and ~S does not contain k disjoint quorums. If
//	             there is no such S, none dominates. If there is, and f with S is a
//	             k-coterie, this one does. Otherwise the question stays open here.
//
// Minimality and nonemptiness need no search: the quorums are the minimal sets of
// a formula.
//
// When the diagrams become too large, the quorums are listed after all and judged
// one by one, if they are not too many.
type symbolic struct {
	c        *checker
	d        *diagram.Diagram
	n        int
	counting *counting
	formulas map[setsys.Role]*setsys.Formula
	families map[setsys.Role]diagram.Family
	joins    map[setsys.Role][]diagram.Family
	meets    map[setsys.Role][]diagram.Family
}

// symbolicOf returns the engine for the structure, which has it for all its
// properties.
func (c *checker) symbolicOf() *symbolic {
	if c.symbols == nil {
		y := &symbolic{
			c: c, n: c.s.Universe.Len(), counting: newCounting(c.s.Universe.Len()), formulas: map[setsys.Role]*setsys.Formula{},
			families: map[setsys.Role]diagram.Family{}, joins: map[setsys.Role][]diagram.Family{}, meets: map[setsys.Role][]diagram.Family{},
		}
		var order []*setsys.Formula
		for _, f := range c.formulas {
			y.formulas[f.Role] = f.Family.Formula()
			order = append(order, f.Family.Formula())
		}
		for _, f := range c.listed {
			if f.Family.Len() > 0 && !f.Family.HasEmpty() {
				y.formulas[f.Role] = setsys.FormulaOf(f.Family, c.step)
			}
		}
		y.d = diagram.New(y.n, c.vertices, c.step, order...)
		c.symbols = y
	}
	return c.symbols
}

// onFormulas searches on formulas, or else on the quorums listed.
func (c *checker) onFormulas(id ID, x search) finding {
	if f, decided := c.trust(id); decided {
		return f
	}
	if err := c.solve(0); err != nil {
		c.stop(err.Error())
	}
	if x.decide == nil {
		return c.byListing(id, "there is no method for formulas")
	}
	y := c.symbolicOf()
	var f finding
	err := diagram.Try(func() {
		before := y.d.Vertices()
		f = x.decide(y)
		if made := y.d.Vertices(); f.method == "" && made > 0 {
			f.method = fmt.Sprintf("by decision diagrams with %d vertices", max(made, before))
		}
	})
	switch {
	case err != nil:
		if x.guess != nil {
			if f, ok := x.guess(y); ok {
				return f
			}
		}
		return c.byListing(id, err.Error())
	case f.open != "":
		return c.byListing(id, f.open)
	}
	return f
}

// byListing decides the property on the quorums one by one, after what was tried.
func (c *checker) byListing(id ID, tried string) finding {
	if c.listing == nil {
		s, err := c.s.List(c.step)
		if err != nil {
			var many setsys.ErrTooMany
			if errors.As(err, &many) {
				err = fmt.Errorf("the quorums are more than the %d that may be listed", many.Limit)
			}
			c.stop(tried + ", and " + err.Error())
		}
		c.listing = newChecker(c.Watch, s)
	}
	c.listing.memory = maxMemory
	f := c.listing.find(id)
	f.method = "quorum by quorum, as " + tried
	return f
}

func (y *symbolic) nonEmpty() finding {
	f := y.c.nonEmpty()
	f.method = "by construction: a formula has minimal sets, and none is empty"
	return f
}

// minimality is about the families that are listed.
func (y *symbolic) minimality(id ID) finding {
	if w := y.c.allMinimal(id); w.broken {
		return w
	}
	return finding{method: "by construction: the quorums are the minimal sets of a formula"}
}

// family returns the sets that contain a quorum of the role.
func (y *symbolic) family(role setsys.Role) diagram.Family {
	f, ok := y.families[role]
	if !ok {
		f = diagram.None
		if g := y.formulas[role]; g != nil {
			f = y.d.Of(g)
		} else if slices.ContainsFunc(y.c.listed, func(x setsys.RoleFamily) bool { return x.Role == role && x.Family.Len() > 0 }) {
			f = diagram.Every // it has an empty quorum
		}
		y.families[role] = f
	}
	return f
}

// join returns the sets that contain r disjoint quorums.
func (y *symbolic) join(role setsys.Role, r int) diagram.Family {
	return y.power(y.joins, y.d.Join, role, r)
}

// meet returns the sets that contain the common nodes of some r quorums.
func (y *symbolic) meet(role setsys.Role, r int) diagram.Family {
	return y.power(y.meets, y.d.Meet, role, r)
}

// power combines r times the sets that contain a quorum, or takes what is known.
func (y *symbolic) power(known map[setsys.Role][]diagram.Family, combine func(f, g diagram.Family) diagram.Family, role setsys.Role, r int) diagram.Family {
	for len(known[role]) < r {
		f := y.family(role)
		if before := known[role]; len(before) > 0 {
			f = combine(f, before[len(before)-1])
		}
		known[role] = append(known[role], f)
	}
	return known[role][r-1]
}

// quorum returns a quorum of the role within the set, which contains one.
func (y *symbolic) quorum(role setsys.Role, set []uint64) []uint64 {
	if g := y.formulas[role]; g != nil {
		return g.Reduce(set)
	}
	return make([]uint64, words.Of(y.n)) // the empty one
}

func (y *symbolic) member(role setsys.Role, set []uint64) property.Member {
	return member(role, y.n, set)
}

// packing looks for r pairwise disjoint quorums, r at least 2.
func (y *symbolic) packing(role setsys.Role, r int) finding {
	f := y.formulas[role]
	if u, ok := uniformOf(f); ok {
		if r > u.m/u.size {
			return finding{method: byCounting("%d·%d nodes are more than %d", r, u.size, u.m)}
		}
		w := finding{broken: true, method: byCounting("%d·%d nodes are no more than %d", r, u.size, u.m)}
		for i := range r {
			w.members = append(w.members, y.member(role, u.block(y.n, i)))
		}
		return w
	}
	if most := y.counting.mostDisjoint(f); r > most && y.c.s.Quorums.Trust() == nil {
		return finding{method: byCounting("the weights allow at most %s", disjointQuorums(most))}
	}
	members, ok := y.pack(role, r)
	return finding{broken: ok, members: members}
}

func disjointQuorums(n int) string {
	if n == 1 {
		return "1 quorum at a time"
	}
	return fmt.Sprintf("%d pairwise disjoint quorums", n)
}

// pack returns r pairwise disjoint quorums, if there are any.
func (y *symbolic) pack(role setsys.Role, r int) ([]property.Member, bool) {
	none, free := make([]uint64, words.Of(y.n)), words.Full(y.n)
	var members []property.Member
	for ; r > 1; r-- {
		one, _, ok := y.d.Divide(y.family(role), y.join(role, r-1), none, free)
		if !ok {
			return nil, false
		}
		q := y.quorum(role, one)
		members = append(members, y.member(role, q))
		words.AndNot(free, free, q)
	}
	members = append(members, y.member(role, y.quorum(role, free)))
	sortMembers(members)
	return members, true
}

func sortMembers(members []property.Member) {
	sort.SliceStable(members, func(i, j int) bool { return members[i].Set.Compare(members[j].Set) < 0 })
}

// cross looks for a quorum of each family that are disjoint.
func (y *symbolic) cross(one, other setsys.Role) finding {
	if y.family(one) == diagram.None || y.family(other) == diagram.None {
		return finding{note: nothing("a family is empty")}
	}
	if f, g := y.formulas[one], y.formulas[other]; f != nil && g != nil {
		u, ok := uniformOf(f)
		v, and := uniformOf(g)
		if ok && and && slices.Equal(u.nodes, v.nodes) && u.size+v.size > u.m {
			return finding{method: byCounting("%d + %d nodes are more than %d", u.size, v.size, u.m)}
		}
	}
	x, rest, ok := y.d.Divide(y.family(one), y.family(other), make([]uint64, words.Of(y.n)), words.Full(y.n))
	if !ok {
		return finding{}
	}
	return finding{broken: true, members: []property.Member{
		y.member(one, y.quorum(one, x)), y.member(other, y.quorum(other, rest)),
	}}
}

// stuck looks for fewer than k quorums, disjoint unless overlap, that leave none
// disjoint from them.
func (y *symbolic) stuck(role setsys.Role, overlap bool) finding {
	k := y.c.s.K
	if k == 1 {
		return finding{note: nothing("k is 1")}
	}
	f := y.formulas[role]
	if u, ok := uniformOf(f); ok {
		most := u.m / u.size // disjoint quorums
		if most >= k {
			return finding{method: byCounting("%s at least %d of %d nodes, enough for a quorum of %d", leave(k-1), u.m-(k-1)*u.size, u.m, u.size)}
		}
		w := finding{broken: true, method: byCounting("%s %d of %d nodes, fewer than %d", leave(most), u.m-most*u.size, u.m, u.size)}
		for i := range most {
			w.members = append(w.members, y.member(role, u.block(y.n, i)))
		}
		return w
	}
	most := min(k-1, y.n)
	if !overlap {
		most = min(most, y.counting.mostDisjoint(f))
	}
	for r := 1; r <= most; r++ {
		if members, ok := y.blocking(y.family(role), role, r, overlap); ok {
			return finding{broken: true, members: members}
		}
	}
	return finding{}
}

func leave(quorums int) string {
	return phrase.Count(quorums, "quorum") + " leave" + map[bool]string{true: "s"}[quorums == 1]
}

func (y *symbolic) blocking(f diagram.Family, role setsys.Role, r int, overlap bool) ([]property.Member, bool) {
	sets, ok := y.d.Blocking(y.d.Minimal(f), f, r, overlap)
	var members []property.Member
	for _, q := range sets {
		members = append(members, y.member(role, q))
	}
	sortMembers(members)
	return members, ok
}
