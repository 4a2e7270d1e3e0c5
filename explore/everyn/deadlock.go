package everyn

import (
	"fmt"
	"maps"
	"slices"

	"qcheck/explore"
)

// Deadlocks. In a state in which nothing has to go on (asking, and steps that may be taken, do not), all channels are empty, and each pair of a member and a requester is in a view in which
// nothing goes on, an idle one. Let a requester wait in it, and choose of each class of such requesters one kind of members of its ghost set (see doc.go), which were asked.
// A member of this kind has given its permission to somebody else, who is in an idle view with it, too, and waits. So an edge leads from the
// requester to another one that waits, of a class that the views show, and with a request that is later or earlier if the member knows both.
// There are finitely many requesters: no path of edges leads to later requests for ever, nor to earlier ones. So of classes whose edges all lead
// to classes that cannot be, or among themselves always to later requests, or always to earlier ones, there is no requester.

// A waiting is a class of requesters: the half without its sets, and the kinds of members; and whether they wait.
type waiting struct {
	half  value
	kinds list
	waits bool
}

// An edge leads to a class; order says whether the request of that is later (1) or earlier (-1), or that it is not known (0).
type edge struct{ to, order int }

// A waitGraph has edges from classes, by the kind of a member that was asked; a kind that is not there says nothing.
type waitGraph map[int]map[kind]map[edge]bool

// classOf returns the class of a pool, and what the half says of the member.
func (e *engine) classOf(p int, classes *numbered[waiting]) (class int, own kind) {
	own, others := e.kinds(p)
	all := slices.DeleteFunc(append(others, own), func(k kind) bool { return k == 0 })
	slices.Sort(all)
	b := []byte(e.pools.all[p].half)
	for _, at := range e.sets {
		set16(b, at, 0)
	}
	class, _ = classes.of(waiting{value(b), listOf(slices.Compact(all)), e.facts[p].phase == explore.Waiting})
	return class, own
}

// present returns the stamp of the present request of the peer at a place, if the member knows one that it took from it last; 0 otherwise.
func (e *engine) present(s member, place int) (stamp int) {
	stamp = e.shape.stampOf(s.half, place)
	for _, at := range e.shape.stamps {
		if t := get16(s.half, at); t > 0 && s.owners[t-1] == place {
			if stamp != 0 && stamp != t {
				return 0
			}
			stamp = t
		}
	}
	return stamp
}

// edges adds those from a class that waits for a member that is so about it; having has the classes that wait where a member is so about them.
// It returns why there may be something else.
func (e *engine) edges(out map[edge]bool, k int, having map[int]map[int]bool, open func(about int) bool) string {
	switch g := e.gives[k]; {
	case g.me:
		return "it has the permission"
	case g.to == 0:
		return "nobody has the permission"
	}
	for _, s := range e.likes(k) {
		h := e.about(s, e.gives[k].to)
		if open(h) {
			return "who has the permission does not wait"
		}
		order, mine, its := 0, e.present(s, 0), e.present(s, e.gives[k].to)
		switch {
		case e.unsure != "" || mine == 0 || its == 0:
		case mine < its:
			order = 1
		default:
			order = -1
		}
		for to := range having[h] {
			out[edge{to, order}] = true
		}
	}
	return ""
}

// alive returns the classes of which there may be requesters that wait for each other.
func (g waitGraph) alive() map[int]bool {
	alive := map[int]bool{}
	for q := range g {
		alive[q] = true
	}
	dies := func(order int) bool { // the largest set of classes that lead to each other in this order, and to the dead
		in := maps.Clone(alive)
		for n := -1; n != len(in); {
			n = len(in)
			for q := range in {
				some := false
				for _, out := range g[q] {
					all := true
					for x := range out {
						all = all && (!alive[x.to] || in[x.to] && x.order == order)
					}
					some = some || all
				}
				if !some {
					delete(in, q)
				}
			}
		}
		for q := range in {
			delete(alive, q)
		}
		return len(in) > 0
	}
	for dies(1) || dies(-1) {
	}
	return alive
}

// idle reports whether nothing has to go on in a view.
func (e *engine) idle(v view) bool { return v.up == "" && v.down == "" && len(e.owed(v.pool)) == 0 }

// deadlock says why it does not follow that something goes on where a requester waits; nothing if it does.
func (e *engine) deadlock() string {
	var classes numbered[waiting]
	at := waitingViews{}
	having, open := map[int]map[int]bool{}, map[int]bool{}
	for i, v := range e.views.all {
		if !e.idle(v) {
			continue
		}
		waits := e.facts[v.pool].phase == explore.Waiting
		if !waits || !e.sentTo(v.pool) {
			open[v.about] = true
		}
		if waits {
			q, own := e.classOf(v.pool, &classes)
			at.add(q, own, i)
			add(having, v.about, q, true)
		}
	}
	return e.circles(&classes, at, func(out map[edge]bool, i int) string {
		return e.edges(out, e.views.all[i].about, having, func(h int) bool { return open[h] })
	})
}

// waitingViews are those of requesters that wait, by class and by what that says of the member.
type waitingViews map[int]map[kind][]int

func (w waitingViews) add(class int, own kind, view int) {
	add(w, class, own, append(w[class][own], view))
}

// add sets a value in a map of maps.
func add[K, L comparable, V any](m map[K]map[L]V, k K, l L, v V) {
	if m[k] == nil {
		m[k] = map[L]V{}
	}
	m[k][l] = v
}

// circles says which classes may wait for each other, nothing if none may. The edges of a view are added by a function, which returns why there may be something else.
func (e *engine) circles(classes *numbered[waiting], at waitingViews, edges func(out map[edge]bool, view int) string) string {
	graph, why := waitGraph{}, map[int]string{}
	for q := range at {
		graph[q] = map[kind]map[edge]bool{}
		for _, k := range classes.all[q].kinds.all() {
			if k&e.inQuorum() == 0 {
				continue
			}
			out, blocks := map[edge]bool{}, ""
			for _, i := range at[q][k] {
				if blocks = edges(out, i); blocks != "" {
					break
				}
			}
			if blocks == "" {
				graph[q][k] = out
			} else {
				why[q] = blocks
			}
		}
	}
	alive := slices.DeleteFunc(slices.Sorted(maps.Keys(graph.alive())), func(q int) bool { return !classes.all[q].waits })
	if len(alive) == 0 {
		return ""
	}
	x := classes.all[alive[0]]
	text := fmt.Sprintf("%d of %d classes of requesters may wait for each other, such as one with %s", len(alive), len(graph), e.texts.requester(x.half))
	for _, k := range x.kinds.all() {
		text += e.kindText(", members that it asked", k)
	}
	if why[alive[0]] != "" {
		text += ": " + why[alive[0]]
	}
	if e.unsure != "" {
		text += "; " + e.unsure
	}
	return text
}
