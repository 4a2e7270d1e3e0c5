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

// Why a run ends as it does, in sentences. What they say is taken from the states and
// the steps of the replayed run: who waits for whose permission, and who has it, where
// the protocol says what its states mean (see [explore.Standing]); and for all
// protocols which messages were late, who entered when, and who overtakes whom in a
// cycle.

// Why says in sentences, without full stops, why a confirmed run ends as it does.
func Why(t *trace.Trace, run *obvious.Run) []string {
	x := &explainer{Reading: Read(t, run), end: len(run.Configs) - 1}
	n := len(run.Moves)
	switch {
	case t.Property == trace.Nothing:
	case t.Loop >= 0:
		x.overtaking()
	case n > 0 && run.Moves[n-1].Undefined != "":
		x.undefined()
	case t.Property == explore.Safety:
		x.unsafe()
	case run.Configs[x.end].Required[t.Property].Kind == "":
		x.waiting()
	}
	return x.sentences
}

// An explainer makes an explanation. Its methods say what is so.
type explainer struct {
	*Reading
	sentences []string
	end       int // the last state
}

func (x *explainer) say(format string, args ...any) {
	x.sentences = append(x.sentences, fmt.Sprintf(format, args...))
}

func (x *explainer) name(p int) string { return x.Processes.Of(p) }

// names lists processes.
func (x *explainer) names(s explore.Set) string { return phrase.List(x.Processes.All(s.Members())) }

// own is a thing of process p: "p1's permission".
func (x *explainer) own(p int, what string) string { return x.name(p) + "'s " + what }

// at returns what process p says of a kind of permissions after the first steps;
// nothing if it says nothing.
func (x *explainer) at(state, p int, what string) explore.Standing {
	return standingOf(x.Run.Configs[state], p, what)
}

func standingOf(c obvious.Config, p int, what string) explore.Standing {
	if c.Standings != nil {
		for _, st := range c.Standings[p] {
			if st.Kind() == what {
				return st
			}
		}
	}
	return explore.Standing{Of: what}
}

// kinds returns the kinds of permissions that there are.
func (x *explainer) kinds() []string {
	var all []string
	for _, list := range x.Run.Configs[x.end].Standings {
		for _, st := range list {
			if !slices.Contains(all, st.Kind()) {
				all = append(all, st.Kind())
			}
		}
	}
	return all
}

// waiting explains a state in which nothing more happens, or not until a process
// leaves: by a cycle of processes that wait for each other if there is one, otherwise
// by what each of those that wait is waiting for.
func (x *explainer) waiting() {
	c := x.Run.Configs[x.end]
	waits := waitsIn(c)
	if cycle := cycleOf(waits, c); cycle != nil {
		var parts []string
		for i, p := range cycle {
			next := cycle[(i+1)%len(cycle)]
			parts = append(parts, x.waitFor(p, waits, func(w wait) bool { return w.on().Has(next) }))
		}
		x.say("%s: each of them waits for the next", strings.Join(parts, "; "))
		if len(cycle) == 1 {
			x.sentences[0] = parts[0]
		}
		return
	}
	for _, p := range trace.InPhase(c, explore.Waiting) {
		if said := x.waitFor(p, waits, func(wait) bool { return true }); said != "" {
			x.say("%s", said)
		} else {
			x.say("%s", x.lastTaken(p))
		}
	}
}

// waitFor says what process p waits for: one of those things that are of interest, if it
// needs them all, otherwise all of them. It is empty if nothing is known.
func (x *explainer) waitFor(p int, waits []wait, of func(wait) bool) string {
	var parts []string
	for _, w := range waits {
		if w.Process == p && (w.Some || len(parts) == 0 && of(w)) {
			parts = append(parts, x.thing(w))
		}
	}
	switch {
	case len(parts) == 0:
		return ""
	case len(parts) == 1:
		return x.name(p) + " waits for " + parts[0]
	}
	return fmt.Sprintf("%s waits for some of these: %s", x.name(p), strings.Join(parts, ", and "))
}

