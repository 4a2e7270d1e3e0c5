package views_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/views"
)

// The rules of limits.go once more, each as it is said there, and all of them again and again
// until nothing changes. They work on the graph of the engine.
type rules[R, M, A, B comparable] struct {
	*limits[R, M, A, B]
	waits         *views.Waits[R, M, A, B]
	apart         bool
	halves        []R
	labels        []string
	own           []string   // what each view knows of its member
	others        [][]string // and what others know of it there
	view, arrow   []bool
	half          [3]map[R]bool
	pace          [3][]bool
	changed       bool
	enabledAlways map[R]map[string]bool
}

const allOf = 3 // roles

// known returns what a peer of a view knows of the member: its half, with its stamps and p's, in
// all renamings of the peers the first as a text.
func (x *rules[R, M, A, B]) known(v views.MarkedView[R, M, A, B], peer int) string {
	p, those := x.waits.Those(v.Role)
	_, all := x.g.x.alone(v.Member)
	if !slices.Contains(all, v.Mark) {
		all = append(all, v.Mark)
		slices.Sort(all)
	}
	f := func(s int) int { return 1 + slices.Index(all, s) }
	first := ""
	for _, to := range permutations(x.g.p.N) {
		m := x.g.x.renamed(v.Member, to)
		x.g.x.stamps(&m, f)
		var set explore.Set
		for _, i := range those.Members() {
			set = set.With(to[i])
		}
		if !x.apart {
			set = 0
		}
		text := fmt.Sprintf("%d %d %v %d %+v", to[peer], to[p], set, f(v.Mark), m)
		if first == "" || text < first {
			first = text
		}
	}
	return first
}

func newRules[R, M, A, B comparable](c *limits[R, M, A, B], all *views.Waits[R, M, A, B], apart bool) *rules[R, M, A, B] {
	x := &rules[R, M, A, B]{limits: c, waits: all, apart: apart, enabledAlways: map[R]map[string]bool{}}
	x.view, x.arrow = slices.Repeat([]bool{true}, len(c.rest.Views)), slices.Repeat([]bool{true}, len(c.rest.Arrows))
	for _, v := range c.rest.Views {
		x.own = append(x.own, x.known(v, 0))
		var others []string
		for i := 1; i < c.g.p.N; i++ {
			others = append(others, x.known(v, i))
		}
		x.others = append(x.others, others)
	}
	for h := range c.rest.Halves {
		x.halves = append(x.halves, h)
		x.enabledAlways[h] = map[string]bool{}
		for self := range c.g.p.N {
			here := map[string]bool{}
			for _, a := range c.g.p.Requester.Local(self, h) {
				here[a.Name] = here[a.Name] || a.Kind != explore.Ask
			}
			for _, y := range c.rest.Paces {
				if was, ok := x.enabledAlways[h][y.Label]; y.Label != "" {
					x.enabledAlways[h][y.Label] = here[y.Label] && (was || !ok)
				}
			}
		}
	}
	for _, y := range c.rest.Paces {
		if y.Label != "" && !slices.Contains(x.labels, y.Label) {
			x.labels = append(x.labels, y.Label)
		}
	}
	for r := range allOf {
		x.half[r] = map[R]bool{}
		for _, h := range x.halves {
			x.half[r][h] = r == views.Passing || x.phase(h) == explore.Waiting
		}
		for _, y := range c.rest.Paces {
			x.pace[r] = append(x.pace[r], x.half[r][y.From] && x.half[r][y.To] && (r == views.Passing || !y.Fresh))
		}
	}
	for x.changed = true; x.changed; {
		x.changed = false
		x.companions()
		x.wholes()
		x.steps()
		x.components()
	}
	return x
}

func (x *rules[R, M, A, B]) phase(h R) explore.Phase { return x.g.p.Requester.Observe(h).Phase }

// keep takes away what is not to be kept.
func (x *rules[R, M, A, B]) keep(list []bool, ok func(i int) bool) {
	for i := range list {
		if list[i] && !ok(i) {
			list[i], x.changed = false, true
		}
	}
}

// some reports whether something that is left is as wanted.
func some(list []bool, wanted func(i int) bool) bool {
	for i := range list {
		if list[i] && wanted(i) {
			return true
		}
	}
	return false
}

