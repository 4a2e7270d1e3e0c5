package load_test

import (
	"math/big"
	"slices"
	"testing"

	"qcheck/properties/load"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/slow"
)

func build(t *testing.T, name string, args map[string]any) setsys.Family {
	t.Helper()
	s, err := construct.Build(name, args, setsys.DefaultMaxSets)
	if err != nil {
		t.Fatal(err)
	}
	return s.Families()[0].Family
}

func find(t *testing.T, f setsys.Family) *load.Result {
	t.Helper()
	r, err := load.Find(t.Context(), load.Use{Family: f, Share: big.NewRat(1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func power(num, den int64, exponent int) *big.Rat {
	x := big.NewRat(1, 1)
	for range exponent {
		x.Mul(x, big.NewRat(num, den))
	}
	return x
}

type args = map[string]any

// The loads that are published, as formulas. [NW] is Naor and Wool, The load,
// capacity, and availability of quorum systems, 1998; its bound that the load is
// at least c/n, for quorums of c or more of n nodes, is met where all quorums
// have c nodes and the uniform strategy loads all nodes alike.
func TestPublishedLoads(t *testing.T) {
	type row struct {
		source, name string
		args         args
		want         *big.Rat
		uniform      bool // all quorums with the same probability
	}
	var rows []row
	for n := int64(1); n <= 19; n++ {
		rows = append(rows, row{"[NW] on Maj: c/n", "majority", args{"n": int(n)}, big.NewRat(n/2+1, n), true})
	}
	for q := range int64(10) {
		if q >= 2 && q != 6 {
			rows = append(rows, row{"[NW] on FPP, the projective plane: (q+1)/(q²+q+1), the least load there is", "plane", args{"order": int(q)}, big.NewRat(q+1, q*q+q+1), true})
		}
	}
	for side := int64(1); side <= 12; side++ {
		rows = append(rows, row{"Maekawa's grid, a row and a column: c/n of [NW]", "grid", args{"n": int(side * side)}, big.NewRat(2*side-1, side*side), true})
	}
	for _, size := range [][2]int64{{2, 2}, {3, 3}, {4, 4}, {3, 5}, {5, 3}, {6, 2}} {
		r, c := size[0], size[1]
		rows = append(rows, row{"the grid of Cheung, Ammar and Ahamad, 1992: c/n of [NW]", "column-cover", args{"rows": int(r), "columns": int(c)}, big.NewRat(r+c-1, r*c), true})
	}
	for h := range int64(5) {
		rows = append(rows, row{"[NW] on Tree of Agrawal and El Abbadi: 2/(h+2), with n+1 = 2^(h+1)", "tree", args{"depth": int(h)}, big.NewRat(2, h+2), false})
	}
	for depth := 1; depth <= 3; depth++ {
		rows = append(rows, row{"[NW] on HQS of Kumar: (2/3)^depth, about n^-0.37", "hierarchy", args{"widths": slices.Repeat([]int{3}, depth)}, power(2, 3, depth), true})
	}
	rows = append(rows, row{"Kumar's hierarchy of groups of 5: (3/5)^depth, the same argument", "hierarchy", args{"widths": []int{5, 5}}, power(3, 5, 2), true})
	for n := int64(3); n <= 60; n += 3 {
		rows = append(rows, row{"the wheel (Holzman, Marcus and Peleg, Load balancing in quorum systems, 1997): hub and rim equally loaded", "wheel", args{"n": int(n)}, big.NewRat(n-1, 2*n-3), n == 3})
	}
	for d := int64(1); d <= 7; d++ {
		var widths []int
		for w := range int(d) {
			widths = append(widths, w+1)
		}
		rows = append(rows, row{"Triang, the wall of widths 1 to d (Peleg and Wool, Crumbling walls, 1997): c/n of [NW]", "crumbling-wall", args{"widths": widths}, big.NewRat(2, d+1), false})
	}
	for _, row := range rows {
		f := build(t, row.name, row.args)
		r := find(t, f)
		if r.Load.Cmp(row.want) != 0 {
			t.Errorf("%s %v: load %s, not %s (%s)", row.name, row.args, r.Load.RatString(), row.want.RatString(), row.source)
		}
		for v, x := range r.Nodes {
			if x.Cmp(r.Load) != 0 { // so are all of these strategies
				t.Errorf("%s %v: node %d has the load %s", row.name, row.args, v, x.RatString())
			}
		}
		groups := r.Strategies[0].Groups
		if row.uniform && (len(groups) != 1 || groups[0].Quorums.Len() != f.Len()) {
			t.Errorf("%s %v: the strategy is not uniform", row.name, row.args)
		}
	}
}

// A crumbling wall: a full row and one node of each row below it. A strategy that
// takes row i with probability p_i, and the other nodes evenly, gives the nodes
// of row j, n_j of them, the load p_j + (p_1 + ... + p_(j-1))/n_j. Where equal
// loads need no negative p, they are the load of the wall (Peleg and Wool,
// Crumbling walls, 1997; Naor and Wool 1998). The p are multiples of the load.
func TestCrumblingWalls(t *testing.T) {
	rng := slow.Random(t, 12)
	checked := 0
	for range 200 {
		widths := []int{1}
		for range 1 + rng.IntN(5) {
			widths = append(widths, 1+rng.IntN(5))
		}
		above := new(big.Rat)
		valid := true
		for _, n := range widths {
			x := new(big.Rat).Quo(above, big.NewRat(int64(n), 1))
			x.Sub(big.NewRat(1, 1), x)
			valid = valid && x.Sign() >= 0
			above.Add(above, x)
		}
		if !valid {
			continue
		}
		checked++
		if r := find(t, build(t, "crumbling-wall", args{"widths": widths})); r.Load.Cmp(new(big.Rat).Inv(above)) != 0 {
			t.Errorf("%v: load %s, not 1/%s", widths, r.Load.RatString(), above.RatString())
		}
	}
	if checked < 50 {
		t.Errorf("only %d walls", checked)
	}
}

// The strategy of Naor and Wool for the tree, level by level: in a tree of height
// h, with probability 2/(h+2) its root and a quorum of one child's subtree,
// otherwise quorums of both.
func TestTreeStrategy(t *testing.T) {
	for depth := 1; depth <= 3; depth++ {
		f := build(t, "tree", args{"depth": depth})
		r := find(t, f)
		var chance func(q setsys.NodeSet, root, h int) *big.Rat
		// Chance is the probability of that part of q which is in the subtree;
		// nodes are numbered by level.
		chance = func(q setsys.NodeSet, root, h int) *big.Rat {
			none := func(root, h int) bool {
				first, count := root, 1
				for range h + 1 {
					for v := first; v < first+count; v++ {
						if q.Has(v) {
							return false
						}
					}
					first, count = 2*first+1, 2*count
				}
				return true
			}
			if h == 0 {
				if q.Has(root) {
					return big.NewRat(1, 1)
				}
				return new(big.Rat)
			}
			left, right := 2*root+1, 2*root+2
			if !q.Has(root) {
				p := big.NewRat(int64(h), int64(h+2))
				return p.Mul(p, chance(q, left, h-1)).Mul(p, chance(q, right, h-1))
			}
			half := big.NewRat(1, int64(h+2))
			switch {
			case none(right, h-1):
				return half.Mul(half, chance(q, left, h-1))
			case none(left, h-1):
				return half.Mul(half, chance(q, right, h-1))
			}
			return new(big.Rat)
		}
		total, size := new(big.Rat), new(big.Rat)
		loads := make([]*big.Rat, f.Nodes())
		for v := range loads {
			loads[v] = new(big.Rat)
		}
		for _, q := range f.All() {
			p := chance(q, 0, depth)
			total.Add(total, p)
			size.Add(size, new(big.Rat).Mul(p, big.NewRat(int64(q.Len()), 1)))
			for v := range q.All() {
				loads[v].Add(loads[v], p)
			}
		}
		if total.Cmp(big.NewRat(1, 1)) != 0 {
			t.Fatalf("depth %d: the test's strategy has probability %s", depth, total)
		}
		for v := range loads {
			if loads[v].Cmp(r.Load) != 0 || r.Nodes[v].Cmp(r.Load) != 0 {
				t.Errorf("depth %d: node %d has the load %s by the published strategy and %s by ours", depth, v, loads[v], r.Nodes[v])
			}
		}
		if size.Cmp(r.Size) != 0 {
			t.Errorf("depth %d: size %s by the published strategy and %s by ours", depth, size, r.Size)
		}
	}
}

// Naor and Wool's lower bounds hold for random coteries: 1/c and c/n for quorums of
// c or more of n nodes, hence the root of 1/n. The first needs intersection.
func TestLowerBounds(t *testing.T) {
	rng := slow.Random(t, 14)
	for range 200 {
		n := 3 + rng.IntN(15)
		b := setsys.NewFamilyBuilder(n)
		var sets []setsys.NodeSet
		for range 200 {
			q := setsys.NewNodeSet(n, rng.Perm(n)[:1+rng.IntN(n)]...)
			if !slices.ContainsFunc(sets, func(p setsys.NodeSet) bool { return !p.Intersects(q) }) {
				sets = append(sets, q)
				b.Add(q)
			}
		}
		f := b.Family()
		r := find(t, f)
		c := n
		for _, q := range sets {
			c = min(c, q.Len())
		}
		for _, bound := range []*big.Rat{big.NewRat(1, int64(c)), big.NewRat(int64(c), int64(n))} {
			if r.Load.Cmp(bound) < 0 {
				t.Errorf("%s: load %s is less than %s", f, r.Load, bound)
			}
		}
		if capacity := r.Capacity(); capacity.Mul(capacity, r.Load).Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("capacity %s", r.Capacity())
		}
	}
}
