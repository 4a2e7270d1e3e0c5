package telling

import (
	"fmt"
	"math"
	"slices"

	"qcheck/counterexample/values"
	"qcheck/explore"
)

// asking is what a process that waits has heard from another one that it asked.
type asking struct {
	Process, On int
	Asked       string // the message with which it last asked
	Answer      string // the last message that came back since, empty for none
	Cycle       bool   // it is in the cycle that is shown
}

// asked says whom the waiting processes have asked, after so many moves. It knows
// nothing of the algorithm but its messages: a process asks with the step in which it
// begins to wait, and with later messages of the same kinds; what the other one
// sends it later, of other kinds, is an answer, once it is taken. Who has asked
// itself is not listed.
//
// An answer may be a permission or a refusal. A process that waits although all
// have answered waits for one of these.
func (r *Reading) asked(after int) []asking {
	var all []asking
	sent := r.Messages()
	phase := func(p, i int) explore.Phase { return r.Run.Configs[i].Observations[p].Phase }
	at := min(after, len(r.Run.Configs)-1)
	for p := range Processes(r.Run) {
		if phase(p, at) != explore.Waiting {
			continue
		}
		began := at // the move with which it began to wait
		for began > 0 && phase(p, began) == explore.Waiting {
			began--
		}
		var kinds []string
		for _, m := range sent {
			if m.From == p && m.Sent == began && phase(p, began) != explore.Waiting {
				kinds = append(kinds, m.Kind)
			}
		}
		for q := range Processes(r.Run) {
			w := asking{Process: p, On: q}
			for i := began; i < at; i++ {
				for _, m := range sent {
					switch {
					case p == q:
					case m.Sent == i && m.From == p && m.To == q && slices.Contains(kinds, m.Kind):
						w.Asked, w.Answer = m.Text, ""
					case m.Taken == i && m.From == q && m.To == p && m.Sent > began && w.Asked != "" && !slices.Contains(kinds, m.Kind):
						w.Answer = m.Text
					}
				}
			}
			if w.Asked != "" {
				all = append(all, w)
			}
		}
	}
	if len(r.Run.Configs[at].Enabled) == 0 {
		markCycle(all, Processes(r.Run))
	}
	return all
}

// markCycle marks the waits of a cycle, if there is one: of those with the fewest
// answers in it a shortest one. A process that has no answer from somebody is not
// said to wait for another one that has answered.
func markCycle(all []asking, n int) {
	silent := map[int]bool{}
	for _, w := range all {
		if w.Answer == "" {
			silent[w.Process] = true
		}
	}
	cost := func(w asking) int {
		switch {
		case w.Answer == "":
			return 1
		case silent[w.Process]:
			return math.MaxInt
		}
		return n + 1 // more than all steps of a cycle without answers
	}
	var best []int
	least := math.MaxInt
	for start := range n {
		path, length := shortestCycle(all, start, n, cost)
		if path != nil && length < least {
			best, least = path, length
		}
	}
	for _, i := range best {
		all[i].Cycle = true
	}
}

// shortestCycle returns the waits on a cheapest way from a process back to itself,
// nil if there is none.
func shortestCycle(all []asking, start, n int, cost func(asking) int) (path []int, length int) {
	type reached struct {
		length int
		path   []int
	}
	at := map[int]reached{}
	for range n { // as many rounds as a cycle can have steps
		for i, w := range all {
			from, ok := at[w.Process]
			if w.Process == start {
				from, ok = reached{}, true
			}
			c := cost(w)
			if !ok || c == math.MaxInt {
				continue
			}
			if old, ok := at[w.On]; !ok || from.length+c < old.length {
				at[w.On] = reached{from.length + c, append(slices.Clone(from.path), i)}
			}
		}
	}
	end := at[start]
	return end.path, end.length
}

// says says it in words.
func (w asking) says(names values.Names) string {
	text := fmt.Sprintf("%s asked %s with %s, and has no answer", names.Of(w.Process), names.Of(w.On), w.Asked)
	if w.Answer != "" {
		text = fmt.Sprintf("%s asked %s with %s; the last answer is %s", names.Of(w.Process), names.Of(w.On), w.Asked, w.Answer)
	}
	if w.Cycle {
		text += " (in the cycle)"
	}
	return text
}

// Class is how its arrow is drawn.
func (w asking) class() string {
	class := "wait"
	if w.Answer != "" {
		class += " answered"
	}
	if w.Cycle {
		class += " cycle"
	}
	return class
}

// A waitArrow goes from a process that waits to one for which it waits, or which it asked.
type Arrow struct {
	From, To int
	Class    string // how it is drawn
}

// Arrow is that of a wait.
func (w asking) arrow() Arrow { return Arrow{w.Process, w.On, w.class()} }

// ID names the arrow.
func (a Arrow) ID() string { return fmt.Sprintf("%d-%d", a.From, a.To) }

// Waiting says who waits for whom in a state, and the arrows that show it. Told says that
// the local states of the run say it.
func (r *Reading) Waiting(i int, told bool) (sentences []string, arrows []Arrow) {
	if told {
		at := min(i, len(r.Run.Configs)-1)
		return r.waitSentences(at), r.waitArrows(at)
	}
	for _, w := range r.asked(i) {
		sentences, arrows = append(sentences, w.says(r.Processes)), append(arrows, w.arrow())
	}
	return sentences, arrows
}
