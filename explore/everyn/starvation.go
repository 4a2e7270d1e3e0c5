package everyn

import (
	"cmp"
	"fmt"
	"slices"

	"qcheck/explore"
)

// Starvation. Suppose that in a fair run some wait for ever. W has them, and all others that ask no more and are not inside any more: some of these may have left, and still
// wait for permissions to give them back. There are finitely many processes, so from some time on all of the following is so
// for ever. Those of W are in the same phase, with their last requests, and these were taken by the members that they were sent to. A stamp that a member knows stays in use, so that no fresh one is before
// it (see package explore, on fairness), and whatever request with an earlier stamp was on its way was taken. So
//
//	late    a request that a member takes is later than all of W that it knows.
//
// Each pair of a member and one of W that has sent it its last request, as far as the ghost says so, is in views of S: the requester is not inside, has sent it, and no request is on its way to it. The pair goes
// on without end, if others do, in a part of S that is strongly connected; what it meets and takes without end is what is left there when all that follows was taken away.
//
//	stale   For no pair, of whatever requester, the member knows the same request for ever, or has given its permission to the requester for ever, but
//	        in views of S; and so in no fair run, but for those of W. That is decided by the views in which it knows one, or has given it.
//	        So a request that a member knows and that is earlier than one of W is of W, with its pair in S; and who keeps a permission
//	        for ever is of W.
//	others  An arc on which the member takes a message of one whose request it knows to be earlier than that of the requester: the other one is of W, and in
//	        its pair with the member that arc is left, too. An arc on which the requester takes an answer of another member to which it was sent: the same with the pair of these.
//	kinds   A view of a half some other kind of members of which, to which it was sent, is in no view left with this half.
//	fair    See walk.fair.
//
// At one time when all that is so: each of W is in a class, as for deadlocks (see deadlock.go); from one that does not wait no edges are known. Of a kind of members whose components, in all views left, never
// have given their permission to the requester, know its request, and never give the permission to another one than before, a member's permission stays for
// ever where it is: with one of W. So an edge leads to the class of that one, and all goes as for deadlocks: if no class is left that waits, nobody waits for ever.
//
// This needs, and checks, besides: well-definedness and freedom of deadlock, so that such a run has no end; that a requester that waits has asked somebody, does not ask again,
// and keeps its stamp; and that stamps that members know are those of present requests.

// starvation says why it does not follow that nobody waits for ever; nothing if it does.
func (e *engine) starvation() string {
	if e.unsure != "" {
		return e.unsure
	}
	for p := range e.pools.all {
		if why := e.waitsWell(p); why != "" {
			return why
		}
	}
	knows := make([]bool, len(e.abouts.all))
	for k := range knows {
		knows[k] = e.knows(k)
	}
	inS := make([]bool, len(e.views.all))
	for i, v := range e.views.all {
		inS[i] = e.facts[v.pool].phase != explore.Inside && e.sentTo(v.pool) && !slices.ContainsFunc(v.up.all(), func(m uint32) bool { return e.ups.all[m].stamped })
	}
	for _, x := range []struct {
		views func(k int) bool
		what  string
		with  func(a arc) bool
	}{
		{func(k int) bool { return knows[k] }, "a member may know a request for ever that is over", func(a arc) bool { return a.kind != messageTaken || !e.ups.all[a.msg].stamped }},
		{func(k int) bool { return e.gives[k].me }, "a member may give its permission for ever to one that does not wait for ever", func(arc) bool { return true }},
	} {
		w := e.walkIn(func(i int) bool { return x.views(e.views.all[i].about) }, func(_ int, a arc) bool { return x.with(a) })
		for w.fair() {
		}
		parts, _ := w.components()
		for _, views := range parts {
			if i := slices.IndexFunc(views, func(i int) bool { return !inS[i] }); i >= 0 {
				return x.what + ": " + e.text(views[i])
			}
		}
	}
	return e.waitingForEver(inS, knows)
}

