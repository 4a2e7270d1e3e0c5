package roles

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// The values of the tests: with a stamp, and something besides.
type noted struct {
	Kind uint8
	At   Stamp
}

// A query is one of a By, with functions that look at a value, at a stamp and at nothing else.
type query struct {
	method      string
	kinds       uint8 // that are wanted, as bits
	before      bool  // wanted only if before pivot, or only if not
	side        bool
	pivot       Stamp
	order, take int
}

func randomQuery(r *rand.Rand, pivots []Stamp) query {
	return query{
		method: []string{"Any", "Those", "Total", "Sorted", "First", "InOrder"}[r.IntN(6)], kinds: uint8(r.IntN(8)) << 1, before: r.IntN(2) == 0,
		side: r.IntN(2) == 0, pivot: pivots[r.IntN(len(pivots))], order: r.IntN(5), take: r.IntN(3),
	}
}

func (q query) wants(v noted) bool {
	return q.kinds>>v.Kind&1 != 0 && (!q.before || v.At.Before(q.pivot) == q.side)
}

func (q query) less(a, b noted) bool {
	switch q.order {
	case 0:
		return a.At.Before(b.At)
	case 1:
		return b.At.Before(a.At)
	case 2:
		return a.Kind > b.Kind || a.Kind == b.Kind && a.At.Before(b.At)
	case 3:
		return a.At.Before(q.pivot) && !b.At.Before(q.pivot) || a.At.Before(q.pivot) == b.At.Before(q.pivot) && a.At.Before(b.At)
	}
	return a.Kind < b.Kind // which leaves some equal
}

// of asks a By, with the peers as what they are called.
func (q query) of(b By[noted], called func(Peer) int) string {
	list := func(all []Peer) (x []int) {
		for _, p := range all {
			x = append(x, called(p))
		}
		return x
	}
	switch q.method {
	case "Any":
		return fmt.Sprint(b.Any(q.wants))
	case "Those":
		var all []int
		for _, i := range b.Those(q.wants).set.Members() {
			all = append(all, called(Peer{explore.ProcessOf(i)}))
		}
		slices.Sort(all)
		return fmt.Sprint(all)
	case "Total":
		return fmt.Sprint(b.Total(func(v noted) int { return map[bool]int{true: int(v.Kind)}[q.wants(v)] }))
	case "Sorted":
		return fmt.Sprint(list(b.Sorted(q.wants, q.less)))
	case "First":
		if p := b.First(q.wants, q.less); !p.None() {
			return fmt.Sprint(called(p))
		}
		return "none"
	}
	var all []Peer
	for p := range b.InOrder(q.wants, q.less) {
		if all = append(all, p); len(all) > q.take {
			break
		}
	}
	return fmt.Sprint(list(all))
}

// answered asks, and returns a panic as an answer.
func (q query) answered(b By[noted], called func(Peer) int) (answer string) {
	defer func() {
		if x := recover(); x != nil {
			if x == (ended{}) {
				panic(x)
			}
			answer = fmt.Sprint("panics: ", x)
		}
	}()
	return q.of(b, called)
}

// A world is what a By has: some peers by name, with the stamps that are known, and how many there are of each class.
type world struct {
	values map[int]noted // by peer, as the test calls it
	named  []int         // by place, what it is called
}

// looks returns the By in which some peers have places, and the rest is a crowd, for known stamps.
func (w world) looks(known []Stamp) (By[noted], *Crowd) {
	var b By[noted]
	for place, p := range w.named {
		b.of[place] = scaled(w.values[p], known)
	}
	gaps := map[[2]int]bool{}
	for p, v := range w.values {
		if !slices.Contains(w.named, p) && v != (noted{}) {
			gaps[[2]int{int(v.Kind), gap(v.At, known)}] = true
		}
	}
	c := &Crowd{}
	for g := range gaps {
		var three [3]string
		for i := range three {
			v := noted{Kind: uint8(g[0])}
			if g[1] >= 0 {
				v.At = Stamp{explore.Stamp(8*g[1] + 2*i + 2)}
			}
			three[i] = string(unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)))
		}
		c.Classes, c.Gaps = append(c.Classes, three), append(c.Gaps, g[1])
	}
	return b, c
}

