package structures

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// toPolygon is how far a point is from the convex hull of others: 0 within it.
func toPolygon(x, y float64, points [][2]float64) float64 {
	least, inside := math.Inf(1), len(points) > 2
	for i, p := range points {
		q := points[(i+1)%len(points)]
		dx, dy := q[0]-p[0], q[1]-p[1]
		at := 0.0
		if size := dx*dx + dy*dy; size > 0 {
			at = max(0, min(1, ((x-p[0])*dx+(y-p[1])*dy)/size))
		}
		least = min(least, math.Hypot(x-p[0]-at*dx, y-p[1]-at*dy))
		inside = inside && dx*(y-p[1])-dy*(x-p[0]) >= 0 // clockwise, as y grows downwards
	}
	if inside {
		return 0
	}
	return least
}

// Each outline is as far as it should be from the polygon of its members, and has no
// other node within it or on it; and nodes and outlines of sets that share a node do
// not touch.
func TestOutlines(t *testing.T) {
	number := regexp.MustCompile(`-?\d+(?:\.\d+)?`)
	path := regexp.MustCompile(`<path class="curve colour-(\d)[^"]*" d="([^"]*)"|<circle class="curve colour-(\d)[^"]*" cx="([^"]*)" cy="([^"]*)" r="([^"]*)"`)
	for _, r := range []*rand.Rand{rand.New(rand.NewPCG(1, 2)), slow.Random(t, 4920)} {
		drawn, refused := 0, 0
		for range 2000 {
			n := 1 + r.IntN(14)
			u, err := setsys.Numbered(n)
			if err != nil {
				t.Fatal(err)
			}
			var sets []line
			for range 1 + r.IntN(mostHulls) {
				sets = append(sets, line{set: setsys.NewNodeSet(n, r.Perm(n)[:1+r.IntN(n)]...)})
			}
			p, ok := newNodePicture(u, sets)
			if !ok {
				refused++
				continue
			}
			drawn++
			d := p.draw("sets")
			found := path.FindAllStringSubmatch(d.Inline(), -1)
			if len(found) != len(sets) {
				t.Fatalf("%d outlines of %d sets", len(found), len(sets))
			}
			room := p.radius + 4 + p.padding[0]
			for _, far := range p.padding {
				room = max(room, p.radius+far+4)
			}
			for i, s := range sets {
				var members [][2]float64
				for place, node := range p.order {
					if s.set.Has(node) {
						x, y := p.at(place)
						members = append(members, [2]float64{x, y})
					}
				}
				for place, node := range p.order {
					x, y := p.at(place)
					if far := toPolygon(x, y, members); s.set.Has(node) != (far < p.padding[i]) || !s.set.Has(node) && far < p.padding[i]+p.node {
						t.Errorf("n = %d: node %d is %v from the outline of %s, which is %v from its own", n, node+1, far, s.set, p.padding[i])
					}
				}
				for j, other := range sets[:i] {
					if s.set.Intersects(other.set) && math.Abs(p.padding[i]-p.padding[j]) < hullGap-.001 {
						t.Errorf("n = %d: the outlines of %s and %s touch", n, s.set, other.set)
					}
				}
				m := found[i]
				if m[2] == "" {
					if s.set.Len() != 1 {
						t.Errorf("a circle round %s", s.set)
					}
					continue
				}
				var xs []float64
				for _, text := range number.FindAllString(regexp.MustCompile(`A\S+ \S+ 0 0 1 `).ReplaceAllString(m[2], " "), -1) {
					x, err := strconv.ParseFloat(text, 64)
					if err != nil {
						t.Fatal(err)
					}
					xs = append(xs, x)
				}
				if len(xs) != 2*(2*s.set.Len()+1) {
					t.Errorf("%d numbers round %s", len(xs), s.set)
				}
				for at := 0; at < len(xs); at += 2 {
					if far := toPolygon(xs[at]-room, xs[at+1]-room-15, members); math.Abs(far-p.padding[i]) > .2 {
						t.Errorf("n = %d: the outline of %s is %v from it at a point, not %v", n, s.set, far, p.padding[i])
					}
				}
			}
		}
		if drawn < 500 || refused < 50 {
			t.Errorf("%d drawn, %d refused", drawn, refused)
		}
	}
}