// waitsWell says what of a requester that waits, or begins to, the argument is not about.
func (e *engine) waitsWell(p int) string {
	if e.otherMoves[p] == nil { // in no view
		return ""
	}
	own, others := e.kinds(p)
	waits := e.facts[p].phase == explore.Waiting
	if waits && !slices.ContainsFunc(append(others, own), func(k kind) bool { return k&e.inQuorum() != 0 }) {
		return "a requester waits that has asked nobody"
	}
	all := append(slices.Clone(e.local(p)), e.otherMoves[p].all...)
	for m := range e.downs.all {
		all = append(all, e.took[[2]int{p, m}]...)
	}
	for _, m := range all {
		switch {
		case m.wrong != "" || e.facts[m.to].phase != explore.Waiting:
		case waits && m.kind == explore.Ask:
			return fmt.Sprintf("in the step %q a requester asks again that waits", m.name)
		case !waits && m.kind != explore.Ask:
			return fmt.Sprintf("in the step %q a requester begins to wait, and does not ask", m.name)
		case !m.keeps:
			return fmt.Sprintf("in the step %q a requester that waits has no stamp, or makes another one", m.name)
		}
	}
	return ""
}

// knows reports whether a member knows a request of the requester.
func (e *engine) knows(k int) bool {
	return slices.ContainsFunc(e.likes(k), func(s member) bool { return e.present(s, 0) != 0 })
}

// waitingForEver says which classes may wait for ever in views of S.
func (e *engine) waitingForEver(inS, knows []bool) string {
	w := e.walkIn(func(i int) bool { return inS[i] }, func(_ int, a arc) bool { return !a.late })
	var classes numbered[waiting]
	class, own := make([]int, len(inS)), make([]kind, len(inS))
	for i, v := range e.views.all {
		if inS[i] {
			class[i], own[i] = e.classOf(v.pool, &classes)
		}
	}
	for changed := true; changed; {
		taken := map[[3]int]bool{} // what is taken in views that are left: by whom, in which pool or about, which message
		there := map[[2]int]bool{}
		for i, v := range e.views.all {
			if !w.alive[i] {
				continue
			}
			there[[2]int{class[i], int(own[i])}] = true
			for _, a := range w.arcs[i] {
				switch a.kind {
				case answerTaken:
					taken[[3]int{int(otherAnswer), v.pool, a.msg}] = true
				case messageTaken:
					taken[[3]int{int(otherMessage), v.about, a.msg}] = true
				}
			}
		}
		changed = false
		for i := range w.alive {
			if !w.alive[i] {
				continue
			}
			for _, k := range classes.all[class[i]].kinds.all() {
				if k&e.wasSent() != 0 && !there[[2]int{class[i], int(k)}] {
					w.alive[i], changed = false, true
				}
			}
		}
		changed = w.keep(func(_ int, a arc) bool {
			isOfW := a.kind == otherAnswer && e.sentTo(a.from) || a.kind == otherMessage && a.early
			return !isOfW || taken[[3]int{int(a.kind), a.from, a.msg}]
		}) || changed
		changed = w.fair() || changed
	}
	return e.rows(w, &classes, class, own, knows)
}

// rows looks for classes that may wait for each other in the views that are left.
func (e *engine) rows(w *walk, classes *numbered[waiting], class []int, own []kind, knows []bool) string {
	having, at := map[int]map[int]bool{}, waitingViews{}
	for i, v := range e.views.all {
		if w.alive[i] {
			add(having, v.about, class[i], true)
			at.add(class[i], own[i], i)
		}
	}
	moves := map[int32]string{} // why the permission does not stay where it is, in a component
	for i, v := range e.views.all {
		switch {
		case !w.alive[i]:
		case e.gives[v.about].me:
			moves[w.in[i]] = "it may have the permission now and then"
		case !knows[v.about]:
			moves[w.in[i]] = "a member does not know its request"
		case slices.ContainsFunc(w.arcs[i], func(a arc) bool { return a.regrant }):
			moves[w.in[i]] = "the permission goes from one to the other"
		}
	}
	return e.circles(classes, at, func(out map[edge]bool, i int) string {
		return cmp.Or(moves[w.in[i]], e.edges(out, e.views.all[i].about, having, func(int) bool { return false }))
	})
}