func gap(s Stamp, known []Stamp) int {
	if s.None() {
		return -1
	}
	i, _ := slices.BinarySearchFunc(known, s, func(a, b Stamp) int { return cmp.Compare(a.stamp, b.stamp) })
	return i
}

// scaled gives a known stamp the number that it has where there is a crowd.
func scaled(v noted, known []Stamp) noted {
	if !v.At.None() {
		v.At = scaledStamp(v.At, known)
	}
	return v
}

func scaledStamp(s Stamp, known []Stamp) Stamp {
	return Stamp{explore.Stamp(8 * (slices.Index(known, s) + 1))}
}

// A By with a crowd, which is asked again with another peer named as often as it wants, answers as the By of all peers does, whatever their number and
// stamps.
func TestCrowdAgrees(t *testing.T) {
	r := slow.Random(t, 51)
	worlds := 3000
	if slow.Tests() {
		worlds = 100_000
	}
	counts := map[string]int{}
	for range worlds {
		w := world{values: map[int]noted{}}
		stamps := r.Perm(40)
		for p := range 1 + r.IntN(9) {
			v := noted{Kind: uint8(1 + r.IntN(3)), At: Stamp{explore.Stamp(2*stamps[p] + 2)}}
			switch r.IntN(6) {
			case 0:
				v = noted{}
			case 1:
				v.At = Stamp{}
			}
			w.values[p] = v
		}
		var known []Stamp
		pivot := func() Stamp { return Stamp{explore.Stamp(2*r.IntN(41) + 1)} }
		pivots := []Stamp{pivot(), pivot()}
		know := func(s Stamp) {
			if !s.None() && !slices.Contains(known, s) {
				known = append(known, s)
			}
			slices.SortFunc(known, func(a, b Stamp) int { return cmp.Compare(a.stamp, b.stamp) })
		}
		know(pivots[0])
		know(pivots[1])
		name := func(p int) {
			w.named = append(w.named, p)
			know(w.values[p].At)
		}
		for p := range w.values {
			if r.IntN(4) == 0 {
				name(p)
			}
		}
		var real By[noted]
		place := r.Perm(explore.MaxProcesses) // and places that nobody has
		for p, v := range w.values {
			real.of[place[p]] = v
		}
		for range 6 { // a program of operations
			q := randomQuery(r, pivots)
			want := q.answered(real, func(p Peer) int { return slices.Index(place, p.process.Index()) })
			for got := ""; got == ""; {
				b, c := w.looks(known)
				scaledQ := q
				scaledQ.pivot = scaledStamp(q.pivot, known)
				need, refused, panicked := c.During(func(mark uint32) {
					if b.others = crowdOf(mark); len(c.Classes) == 0 {
						b.others = 0
					}
					got = scaledQ.answered(b, func(p Peer) int { return w.named[p.process.Index()] })
				})
				switch {
				case refused != "" || panicked != nil:
					t.Fatalf("%+v of %v: %s, %v", q, w.values, refused, panicked)
				case need >= 0: // the earliest of the class gets a place
					got = ""
					counts["needed"]++
					x := element[noted](c.Classes[need][0])
					at := -1
					for p, v := range w.values {
						if !slices.Contains(w.named, p) && v != (noted{}) && v.Kind == x.Kind && gap(v.At, known) == c.Gaps[need] && (at < 0 || v.At.Before(w.values[at].At)) {
							at = p
						}
					}
					name(at)
				default:
					counts[q.method]++
					if len(c.Classes) > 0 {
						counts["with a crowd"]++
					}
					if got != want && !(got == "panics: "+equal && q.order == 4) { // of which the sorting need not see each
						t.Fatalf("%+v of %v with %v named: %s, and %s of all", q, w.values, w.named, got, want)
					}
				}
			}
			switch p := r.IntN(9); { // the member notes something of a named peer, or of one that it knows nothing of
			case p < len(w.values) && r.IntN(2) == 0:
				if !slices.Contains(w.named, p) {
					name(p)
				}
				v := w.values[p]
				if v.Kind = uint8(r.IntN(4)); v.Kind == 0 {
					v = noted{}
				}
				w.values[p] = v
				real = real.With(Peer{explore.ProcessOf(place[p])}, v)
			}
		}
	}
	for _, what := range []string{"Any", "Those", "Total", "Sorted", "First", "InOrder", "needed", "with a crowd"} {
		slow.Reached(t, what, counts[what], 6*worlds, worlds/10)
	}
}

