package telling

import (
	"fmt"
	"sort"
	"strings"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/setsys/phrase"
)

// unsafe explains a state that is not safe: by permissions that too many processes in
// the critical section have at once, and how that came; if there are none, by when they
// entered. Messages that came late, from before the request that they were taken for,
// are named.
func (x *explainer) unsafe() {
	inside := explore.SetOf(trace.InPhase(x.Run.Configs[x.end], explore.Inside)...)
	if !x.twice(inside) {
		x.apart(inside)
		x.arrivals()
	}
	x.late(inside)
	x.books()
}

// books names the first step that breaks the books of permissions, if it is not the last: what is wrong there is the
// mistake, and what the run ends with comes of it.
func (x *explainer) books() {
	b := x.Run.Books
	if b.After == 0 || b.After == x.end {
		return
	}
	x.say("permissions do not add up from step %d on (%s): %s", b.After, x.Run.Moves[b.After-1].Name, b.Why)
}

// twice names the permissions that are with more than they may be, and reports whether
// there are any.
func (x *explainer) twice(inside explore.Set) bool {
	c := x.Run.Configs[x.end]
	found := false
	for _, what := range x.kinds() {
		for q := range c.Standings {
			most := x.at(x.end, q, what).Most
			var holders explore.Set
			for _, p := range inside.Members() {
				if x.at(x.end, p, what).Has.Has(q) {
					holders = holders.With(p)
				}
			}
			if most == 0 || sum(c, holders, what) <= most {
				continue
			}
			found = true
			if most == 1 {
				x.say("%s have %s at the same time%s", x.names(holders), x.own(q, what), x.history(q, holders, what))
				continue
			}
			var parts []string
			for _, p := range holders.Members() {
				parts = append(parts, fmt.Sprintf("%s has %d", x.name(p), x.at(x.end, p, what).Count()))
			}
			x.say("of %s, of which there are %d, %s%s", x.own(q, what+"s"), most, phrase.List(parts), x.history(q, holders, what))
		}
	}
	return found
}

// history says when process q gave its permission to each of some processes, and when it
// took one of them for having returned it.
func (x *explainer) history(q int, holders explore.Set, what string) string {
	type event struct {
		at   int // of two in one step, the first is that which makes way for the other
		text string
	}
	var events []event
	for _, p := range holders.Members() {
		given, back := -1, -1
		for i := range x.Run.Moves {
			before, then := x.at(i, q, what).Gave.Has(p), x.at(min(i+1, x.end), q, what).Gave.Has(p)
			switch {
			case !before && then:
				given, back = i, -1
			case before && !then:
				back = i
			}
		}
		if given < 0 {
			continue
		}
		events = append(events, event{2*given + 1, fmt.Sprintf("gives it to %s in step %d", x.whom(p, q), given+1)})
		if back >= 0 {
			events = append(events, event{2 * back, fmt.Sprintf("takes it for returned by %s in step %d", x.whom(p, q), back+1)})
		}
	}
	if len(events) == 0 {
		return ""
	}
	sort.SliceStable(events, func(i, j int) bool { return events[i].at < events[j].at })
	var parts []string
	for _, e := range events {
		parts = append(parts, e.text)
	}
	return fmt.Sprintf(": %s %s", x.name(q), phrase.List(parts))
}

// whom names process p in a sentence about q.
func (x *explainer) whom(p, q int) string {
	if p == q {
		return "itself"
	}
	return x.name(p)
}

// apart says whose permissions two of those inside have, if none has given to both: their
// quorums have no common member.
func (x *explainer) apart(inside explore.Set) {
	for _, what := range x.kinds() {
		for _, p := range inside.Members() {
			for _, q := range inside.Members() {
				one, other := x.at(x.end, p, what).Has, x.at(x.end, q, what).Has
				if p >= q || one == 0 || other == 0 || one&other != 0 {
					continue
				}
				x.say("%s has the %ss of %s, and %s those of %s: no process gave to both", x.name(p), what, x.names(one), x.name(q), x.names(other))
				return
			}
		}
	}
}

// arrivals says since when the processes are in the critical section, or out of it where
// it is the last step that took one out.
func (x *explainer) arrivals() {
	in := func(state, p int) bool { return x.Run.Configs[state].Observations[p].Phase == explore.Inside }
	last := len(x.Run.Moves) - 1
	entering := last < 0 || in(x.end, x.Run.Moves[last].Process)
	var parts []string
	moved := false
	for p := range x.Run.Configs[x.end].Observations {
		if in(x.end, p) != entering {
			continue
		}
		since := -1
		for i := range x.Run.Moves {
			if in(i, p) != in(i+1, p) {
				since = i
			}
		}
		moved = moved || since >= 0
		text := x.name(p)
		if since < 0 {
			text += " from the start"
		} else {
			text += fmt.Sprintf(" since step %d", since+1)
		}
		parts = append(parts, text)
	}
	if !moved {
		return // it is about something else
	}
	where := "in the critical section"
	if !entering {
		where = "not in the critical section"
	}
	x.say("%s: %s", where, strings.Join(parts, ", "))
}

// late names the messages that processes inside took for their request, of the kind with
// which they entered, and that were sent before it.
func (x *explainer) late(inside explore.Set) {
	sent := x.sent()
	kind := func(i int) string {
		word, _, _ := strings.Cut(x.Before(i).Show(x.Run.Moves[i].Received), " ")
		return word
	}
	for _, p := range inside.Members() {
		entered := len(x.Run.Moves)
		for entered > 0 && x.Run.Configs[entered-1].Observations[p].Phase == explore.Inside {
			entered--
		}
		asked := x.asked(p, entered)
		last := entered - 1
		for last > asked && (x.Run.Moves[last].Process != p || x.Run.Moves[last].From < 0) {
			last--
		}
		if asked < 0 || last <= asked {
			continue
		}
		for i := asked + 1; i <= last; i++ {
			if m := x.Run.Moves[i]; m.Process == p && m.From >= 0 && sent[i] < asked && kind(i) == kind(last) {
				x.say("%s asks in step %d, and takes in step %d the %s that %s sent before, in step %d", x.name(p), asked+1, i+1, x.Before(i).Show(m.Received), x.name(m.From), sent[i]+1)
			}
		}
	}
}
