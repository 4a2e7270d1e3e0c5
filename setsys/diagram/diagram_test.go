package diagram_test

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/slow"
)

// A plain is a family of node sets, in the obvious way: whether each set, as bits,
// is in it.
type plain []bool

func plainOf(n int, f *setsys.Formula) plain {
	p := make(plain, 1<<n)
	for s := range p {
		p[s] = f.Satisfied([]uint64{uint64(s)})
	}
	return p
}

func (p plain) dual() plain {
	d := make(plain, len(p))
	for s := range p {
		d[s] = !p[len(p)-1-s]
	}
	return d
}

func (p plain) join(q plain) plain {
	j := make(plain, len(p))
	for s := range p {
		for x := s; ; x = (x - 1) & s {
			j[s] = j[s] || p[x] && q[s&^x]
			if x == 0 {
				break
			}
		}
	}
	return j
}

func (p plain) meet(q plain) plain {
	m := make(plain, len(p))
	for x := range p {
		for y := range q {
			if !p[x] || !q[y] {
				continue
			}
			for s := range m {
				m[s] = m[s] || x&y&^s == 0
			}
		}
	}
	return m
}

func (p plain) union(q plain) plain {
	u := make(plain, len(p))
	for s := range p {
		u[s] = p[s] || q[s]
	}
	return u
}

func (p plain) minimal() []int {
	var sets []int
	for s := range p {
		least := p[s]
		for v := s; v != 0; v &= v - 1 {
			least = least && !p[s&^(v&-v)]
		}
		if least {
			sets = append(sets, s)
		}
	}
	return sets
}

// blocks reports whether count of the sets, disjoint unless overlap, leave no set
// of p.
func (p plain) blocks(sets []int, count, taken int, overlap bool) bool {
	if count == 0 {
		return !p[len(p)-1-taken]
	}
	return slices.ContainsFunc(sets, func(s int) bool {
		return (overlap || s&taken == 0) && p.blocks(sets, count-1, taken|s, overlap)
	})
}

// random returns a formula over n nodes of nested thresholds, with weights and
// nodes that occur several times.
func random(rng *rand.Rand, n, depth int) *setsys.Formula {
	if depth == 0 || rng.IntN(4) == 0 {
		return setsys.OfNode(rng.IntN(n))
	}
	var members []*setsys.Formula
	var weights []int
	total := 0
	for range 1 + rng.IntN(5) {
		w := 1
		if rng.IntN(3) == 0 {
			w = rng.IntN(5)
		}
		total += w
		members, weights = append(members, random(rng, n, depth-1)), append(weights, w)
	}
	if total == 0 {
		return members[0]
	}
	return setsys.Weighted(1+rng.IntN(total), members, weights)
}

func same(t *testing.T, what fmt.Stringer, d *diagram.Diagram, f diagram.Family, want plain) {
	t.Helper()
	for s := range want {
		if d.Has(f, []uint64{uint64(s)}) != want[s] {
			t.Fatalf("%s: set %b", what, s)
		}
	}
}

type text string

func (t text) String() string { return string(t) }

// Every operation agrees with its definition.
func TestOperations(t *testing.T) {
	rng := slow.Random(t, 2)
	for range 1500 {
		n := 1 + rng.IntN(6)
		f, g := random(rng, n, 3), random(rng, n, 3)
		d := diagram.New(n, 0, nil, f, g)
		a, b := d.Of(f), d.Of(g)
		p, q := plainOf(n, f), plainOf(n, g)
		same(t, text("of"), d, a, p)
		same(t, text("union"), d, d.Union(a, b), p.union(q))
		same(t, text("join"), d, d.Join(a, b), p.join(q))
		same(t, text("meet"), d, d.Meet(a, b), p.meet(q))
		same(t, text("dual"), d, d.Dual(a), p.dual())
		if again := d.Dual(d.Dual(a)); again != a {
			t.Fatalf("the dual of the dual is %d, not %d", again, a)
		}
		same(t, text("triple join"), d, d.Join(a, d.Join(b, b)), p.join(q.join(q)))
		same(t, text("triple meet"), d, d.Meet(a, d.Meet(b, b)), p.meet(q.meet(q)))
		checkMinimal(t, d, a, p)
		checkDivide(t, rng, d, a, b, p, q)
		checkBlocking(t, rng, d, a, b, p, q)
	}
}

