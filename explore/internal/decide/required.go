package decide

import (
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
	"qcheck/explore/verdict"
)

// Deciding requirements. The search notes a state that is wrong, or one that must be
// reachable, as it meets it. Leads-to is decided afterwards: a run violates it that
// reaches a state of the first kind, and from there on passes none of the second,
// into a state in which nothing more has to happen or into a fair cycle among such
// states (see package fair). With symmetry, the search has compared what it says of each state with what it
// says of all that renamings make of it: so what it says of the state that is kept is so of all for which that stands,
// and a path among the states that are kept is a run of as many steps among those.

// requirement decides a requirement after the search.
func (s *Findings) requirement(r engine.Requirement) protocol.PropertyResult {
	pr := protocol.PropertyResult{Property: r.Name}
	met := s.Found[r.Name]
	switch {
	case r.Leads != nil:
		return s.leadsTo(r)
	case met != nil:
		w := engine.NewWalker(s.Engine)
		run, target := s.Shortest(slices.DeleteFunc(s.Members(met.States), func(key table.StateKey) bool {
			w.Load(key)
			return !r.Meets(w.State.Blocks)
		}), met.Level, false)
		pr.Trace = &protocol.Trace{Start: run.Start, Steps: run.Steps, Loop: -1, Shortest: !s.Reduced, Process: -1}
		pr.Verdict = verdict.Holds
		if r.Wrong != nil {
			w.Load(target)
			pr.Verdict, pr.Detail = verdict.Violated, r.Wrong(w.State.Blocks)
		}
	case !s.Complete():
		pr.Verdict, pr.Detail = verdict.Unknown, s.Reason()
	case r.Wrong != nil:
		pr.Verdict = verdict.Holds
	case s.Beyond > 0:
		pr.Verdict, pr.Detail = verdict.Unknown, "some runs pass the bound of the clocks"
	default:
		pr.Verdict, pr.Detail = verdict.Violated, "no such state can be reached"
	}
	return pr
}

// What is wrong when a requirement of kind LeadsTo is violated, by a run without end, or by one that ends.
const (
	NeverLeads = "what must follow never does, in a run in which every step that stays enabled is taken"
	EndsBefore = "what must follow has not happened, and nothing more has to happen"
)

func (s *Findings) leadsTo(r engine.Requirement) protocol.PropertyResult {
	pr := protocol.PropertyResult{Property: r.Name}
	unknown := func(why string) protocol.PropertyResult {
		pr.Verdict, pr.Detail = verdict.Unknown, why
		return pr
	}
	g, why := s.endless(s.Complete(), "some runs pass the bound of the clocks")
	if why != "" {
		return unknown(why)
	}
	open, owes := s.leading(g, r)
	in := make([]int, len(g.Keys)) // by state: 1 + its fair component, -1 where a run may end
	fair := g.FairComponents(fair.Component{}, func(v table.StateID) bool { return open[v] })
	for i, c := range fair {
		for _, v := range c.States {
			in[v] = i + 1
		}
	}
	for v := range g.Keys {
		if g.Stuck[v] {
			in[v] = -1
		}
	}
	switch {
	case s.Halted():
		return unknown(s.Reason())
	case g.TooMany():
		return unknown(tooMany)
	}
	length, ends := s.stems(g, open, owes, in)
	if len(ends) == 0 {
		pr.Verdict = verdict.Holds
		return pr
	}
	pr.Verdict, pr.Detail = verdict.Violated, EndsBefore
	end := s.First(s.Members(ends))
	pr.Trace = s.owing(g, open, owes, length, end)
	at := s.numberOf(g, end)
	if pr.Trace.Shortest = in[at] < 0; !pr.Trace.Shortest {
		pr.Detail, pr.Trace.Loop = NeverLeads, len(pr.Trace.Steps)
		c := fair[in[at]-1]
		if g.Renamings != nil {
			g, c, at = g.Unfold(c, at, end, -1)
		}
		pr.Trace.Steps = append(pr.Trace.Steps, g.Cycle(c, at)...)
	}
	return pr
}

// leading returns, by state, whether it lacks what must follow, and whether it demands that besides.
func (s *Findings) leading(g *fair.Graph, r engine.Requirement) (open, owes []bool) {
	open, owes = make([]bool, len(g.Keys)+1), make([]bool, len(g.Keys))
	w := engine.NewWalker(s.Engine)
	for v, key := range g.Keys {
		w.Load(key)
		from, to := s.leads(r, w, v)
		open[v], owes[v] = !to, from && !to
	}
	return open, owes
}

// leads is requirement.leads in state v of the graph, which a walker has loaded.
func (s *Findings) leads(r engine.Requirement, w *engine.Walker, v int) (from, to bool) {
	defer func() {
		if p := recover(); p != nil {
			m := *protocol.MistakeOf(p)
			m.Steps = s.Path(w.Key, s.LevelOf(v)).Steps
			panic(&m)
		}
	}()
	return r.Leads(w.State.Blocks)
}

// stems returns, by state, the length of a shortest run to it that passed a state
// which owes something and none since that gives it, -1 for none; and the states
// in which such runs can stay for ever or end, with the least length.
func (s *Findings) stems(g *fair.Graph, open, owes []bool, in []int) (length []int, ends []table.StateKey) {
	length = make([]int, len(g.Keys))
	for v := range length {
		length[v] = -1
	}
	var level []table.StateID
	at, known := 0, 0 // states looked at, and states of the levels up to depth
	for depth := 0; len(level) > 0 || at < len(g.Keys); depth++ {
		var next []table.StateID
		if at < len(g.Keys) {
			known += s.Levels[depth].Len()
		}
		for ; at < known; at++ {
			if owes[at] && length[at] < 0 {
				length[at] = depth
				level = append(level, table.StateID(at))
			}
		}
		for _, v := range level {
			if in[v] != 0 {
				ends = append(ends, g.Keys[v])
			}
			for _, e := range g.From(v) {
				if int(e.To) < len(g.Keys) && open[e.To] && length[e.To] < 0 {
					length[e.To] = depth + 1
					next = append(next, e.To)
				}
			}
		}
		if len(ends) > 0 {
			return length, ends
		}
		level = next
	}
	return length, nil
}

// numberOf returns the number in the graph of the state that stands for one.
func (s *Findings) numberOf(g *fair.Graph, key table.StateKey) table.StateID {
	kept, _ := s.Representative(key)
	return g.Numbers.Of(kept)
}

// owing returns a run to a state in which stems end, by the lengths that were found.
func (s *Findings) owing(g *fair.Graph, open, owes []bool, length []int, target table.StateKey) *protocol.Trace {
	var tail []protocol.TraceStep
	for {
		v := s.numberOf(g, target)
		if owes[v] && s.LevelOf(int(v)) == length[v] {
			break
		}
		var parents []table.StateKey
		for u := range g.Keys {
			if length[u] != length[v]-1 || !open[u] {
				continue
			}
			if slices.ContainsFunc(g.From(table.StateID(u)), func(e fair.Edge) bool { return e.To == v }) {
				parents = append(parents, g.Keys[u])
			}
		}
		parent := s.First(s.Parents(space.Level{Keys: parents}, target))
		tail = append(tail, s.Transition(parent, target))
		target = parent
	}
	slices.Reverse(tail)
	stem := s.Path(target, s.LevelOf(int(s.numberOf(g, target))))
	return &protocol.Trace{Start: stem.Start, Steps: append(stem.Steps, tail...), Loop: -1, Process: -1}
}