func (x *rules[R, M, A, B]) companions() {
	has := map[string]bool{}
	for i := range x.view {
		has[x.own[i]] = has[x.own[i]] || x.view[i]
	}
	x.keep(x.view, func(i int) bool {
		return !slices.ContainsFunc(x.others[i], func(k string) bool { return !has[k] })
	})
}

func (x *rules[R, M, A, B]) wholes() {
	type seen struct {
		r int
		h R
	}
	inView, ofHalf := map[seen]bool{}, map[seen]bool{}
	for i, v := range x.rest.Views {
		inView[seen{v.Role, v.Half}] = inView[seen{v.Role, v.Half}] || x.view[i]
	}
	for r := range allOf {
		for _, h := range x.halves {
			for m := range x.g.p.N {
				if x.half[r][h] && !inView[seen{r, x.g.x.cut(h, m)}] {
					x.half[r][h], x.changed = false, true
				}
			}
			for m := range x.g.p.N {
				if x.half[r][h] {
					ofHalf[seen{r, x.g.x.cut(h, m)}] = true
				}
			}
		}
	}
	x.keep(x.view, func(i int) bool { return ofHalf[seen{x.rest.Views[i].Role, x.rest.Views[i].Half}] })
}

func (x *rules[R, M, A, B]) steps() {
	type moved struct{ r, move int }
	arrows, paces, taken := map[moved]bool{}, map[moved]bool{}, map[int]bool{}
	for i, a := range x.rest.Arrows {
		switch {
		case !x.arrow[i]:
		case a.Kind == views.MessageTaken:
			taken[a.Notice] = true
		case a.Kind != views.OtherTaken:
			arrows[moved{x.rest.Views[a.From].Role, a.Move}] = true
		}
	}
	for r := range allOf {
		x.keep(x.pace[r], func(i int) bool {
			y := x.rest.Paces[i]
			lost := slices.ContainsFunc(y.Moves, func(m int) bool { return m >= 0 && !arrows[moved{r, m}] })
			return x.half[r][y.From] && x.half[r][y.To] && !lost
		})
		for i, y := range x.rest.Paces {
			for _, m := range y.Moves {
				paces[moved{r, m}] = paces[moved{r, m}] || x.pace[r][i]
			}
		}
	}
	x.keep(x.arrow, func(i int) bool {
		a := x.rest.Arrows[i]
		ok := x.view[a.From] && x.view[a.To]
		switch a.Kind {
		case views.OtherTaken:
			return ok && taken[a.Notice]
		case views.MessageTaken:
			return ok
		}
		return ok && paces[moved{x.rest.Views[a.From].Role, a.Move}]
	})
}

