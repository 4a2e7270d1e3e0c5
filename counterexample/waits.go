package counterexample

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"qcheck/counterexample/drawing"
	"qcheck/explore"
)

// A wait says what a process that waits has heard from another one that it asked.
type wait struct {
	process, on int
	asked       string // the message with which it last asked
	answer      string // the last message that came back since, empty for none
	cycle       bool   // it is in the cycle that is shown
}

// waits says whom the waiting processes have asked, after so many moves. It knows
// nothing of the algorithm but its messages: a process asks with the step in which it
// begins to wait, and with later messages of the same kinds; what the other one
// sends it later, of other kinds, is an answer, once it is taken. Who has asked
// itself is not listed.
//
// An answer may be a permission or a refusal. A process that waits although all
// have answered waits for one of these.
func (r *rendering) waits(after int) []wait {
	var all []wait
	sent := r.messages()
	phase := func(p, i int) explore.Phase { return r.run.Configs[i].Observations[p].Phase }
	at := min(after, len(r.run.Configs)-1)
	for p := range processes(r.run) {
		if phase(p, at) != explore.Waiting {
			continue
		}
		began := at // the move with which it began to wait
		for began > 0 && phase(p, began) == explore.Waiting {
			began--
		}
		var kinds []string
		for _, m := range sent {
			if m.from == p && m.sent == began && phase(p, began) != explore.Waiting {
				kinds = append(kinds, m.kind)
			}
		}
		for q := range processes(r.run) {
			w := wait{process: p, on: q}
			for i := began; i < at; i++ {
				for _, m := range sent {
					switch {
					case p == q:
					case m.sent == i && m.from == p && m.to == q && slices.Contains(kinds, m.kind):
						w.asked, w.answer = m.text, ""
					case m.taken == i && m.from == q && m.to == p && m.sent > began && w.asked != "" && !slices.Contains(kinds, m.kind):
						w.answer = m.text
					}
				}
			}
			if w.asked != "" {
				all = append(all, w)
			}
		}
	}
	if len(r.run.Configs[at].Enabled) == 0 {
		markCycle(all, processes(r.run))
	}
	return all
}

// markCycle marks the waits of a cycle, if there is one: of those with the fewest
// answers in it a shortest one. A process that has no answer from somebody is not
// said to wait for another one that has answered.
func markCycle(all []wait, n int) {
	silent := map[int]bool{}
	for _, w := range all {
		if w.answer == "" {
			silent[w.process] = true
		}
	}
	cost := func(w wait) int {
		switch {
		case w.answer == "":
			return 1
		case silent[w.process]:
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
		all[i].cycle = true
	}
}

// shortestCycle returns the waits on a cheapest way from a process back to itself,
// nil if there is none.
func shortestCycle(all []wait, start, n int, cost func(wait) int) (path []int, length int) {
	type reached struct {
		length int
		path   []int
	}
	at := map[int]reached{}
	for range n { // as many rounds as a cycle can have steps
		for i, w := range all {
			from, ok := at[w.process]
			if w.process == start {
				from, ok = reached{}, true
			}
			c := cost(w)
			if !ok || c == math.MaxInt {
				continue
			}
			if old, ok := at[w.on]; !ok || from.length+c < old.length {
				at[w.on] = reached{from.length + c, append(slices.Clone(from.path), i)}
			}
		}
	}
	end := at[start]
	return end.path, end.length
}

// says says it in words.
func (w wait) says(names processNames) string {
	text := fmt.Sprintf("%s asked %s with %s, and has no answer", names.of(w.process), names.of(w.on), w.asked)
	if w.answer != "" {
		text = fmt.Sprintf("%s asked %s with %s; the last answer is %s", names.of(w.process), names.of(w.on), w.asked, w.answer)
	}
	if w.cycle {
		text += " (in the cycle)"
	}
	return text
}

// class is how its arrow is drawn.
func (w wait) class() string {
	class := "wait"
	if w.answer != "" {
		class += " answered"
	}
	if w.cycle {
		class += " cycle"
	}
	return class
}

// A waitArrow goes from a process that waits to one for which it waits, or which it asked.
type waitArrow struct {
	from, to int
	class    string // how it is drawn
}

// arrow is that of a wait.
func (w wait) arrow() waitArrow { return waitArrow{w.process, w.on, w.class()} }

// id names the arrow.
func (a waitArrow) id() string { return fmt.Sprintf("%d-%d", a.from, a.to) }

// The measures of the graph of who waits for whom.
const (
	nodeRadius   = 22.0
	nodeDistance = 74.0
	arrowBend    = 14.0
)

// drawWaits draws the processes in a circle, with the arrows of these lists; nil when there
// are none. They are drawn as in the last list; those that are not in it are hidden.
func (r *rendering) drawWaits(lists [][]waitArrow, title string) *drawing.Drawing {
	n := processes(r.run)
	shown := map[string]bool{}
	for _, list := range lists {
		for _, a := range list {
			shown[a.id()] = true
		}
	}
	if len(shown) == 0 {
		return nil
	}
	last := map[string]string{}
	for _, a := range lists[len(lists)-1] {
		last[a.id()] = a.class
	}
	radius := max(70, nodeDistance*float64(n)/(2*math.Pi))
	middle, lowest := radius+nodeRadius+40, 0.0
	place := func(p int) (x, y float64) {
		angle := 2*math.Pi*float64(p)/float64(n) - math.Pi/2
		return middle + radius*math.Cos(angle), nodeRadius + 8 + radius*(1+math.Sin(angle))
	}
	for p := range n {
		_, y := place(p)
		lowest = max(lowest, y)
	}
	d := &drawing.Drawing{Width: 2 * middle, Height: lowest + nodeRadius + 24, Class: "waits", Title: title}
	for p := range n {
		for q := range n {
			id := waitArrow{from: p, to: q}.id()
			if !shown[id] {
				continue
			}
			d.Begin(cmp.Or(last[id], "wait hidden"), "", "data-wait", id)
			x1, y1 := place(p)
			x2, y2 := place(q)
			mx, my := (x1+x2)/2, (y1+y2)/2
			length := math.Hypot(x2-x1, y2-y1)
			mx, my = mx-(y2-y1)/length*arrowBend, my+(x2-x1)/length*arrowBend
			x1, y1 = towards(x1, y1, mx, my, nodeRadius+2)
			x2, y2 = towards(x2, y2, mx, my, nodeRadius+3)
			d.Path("arrow", "M%v %vQ%v %v %v %v", x1, y1, mx, my, x2, y2)
			d.Head(mx, my, x2, y2, "head")
			d.End()
		}
	}
	for p := range n {
		x, y := place(p)
		d.Begin("", "", "data-process", strconv.Itoa(p))
		d.Circle(x, y, nodeRadius, "node "+r.run.Configs[len(r.run.Configs)-1].Observations[p].Phase.String(), "data-node", strconv.Itoa(p))
		name := r.processes.of(p)
		if len([]rune(name)) > 5 { // beside the circle
			d.Text(x, y+nodeRadius+13, "label middle strong", drawing.Lines(name, 120)[0])
			d.Text(x, y+4, "middle strong", strconv.Itoa(p+1))
		} else {
			d.Text(x, y+4, "middle strong", name)
		}
		d.End()
	}
	return d
}
