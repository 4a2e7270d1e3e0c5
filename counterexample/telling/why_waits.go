package telling

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys/phrase"
)

// A wait is something that a process waits for in a state, as the local states say.
type wait struct {
	Process int
	// Of is the process whose permission it is, and What the kind of permission; -1
	// and empty for something else, which For says in words.
	Of   int
	What string
	For  string
	// Some says that fewer than all such waits need to end.
	Some bool
	// Wanted says that the process itself says that it waits for this.
	Wanted bool
	// Gave has the processes that Of has given its permission to, so far as it can give
	// none now; Holders those of them that have it.
	Gave, Holders explore.Set
	// Until says when Of gives it, if that is to come: when something has happened at Of
	// itself, or when the processes Awaits have done something.
	Until  string
	Awaits explore.Set
	// Known says that Of knows that it has given its permission to nobody; Queued that
	// the request waits there.
	Known, Queued bool
}

// on returns the processes that the wait is for.
func (w wait) on() explore.Set {
	switch {
	case w.Awaits != 0:
		return w.Awaits
	case w.Until != "":
		return explore.SetOf(w.Of)
	}
	return w.Gave.Without(w.Process)
}

// waitsIn returns what the processes that wait in a state wait for, as far as their local
// states say it, in the order of the processes.
func waitsIn(c obvious.Config) []wait {
	var all []wait
	if c.Standings == nil {
		return nil
	}
	for _, p := range trace.InPhase(c, explore.Waiting) {
		for _, st := range c.Standings[p] {
			what := st.Kind()
			for q := range c.Standings {
				of := standingOf(c, q, what)
				w := wait{Process: p, Of: q, What: what, Some: st.Some, Wanted: st.Wants.Has(q)}
				owes := of.Owes.Has(p)
				if !w.Wanted && (!owes || st.Wants != 0) {
					continue
				}
				w.Known, w.Queued = of.Most > 0 && of.Gave == 0, of.Queued.Has(p)
				switch {
				case owes:
					w.Until, w.Awaits = of.Until, of.Awaits
				case of.Most > 0 && (of.Gave.Has(p) || sum(c, of.Gave, what)+st.Count() > of.Most):
					w.Gave = of.Gave
					if of.Gave.Has(p) {
						w.Gave = explore.SetOf(p)
					}
					for _, r := range w.Gave.Members() {
						if standingOf(c, r, what).Has.Has(q) {
							w.Holders = w.Holders.With(r)
						}
					}
				}
				all = append(all, w)
			}
			if st.For != "" {
				all = append(all, wait{Process: p, Of: -1, For: st.For})
			}
		}
	}
	return all
}

// waitSentences says who waits for whom in a state, as far as the local states say it: a
// sentence for each process, and one for a cycle.
func (r *Reading) waitSentences(state int) []string {
	x := &explainer{Reading: r, end: state}
	c := r.Run.Configs[state]
	waits := waitsIn(c)
	var all []string
	for _, p := range trace.InPhase(c, explore.Waiting) {
		var parts []string
		for _, w := range waits {
			if w.Process == p {
				parts = append(parts, x.thing(w))
			}
		}
		if len(parts) > 0 {
			all = append(all, fmt.Sprintf("%s waits for %s", r.Processes.Of(p), strings.Join(parts, "; for ")))
		}
	}
	if cycle := cycleOf(waits, c); len(cycle) > 1 {
		all = append(all, fmt.Sprintf("%s wait for each other", phrase.List(r.Processes.All(cycle))))
	}
	return all
}

// waitArrows returns an arrow from each process that waits in a state to each for which it
// waits by these sentences: to those that have what it needs, otherwise to the one that is
// still to give it.
func (r *Reading) waitArrows(state int) []Arrow {
	c := r.Run.Configs[state]
	waits := waitsIn(c)
	next := map[int]int{} // in the cycle
	cycle := cycleOf(waits, c)
	for i, p := range cycle {
		next[p] = cycle[(i+1)%len(cycle)]
	}
	var all []Arrow
	for _, w := range waits {
		on, class := w.on(), "wait"
		if on == 0 && w.Of >= 0 {
			on, class = explore.SetOf(w.Of), "wait answered"
		}
		for _, q := range on.Without(w.Process).Members() {
			a := Arrow{From: w.Process, To: q, Class: class}
			if n, ok := next[w.Process]; ok && n == q {
				a.Class = "wait cycle"
			}
			switch i := slices.IndexFunc(all, func(b Arrow) bool { return b.From == a.From && b.To == a.To }); {
			case i < 0:
				all = append(all, a)
			case all[i].Class == "wait answered": // another permission says more
				all[i] = a
			}
		}
	}
	return all
}

// An Arrow goes from a process that waits to one for which it waits.
type Arrow struct {
	From, To int
	Class    string // how it is drawn
}

// ID names the arrow.
func (a Arrow) ID() string { return fmt.Sprintf("%d-%d", a.From, a.To) }

// Waiting says who waits for whom after so many moves, and the arrows that show it.
func (r *Reading) Waiting(moves int) (sentences []string, arrows []Arrow) {
	at := min(moves, len(r.Run.Configs)-1)
	return r.waitSentences(at), r.waitArrows(at)
}

// sum returns how many permissions of one process some processes have.
func sum(c obvious.Config, holders explore.Set, what string) int {
	n := 0
	for _, r := range holders.Members() {
		n += standingOf(c, r, what).Count()
	}
	return n
}

// cycleOf returns a shortest cycle of processes that wait for each other, the one that
// begins with the least process; nil if there is none.
func cycleOf(waits []wait, c obvious.Config) []int {
	on := make([]explore.Set, len(c.Observations))
	waiting := explore.SetOf(trace.InPhase(c, explore.Waiting)...)
	for _, w := range waits {
		on[w.Process] |= w.on() & waiting
	}
	var best []int
	for start := range on {
		came := map[int]int{}
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			for _, q := range on[queue[0]].Members() {
				if _, met := came[q]; !met {
					came[q] = queue[0]
					queue = append(queue, q)
				}
			}
		}
		if _, back := came[start]; !back {
			continue
		}
		cycle := []int{start}
		for p := came[start]; p != start; p = came[p] {
			cycle = append(cycle, p)
		}
		slices.Reverse(cycle[1:])
		if best == nil || len(cycle) < len(best) {
			best = cycle
		}
	}
	return best
}