func checkMinimal(t *testing.T, d *diagram.Diagram, a diagram.Family, p plain) {
	t.Helper()
	n := bits.Len(uint(len(p))) - 1
	want := setsys.NewFamilyBuilder(n)
	sizes := make([]int64, n+1)
	fewest := n + 1
	for _, s := range p.minimal() {
		want.AddWords([]uint64{uint64(s)})
		sizes[bits.OnesCount(uint(s))]++
		fewest = min(fewest, bits.OnesCount(uint(s)))
	}
	list := want.Family().Canonical()
	m := d.Minimal(a)
	found, err := d.List(m, list.Len())
	if err != nil || !found.Equal(list) {
		t.Fatalf("minimal sets %s, %v, want %s", found, err, list)
	}
	if list.Len() > 0 {
		if _, err := d.List(m, list.Len()-1); !errors.As(err, new(setsys.ErrTooMany)) {
			t.Fatalf("the limit is not one: %v", err)
		}
	}
	for size, count := range d.Sizes(m) {
		if count.Int64() != sizes[size] {
			t.Fatalf("%s sets of %d nodes, want %d", count, size, sizes[size])
		}
	}
	for _, q := range list.All() {
		if q.Len() == fewest {
			if least, ok := d.Smallest(a); !ok || least[0] != q.Words()[0] {
				t.Fatalf("smallest %b, want %s", least, q)
			}
			break
		}
	}
}

func checkDivide(t *testing.T, rng *rand.Rand, d *diagram.Diagram, a, b diagram.Family, p, q plain) {
	t.Helper()
	full := len(p) - 1
	both := rng.IntN(len(p)) & rng.IntN(len(p))
	either := full &^ both
	switch rng.IntN(3) {
	case 0:
		either &= rng.IntN(len(p))
	case 1:
		both, either = 0, full
	}
	want := false
	for x := range p {
		if x&^(both|either) == 0 && x&both == both {
			want = want || p[x] && q[both|either&^x]
		}
	}
	x, y, ok := d.Divide(a, b, []uint64{uint64(both)}, []uint64{uint64(either)})
	if ok != want {
		t.Fatalf("divides %v, want %v", ok, want)
	}
	if ok && (!p[x[0]] || !q[y[0]] || int(x[0]&y[0]) != both || int(x[0]|y[0]) != both|either) {
		t.Fatalf("%b and %b of %b and %b", x, y, both, either)
	}
}

func checkBlocking(t *testing.T, rng *rand.Rand, d *diagram.Diagram, a, b diagram.Family, p, q plain) {
	t.Helper()
	sets, count, overlap := p.minimal(), 1+rng.IntN(3), rng.IntN(2) == 0
	want := q.blocks(sets, count, 0, overlap)
	found, ok := d.Blocking(d.Minimal(a), b, count, overlap)
	if ok != want {
		t.Fatalf("%d sets of %b block %v, want %v", count, sets, ok, want)
	}
	taken := uint64(0)
	for _, x := range found {
		if !slices.Contains(sets, int(x[0])) || !overlap && x[0]&taken != 0 {
			t.Fatalf("%b is none of %b, or not disjoint from %b", x[0], sets, taken)
		}
		taken |= x[0]
	}
	if ok && (len(found) != count || q[len(q)-1-int(taken)]) {
		t.Fatalf("%b leave a set", found)
	}
}

// Weights of any size, and the ranges of needs that they meet alike.
func TestWeights(t *testing.T) {
	rng := slow.Random(t, 4)
	for range 2000 {
		n := 1 + rng.IntN(8)
		weights, total := make([]int, n), 0
		for i := range weights {
			weights[i] = rng.IntN(1 << (1 + rng.IntN(6)))
			total += weights[i]
		}
		if total == 0 {
			continue
		}
		f := setsys.Weighted(1+rng.IntN(total), setsys.OfNodes(rng.Perm(n)...), weights)
		d := diagram.New(n, 0, nil, f)
		same(t, text(fmt.Sprint(weights)), d, d.Of(f), plainOf(n, f))
	}
}

// The limit ends what would take more, and nothing else.
func TestLimit(t *testing.T) {
	n := 40
	var nodes []int
	for v := range n {
		nodes = append(nodes, v)
	}
	f := setsys.AtLeast(20, setsys.OfNodes(nodes...)...)
	for _, row := range []struct {
		limit int
		want  bool
	}{{1000, true}, {400, false}} {
		err := diagram.Try(func() { diagram.New(n, row.limit, nil, f).Of(f) })
		if (err == nil) != row.want {
			t.Errorf("limit %d: %v", row.limit, err)
		}
	}
}

// The order is that of the first visit, and other nodes come last.
func TestOrder(t *testing.T) {
	f := setsys.All(setsys.OfNode(3), setsys.Any(setsys.OfNode(1), setsys.OfNode(3)), setsys.OfNode(0))
	if order := diagram.New(5, 0, nil, f).Order(); !slices.Equal(order, []int{3, 1, 0, 2, 4}) {
		t.Errorf("order %v", order)
	}
}