// components are the rules of strongly connected components and of fairness.
func (x *rules[R, M, A, B]) components() {
	number := map[R]int{}
	for i, h := range x.halves {
		number[h] = i
	}
	for r := range allOf {
		next := make([][]int, len(x.halves))
		for i, y := range x.rest.Paces {
			if x.pace[r][i] {
				next[number[y.From]] = append(next[number[y.From]], number[y.To])
			}
		}
		in := connected(next)
		x.keep(x.pace[r], func(i int) bool { return in[number[x.rest.Paces[i].From]] == in[number[x.rest.Paces[i].To]] })
		bad := map[int]bool{}
		for c := range in {
			together := func(wanted func(h R) bool) bool { // all of the component are as wanted
				return !slices.ContainsFunc(x.halves, func(h R) bool { return x.half[r][h] && in[number[h]] == c && !wanted(h) })
			}
			bad[c] = x.apart && r == views.Passing && together(func(h R) bool { return x.phase(h) == explore.Waiting })
			for _, l := range x.labels {
				bad[c] = bad[c] || together(func(h R) bool { return x.enabledAlways[h][l] }) &&
					!some(x.pace[r], func(i int) bool { return x.rest.Paces[i].Label == l && in[number[x.rest.Paces[i].From]] == c })
			}
		}
		for _, h := range x.halves {
			if x.half[r][h] && bad[in[number[h]]] {
				x.half[r][h], x.changed = false, true
			}
		}
	}
	next := make([][]int, len(x.rest.Views))
	for i, a := range x.rest.Arrows {
		if x.arrow[i] {
			next[a.From] = append(next[a.From], a.To)
		}
	}
	in := connected(next)
	x.keep(x.arrow, func(i int) bool { return in[x.rest.Arrows[i].From] == in[x.rest.Arrows[i].To] })
	ofComponent, within := map[int][]int{}, map[int][]int{}
	for i := range x.rest.Views {
		if x.view[i] {
			ofComponent[in[i]] = append(ofComponent[in[i]], i)
		}
	}
	for i, a := range x.rest.Arrows {
		if x.arrow[i] {
			within[in[a.From]] = append(within[in[a.From]], i)
		}
	}
	bad := map[int]bool{}
	for c, list := range ofComponent {
		r := x.rest.Views[list[0]].Role
		together := func(wanted func(v views.MarkedView[R, M, A, B]) bool) bool {
			return !slices.ContainsFunc(list, func(i int) bool { return !wanted(x.rest.Views[i]) })
		}
		taken := func(kind int) bool {
			return slices.ContainsFunc(within[c], func(i int) bool { return x.rest.Arrows[i].Kind == kind })
		}
		bad[c] = x.apart && r == views.Passing && together(func(v views.MarkedView[R, M, A, B]) bool { return x.phase(v.Half) == explore.Waiting }) ||
			together(func(v views.MarkedView[R, M, A, B]) bool { return len(v.In) > 0 }) && !taken(views.MessageTaken) ||
			together(func(v views.MarkedView[R, M, A, B]) bool { return len(v.Out) > 0 }) && !taken(views.AnswerTaken)
		for _, l := range x.labels {
			// Enabled in all halves left that the view may be of.
			enabled := together(func(v views.MarkedView[R, M, A, B]) bool {
				return !slices.ContainsFunc(x.halves, func(h R) bool {
					return x.half[r][h] && !x.enabledAlways[h][l] && slices.ContainsFunc(slices.Collect(members(x.g.p.N)), func(m int) bool { return x.g.x.cut(h, m) == v.Half })
				})
			})
			done := some(x.pace[r], func(i int) bool {
				y := x.rest.Paces[i]
				if y.Label != l {
					return false
				}
				for m, k := range y.Moves {
					if k >= 0 && slices.ContainsFunc(within[c], func(i int) bool { return x.rest.Arrows[i].Kind == views.OtherMove && x.rest.Arrows[i].Move == k }) ||
						k < 0 && slices.ContainsFunc(list, func(i int) bool { return x.rest.Views[i].Half == x.g.x.cut(y.From, m) }) {
						return true
					}
				}
				return false
			})
			bad[c] = bad[c] || enabled && !done
		}
	}
	x.keep(x.view, func(i int) bool { return !bad[in[i]] })
}

func members(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for m := range n {
			if !yield(m) {
				return
			}
		}
	}
}

// difference says what is left by one of the two alone.
func (x *rules[R, M, A, B]) difference() string {
	for i, v := range x.rest.Views {
		if v.Left != x.view[i] {
			return fmt.Sprintf("the view %+v is left: %v", v, v.Left)
		}
	}
	for i, a := range x.rest.Arrows {
		if a.Left != x.arrow[i] {
			return fmt.Sprintf("the arrow %+v is left: %v", a, a.Left)
		}
	}
	for r := range allOf {
		for i, y := range x.rest.Paces {
			if y.Left[r] != x.pace[r][i] {
				return fmt.Sprintf("the step %+v, role %d, is left: %v", y, r, y.Left[r])
			}
		}
		for h, left := range x.rest.Halves {
			if left[r] != x.half[r][h] {
				return fmt.Sprintf("the half %+v, role %d, is left: %v", h, r, left[r])
			}
		}
	}
	return ""
}

// ruled compares what is left of the views of a protocol, and says how much that is.
func ruled[R, M, A, B comparable](t *testing.T, x *limits[R, M, A, B], all *views.Waits[R, M, A, B], apart bool) (left, gone int) {
	t.Helper()
	c := newRules(x, all, apart)
	if why := c.difference(); why != "" {
		t.Errorf("%s, apart %v: %s", x.g.p.Name, apart, why)
	}
	for _, v := range x.rest.Views {
		left += flag(v.Left)
		gone += flag(!v.Left)
	}
	return left, gone
}
