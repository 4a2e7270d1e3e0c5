package counterexample

import (
	"regexp"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// A message is one that a run puts into a channel.
type message struct {
	from, to int
	sent     int    // the number of the move, counted from 0
	again    int    // that of the move that sends it in later rounds of a cycle
	taken    int    // that of the move that takes it, -1 when it is on its way at the end
	text     string // as people read it
	kind     string // what of it is the same for all messages of its kind
}

// messages returns the messages of the run in the order of sending. What is sent
// and taken is matched by the places in the channels, which are FIFO but for
// messages that are taken from behind others.
func (r *rendering) messages() []message {
	var all []message
	n := processes(r.run)
	channels := make([][]int, n*n) // indices in all
	var begin [][]int              // the channels where the cycle begins
	for i, m := range r.run.Moves {
		if i == r.trace.Loop {
			for _, c := range channels {
				begin = append(begin, slices.Clone(c))
			}
		}
		if m.From >= 0 {
			c := &channels[m.From*n+m.Process]
			all[(*c)[m.Behind]].taken = i
			*c = slices.Delete(*c, m.Behind, m.Behind+1)
		}
		for _, s := range m.Sent {
			text := r.after(i).show(s.Msg)
			c := &channels[m.Process*n+s.To]
			*c = append(*c, len(all))
			all = append(all, message{from: m.Process, to: s.To, sent: i, again: i, taken: -1, text: text, kind: kindOf(text)})
		}
	}
	for c := range begin { // a cycle ends with as many messages as it begins with
		for place, m := range begin[c] {
			all[m].again = all[channels[c][place]].sent
		}
	}
	return all
}

// late reports whether steps lie between the one that sends the message and the one
// that takes it.
func (m message) late() bool { return m.taken > m.sent+1 }

var (
	words  = regexp.MustCompile(`^[\pL_-]+(?: [\pL_-]+)*`)
	nested = regexp.MustCompile(`^ (\pL+)=\(?`)
)

// kindOf returns the words that the text of a message begins with: "REQUEST" of
// "REQUEST 2a" and of "REQUEST(2a)". A message that wraps another has the kinds of
// both: "mx REQUEST" of "mx Mx=REQUEST 2a".
func kindOf(text string) string {
	kind := words.FindString(text)
	rest := text[len(kind):]
	if strings.HasPrefix(rest, "=") { // the last word is the name of a field
		at := strings.LastIndex(kind, " ")
		kind, rest = text[:max(at, 0)], text[max(at, 0):]
	}
	if m := nested.FindStringSubmatch(rest); m != nil && strings.EqualFold(m[1], kind) {
		if inner := kindOf(rest[len(m[0]):]); inner != "" {
			kind += " " + inner
		}
	}
	return kind
}

// kinds returns the kinds of the messages of the run, also of those that
// processes send to themselves and take at once, in the order in which they first
// come up.
func (r *rendering) kinds() []string {
	var all []string
	add := func(kind string) {
		if kind != "" && !slices.Contains(all, kind) {
			all = append(all, kind)
		}
	}
	sent := r.messages()
	for i, m := range r.run.Moves {
		for _, own := range m.Own {
			add(kindOf(r.during(i).show(own.Msg)))
		}
		for _, s := range sent {
			if s.sent == i {
				add(s.kind)
			}
		}
	}
	return all
}

// A stay is a time that a process spends in one phase.
type stay struct {
	process    int
	from, to   int // the configurations that it is in that phase, first and last
	lastsToEnd bool
}

// stays returns the times in which processes are in a phase.
func stays(run *obvious.Run, phase explore.Phase) []stay {
	var all []stay
	for p := range processes(run) {
		from := -1
		for i, c := range run.Configs {
			switch now := c.Observations[p].Phase == phase; {
			case now && from < 0:
				from = i
			case !now && from >= 0:
				all = append(all, stay{p, from, i - 1, false})
				from = -1
			}
		}
		if from >= 0 {
			all = append(all, stay{p, from, len(run.Configs) - 1, true})
		}
	}
	return all
}
