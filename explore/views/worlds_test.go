package views_test

import (
	"slices"
	"unique"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// The states of a protocol of at most three processes, one by one, as the theorem of package
// views has them: two channels between a requester and a member, messages to oneself among
// them, and a fresh stamp in any place.

const mostProcesses = 3

type world[R, M, A, B comparable] struct {
	half   [mostProcesses]unique.Handle[R]
	own    [mostProcesses]uint8 // the stamp of the request
	left   [mostProcesses]int8  // requests; below 0: without bound
	member [mostProcesses]unique.Handle[M]
	in     [mostProcesses][mostProcesses]unique.Handle[queue[sent[A]]] // by requester and member
	out    [mostProcesses][mostProcesses]unique.Handle[queue[B]]       // by requester and member
}

// A happening is a step from one state to another: of a requester, by itself (from < 0) or with
// a message of a member; or of a member, with a message of a requester.
type happening[R, A comparable] struct {
	from, to  int
	ofMember  bool
	who, with int
	name      string // of a local step that is owed
	act       roles.Act[R, A]
	msg       sent[A]
}

type worlds[R, M, A, B comparable] struct {
	x     *naive[R, M, A, B] // for the layout of M
	p     roles.Protocol[R, M, A, B]
	all   []world[R, M, A, B]
	at    map[world[R, M, A, B]]int
	steps []happening[R, A]
	whole bool // all states are there
	owed  map[unique.Handle[R]][mostProcesses][]string
	names []string
}

// worldsOf searches the states of a protocol, up to a number of them.
func worldsOf[R, M, A, B comparable](p roles.Protocol[R, M, A, B], requests int, most int) *worlds[R, M, A, B] {
	g := &worlds[R, M, A, B]{x: newNaive(p), p: p, at: map[world[R, M, A, B]]int{}, whole: true, owed: map[unique.Handle[R]][mostProcesses][]string{}}
	var init world[R, M, A, B]
	for i := range p.N {
		init.half[i], init.member[i], init.left[i] = unique.Make(p.Requester.Init), unique.Make(p.Member.Init), int8(requests)
		for m := range p.N {
			init.in[i][m], init.out[i][m] = unique.Make(queue[sent[A]]{}), unique.Make(queue[B]{})
		}
	}
	g.add(init)
	for i := 0; i < len(g.all); i++ {
		if len(g.all) > most {
			g.whole = false
			break
		}
		g.expand(i)
	}
	return g
}

func (g *worlds[R, M, A, B]) add(w world[R, M, A, B]) int {
	i, ok := g.at[w]
	if !ok {
		i = len(g.all)
		g.at[w] = i
		g.all = append(g.all, w)
	}
	return i
}

// restamped returns a state with other stamps.
func (g *worlds[R, M, A, B]) restamped(w world[R, M, A, B], f func(int) int) world[R, M, A, B] {
	for i := range g.p.N {
		w.own[i] = uint8(f(int(w.own[i])))
		m := w.member[i].Value()
		g.x.stamps(&m, f)
		w.member[i] = unique.Make(m)
		for m := range g.p.N {
			in := w.in[i][m].Value()
			for j := range in.n {
				in.at[j].stamp = f(in.at[j].stamp)
			}
			w.in[i][m] = unique.Make(in)
		}
	}
	return w
}

func (g *worlds[R, M, A, B]) stampsOf(w world[R, M, A, B]) (all []int) {
	g.restamped(w, func(s int) int {
		if s != 0 && !slices.Contains(all, s) {
			all = append(all, s)
		}
		return s
	})
	slices.Sort(all)
	return all
}

func (g *worlds[R, M, A, B]) normal(w world[R, M, A, B]) world[R, M, A, B] {
	all := g.stampsOf(w)
	if len(all) == 0 || all[len(all)-1] == len(all) {
		return w
	}
	return g.restamped(w, func(s int) int { return 1 + slices.Index(all, s) })
}

func (g *worlds[R, M, A, B]) expand(at int) {
	w := g.all[at]
	n := g.p.N
	for i := range n {
		half := w.half[i].Value()
		g.acts(at, w, i, -1, g.p.Requester.Local(i, half))
		for m := range n {
			if out := w.out[i][m].Value(); out.n > 0 {
				v := w
				v.out[i][m] = unique.Make(out.rest())
				g.acts(at, v, i, m, g.p.Requester.Take(i, half, m, out.at[0], false))
			}
			in := w.in[i][m].Value()
			if in.n == 0 {
				continue
			}
			k := in.at[0]
			for _, r := range g.p.Member.Take(w.member[m].Value(), peerNamed(i), k.msg, stampNamed(k.stamp)) {
				if r.Undefined+r.Overflow != "" {
					continue
				}
				v := w
				v.in[i][m] = unique.Make(in.rest())
				v.member[m] = unique.Make(r.Next)
				ok := true
				for _, s := range r.Send {
					out := v.out[processOf(s.To)][m].Value()
					if out.n == room {
						ok = false
						break
					}
					v.out[processOf(s.To)][m] = unique.Make(out.with(s.Msg))
				}
				if !ok {
					g.whole = false
					continue
				}
				g.steps = append(g.steps, happening[R, A]{from: at, to: g.add(g.normal(v)), ofMember: true, who: m, with: i, msg: k})
			}
		}
	}
}

// acts takes steps of a requester in a state without the message that they take.
func (g *worlds[R, M, A, B]) acts(at int, w world[R, M, A, B], i, from int, acts []roles.Act[R, A]) {
	for _, x := range acts {
		if x.Undefined+x.Overflow != "" || x.Kind == explore.Ask && w.left[i] == 0 {
			continue
		}
		h := happening[R, A]{from: at, who: i, with: from, act: x}
		if from < 0 && x.Kind != explore.Ask {
			h.name = x.Name
			if !slices.Contains(g.names, x.Name) {
				g.names = append(g.names, x.Name)
			}
		}
		after := func(v world[R, M, A, B]) {
			if x.Kind == explore.Ask && v.left[i] > 0 {
				v.left[i]--
			}
			v.half[i] = unique.Make(x.Next)
			for _, s := range x.Send {
				k := sent[A]{msg: s.Msg}
				if s.Stamped {
					k.stamp = int(v.own[i])
				}
				in := v.in[i][s.Member].Value()
				if in.n == room {
					g.whole = false
					return
				}
				v.in[i][s.Member] = unique.Make(in.with(k))
			}
			h.to = g.add(g.normal(v))
			g.steps = append(g.steps, h)
		}
		switch x.Stamp {
		case roles.Keep:
			after(w)
		case roles.Drop:
			v := w
			v.own[i] = 0
			after(v)
		case roles.New:
			for s := 1; s <= len(g.stampsOf(w))+1; s++ {
				v := g.restamped(w, func(t int) int {
					if t >= s {
						return t + 1
					}
					return t
				})
				v.own[i] = uint8(s)
				after(v)
			}
		}
	}
}

func (g *worlds[R, M, A, B]) waits(w world[R, M, A, B], i int) bool {
	return g.p.Requester.Observe(w.half[i].Value()).Phase == explore.Waiting
}

// owes returns the local steps that a requester has to take in the end.
func (g *worlds[R, M, A, B]) owes(w world[R, M, A, B], i int) []string {
	all, ok := g.owed[w.half[i]]
	if !ok {
		for self := range g.p.N {
			for _, x := range g.p.Requester.Local(self, w.half[i].Value()) {
				if x.Kind != explore.Ask {
					all[self] = append(all[self], x.Name)
				}
			}
		}
		g.owed[w.half[i]] = all
	}
	return all[i]
}

// A starving is who waits for ever, p with the least stamp; those are all of them, where they
// are told apart.
type starving struct {
	p     int
	those explore.Set
	apart bool
}

func starvings(n int) (all []starving) {
	for p := range n {
		all = append(all, starving{p: p, those: explore.SetOf(p)})
		for those := explore.Set(1); those <= explore.All(n); those++ {
			if those.Has(p) {
				all = append(all, starving{p, those, true})
			}
		}
	}
	return all
}

// stays reports whether a state may be met without end if those wait for ever.
func (g *worlds[R, M, A, B]) stays(w world[R, M, A, B], s starving) bool {
	for i := range g.p.N {
		waits := g.waits(w, i)
		if s.those.Has(i) && !waits || waits && i != s.p && w.own[i] < w.own[s.p] {
			return false
		}
	}
	return true
}

// goesOn reports whether a step between such states may be.
func (g *worlds[R, M, A, B]) goesOn(h happening[R, A], s starving) bool {
	if h.ofMember || h.act.Stamp != roles.New {
		return h.ofMember || !s.those.Has(h.who) || h.act.Stamp == roles.Keep
	}
	to := g.all[h.to]
	return !s.those.Has(h.who) && to.own[h.who] > to.own[s.p]
}

// fair returns the strongly connected components in which those may wait for ever in a fair
// run: for each state its component, or -1.
func (g *worlds[R, M, A, B]) fair(s starving) []int {
	stays := make([]bool, len(g.all))
	for i, w := range g.all {
		stays[i] = g.stays(w, s)
	}
	next := make([][]int, len(g.all))
	var edges []happening[R, A]
	for _, h := range g.steps {
		if stays[h.from] && stays[h.to] && g.goesOn(h, s) {
			next[h.from] = append(next[h.from], h.to)
			edges = append(edges, h)
		}
	}
	in := connected(next)
	// What is owed in all states of a component, and not done in any.
	type debt struct {
		ofMember  bool
		who, with int
		name      string
	}
	type component struct {
		owed  map[debt]bool
		waits explore.Set // in all states
	}
	all := map[int]*component{}
	for i, w := range g.all {
		if !stays[i] {
			continue
		}
		owed := map[debt]bool{}
		waits := explore.Set(0)
		for i := range g.p.N {
			if g.waits(w, i) {
				waits = waits.With(i)
			}
			for _, name := range g.owes(w, i) {
				owed[debt{who: i, with: -1, name: name}] = true
			}
			for m := range g.p.N {
				if w.in[i][m].Value().n > 0 {
					owed[debt{ofMember: true, who: m, with: i}] = true
				}
				if w.out[i][m].Value().n > 0 {
					owed[debt{who: i, with: m}] = true
				}
			}
		}
		c := all[in[i]]
		if c == nil {
			all[in[i]] = &component{owed: owed, waits: waits}
			continue
		}
		c.waits &= waits
		for d := range c.owed {
			if !owed[d] {
				delete(c.owed, d)
			}
		}
	}
	for _, h := range edges {
		if in[h.from] == in[h.to] {
			delete(all[in[h.from]].owed, debt{h.ofMember, h.who, h.with, h.name})
		}
	}
	for i := range in {
		if c := all[in[i]]; !stays[i] || len(c.owed) > 0 || s.apart && c.waits != s.those {
			in[i] = -1
		}
	}
	return in
}

// connected numbers the strongly connected components of a graph: Kosaraju's algorithm.
func connected(next [][]int) []int {
	before := make([][]int, len(next))
	for i, list := range next {
		for _, j := range list {
			before[j] = append(before[j], i)
		}
	}
	var order []int
	met := make([]bool, len(next))
	var out func(i int)
	out = func(i int) {
		met[i] = true
		for _, j := range next[i] {
			if !met[j] {
				out(j)
			}
		}
		order = append(order, i)
	}
	for i := range next {
		if !met[i] {
			out(i)
		}
	}
	in := slices.Repeat([]int{-1}, len(next))
	var back func(i, n int)
	back = func(i, n int) {
		in[i] = n
		for _, j := range before[i] {
			if in[j] < 0 {
				back(j, n)
			}
		}
	}
	n := 0
	for _, i := range slices.Backward(order) {
		if in[i] < 0 {
			back(i, n)
			n++
		}
	}
	return in
}