// What has no answer for each number of peers is refused, and so is what compares two of a class.
func TestCrowdRefuses(t *testing.T) {
	var b By[noted]
	b.of[0] = noted{1, Stamp{8}}
	class := func(kind uint8, gap int) (three [3]string) {
		for i := range three {
			v := noted{kind, Stamp{explore.Stamp(8*gap + 2*i + 2)}}
			three[i] = string(unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)))
		}
		return three
	}
	calls := 0
	var last Stamp
	queued := func(v noted) bool { return v.Kind > 0 }
	for name, f := range map[string]func(By[noted]){
		"in a function that one has called": func(b By[noted]) {
			b.Any(func(v noted) bool { return b.Any(func(w noted) bool { return v.At.Before(w.At) }) })
		},
		"in a function that one has called, as an order": func(b By[noted]) {
			b.First(queued, func(v, w noted) bool { return b.Of(Peer{1}) == v || !b.Any(queued) })
		},
		"when it is called again": func(b By[noted]) { b.Any(func(noted) bool { calls++; return calls == 3 }) },
		"another stamp in the same gap": func(b By[noted]) {
			b.Any(func(v noted) bool { return v.At.stamp%8 == 2 })
		},
		"answers otherwise": func(b By[noted]) { b.Any(func(v noted) bool { x := v.At.Before(last); last = v.At; return x }) },
		"given as an order": func(b By[noted]) { b.First(queued, func(v, w noted) bool { return true }) },
		"as an order is none": func(b By[noted]) {
			b.First(queued, func(v, w noted) bool { return (v.At.stamp+w.At.stamp)%4 < 2 != v.At.Before(w.At) })
		},
		"a set of all peers": func(b By[noted]) { b.Those(func(v noted) bool { return v.Kind == 0 }) },
		"a total of peers":   func(b By[noted]) { b.Total(func(v noted) int { return 1 - int(v.Kind) }) },
	} {
		c := &Crowd{Classes: [][3]string{class(1, 0), class(1, 1), class(2, 1)}, Gaps: []int{0, 1, 1}}
		need, refused, panicked := c.During(func(mark uint32) {
			b.others = crowdOf(mark)
			f(b)
		})
		if !strings.Contains(refused, strings.TrimSuffix(name, ", as an order")) || need >= 0 || panicked != nil {
			t.Errorf("%s: need %d, refused %q, panics %v", name, need, refused, panicked)
		}
	}
	c := &Crowd{Classes: [][3]string{class(1, 0)}, Gaps: []int{0}}
	need, refused, _ := c.During(func(mark uint32) { // a handler that goes on
		b.others = crowdOf(mark)
		func() {
			defer func() { _ = recover() }()
			b.Those(queued)
		}()
		b.Any(queued)
	})
	if need != 0 || refused != "" {
		t.Errorf("a handler that goes on after its call has ended: need %d, refused %q", need, refused)
	}
	if _, _, panicked := (&Crowd{}).During(func(uint32) { b.Any(queued) }); panicked == nil {
		t.Error("a By of an earlier call is answered")
	}
}