// thing says what is waited for, and where it is.
func (x *explainer) thing(w wait) string {
	if w.Of < 0 {
		return w.For
	}
	thing := x.own(w.Of, w.What)
	if w.Of == w.Process {
		thing = "its own " + w.What
	}
	if w.Of >= 0 && x.Run.Configs[min(x.end, len(x.Run.Configs)-1)].Down.Has(w.Of) {
		return fmt.Sprintf("%s, and %s has crashed", thing, x.name(w.Of))
	}
	switch {
	case w.Until != "":
		when := w.Until
		if w.Awaits != 0 {
			when = x.names(w.Awaits) + " " + w.Until
		} else if x.Run.Configs[x.end].Observations[w.Of].Phase == explore.Thinking {
			when += ", and which does not ask"
		}
		if !w.Wanted {
			return fmt.Sprintf("%s, which answers when %s", x.name(w.Of), when)
		}
		return fmt.Sprintf("%s, which comes when %s", thing, when)
	case w.Gave == explore.SetOf(w.Process):
		return fmt.Sprintf("%s, which %s has given to it, and which it does not have", thing, x.name(w.Of))
	case w.Gave != 0:
		var parts []string
		if w.Holders == explore.SetOf(w.Of) {
			parts = append(parts, fmt.Sprintf("%s has itself", x.name(w.Of)))
		} else if w.Holders != 0 {
			has := "have"
			if w.Holders.Len() == 1 {
				has = "has"
			}
			parts = append(parts, fmt.Sprintf("%s %s", x.names(w.Holders), has))
		}
		if lost := w.Gave &^ w.Holders; lost != 0 {
			not := "do not have it"
			if lost.Len() == 1 {
				not = "does not have it"
			}
			parts = append(parts, fmt.Sprintf("%s has given to %s, who %s", x.name(w.Of), x.names(lost), not))
		}
		return fmt.Sprintf("%s, which %s", thing, strings.Join(parts, " and "))
	case w.Known && w.Queued:
		return fmt.Sprintf("%s, which nobody has, although the request waits there", thing)
	case w.Known:
		return fmt.Sprintf("%s, which nobody has, and %s knows of no request", thing, x.name(w.Of))
	}
	return thing
}

// lastTaken says what a process that waits took last.
func (x *explainer) lastTaken(p int) string {
	asked := x.asked(p, len(x.Run.Moves))
	if asked < 0 {
		return fmt.Sprintf("%s waits from the start", x.name(p))
	}
	text := fmt.Sprintf("%s waits since step %d", x.name(p), asked+1)
	for i := len(x.Run.Moves) - 1; i > asked; i-- {
		if m := x.Run.Moves[i]; m.Process == p && m.From >= 0 {
			return fmt.Sprintf("%s, and took %s from %s last, in step %d", text, x.Before(i).Show(m.Received), x.name(m.From), i+1)
		}
	}
	return text + ", and took no message since"
}

// asked returns the last move before move i with which process p began to wait; -1 if
// there is none.
func (x *explainer) asked(p, i int) int {
	for i--; i >= 0; i-- {
		if m := x.Run.Moves[i]; m.Process == p && m.Kind == explore.Ask {
			return i
		}
	}
	return -1
}

// sent returns, by move, the move in which the message that it takes was sent; -1 for
// none.
func (x *explainer) sent() []int {
	all, taken := x.passed()
	for i, m := range taken {
		if m >= 0 {
			taken[i] = all[m].Sent
		}
	}
	return taken
}

// undefined explains a step that is not defined, by where its message came from.
func (x *explainer) undefined() {
	i := len(x.Run.Moves) - 1
	m := x.Run.Moves[i]
	if m.From < 0 {
		return
	}
	sent := x.sent()[i]
	x.say("%s sent the %s in step %d%s", x.name(m.From), x.Before(i).Show(m.Received), sent+1, x.returned(m.Process, m.From, sent))
}

// returned says whose the permission of process p is at the end, if another process had
// it, by what p knew, when that one sent its last message, and has it no more; otherwise
// where p stands.
func (x *explainer) returned(p, from, sent int) string {
	given := ""
	for _, what := range x.kinds() {
		if !x.at(sent, from, what).Gave.Has(p) && x.at(sent+1, from, what).Gave.Has(p) {
			given = fmt.Sprintf(", with which it gives its %s to %s", what, x.name(p))
		}
	}
	for _, what := range x.kinds() {
		if given != "" {
			break
		}
		st := x.at(x.end, p, what)
		if st.Most == 0 || !x.at(sent, p, what).Gave.Has(from) || st.Gave.Has(from) {
			continue
		}
		text := fmt.Sprintf(", when %s had %s; now ", x.name(from), x.own(p, what))
		if st.Gave == 0 {
			return text + "nobody has it"
		}
		return fmt.Sprintf("%sit is with %s, as far as %s knows", text, x.names(st.Gave), x.name(p))
	}
	switch x.Run.Configs[x.end].Observations[p].Phase {
	case explore.Waiting:
		return fmt.Sprintf("%s; %s waits when it comes", given, x.name(p))
	case explore.Inside:
		return fmt.Sprintf("%s; %s is in the critical section when it comes", given, x.name(p))
	}
	return fmt.Sprintf("%s; %s neither waits nor is in the critical section when it comes", given, x.name(p))
}
