package telling

import (
	"regexp"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// A message is one that a run puts into a channel.
type Message struct {
	From, To int
	Sent     int    // the number of the move, counted from 0
	Taken    int    // that of the move that takes it, or in which it is lost or dropped; -1 when it is on its way at the end
	Copy     bool   // it is a copy, made by the move Sent of what is on its way
	Text     string // as people read it
	Kind     string // what of it is the same for all messages of its kind
}

// Messages returns the messages of the run in the order of sending.
func (r *Reading) Messages() []Message {
	all, _ := r.passed()
	return all
}

// passed returns the messages, and by move which of them it is about, -1 for none. What is sent
// and taken is matched by the places in the channels, which are FIFO except for
// messages that are taken from behind others.
func (r *Reading) passed() (all []Message, by []int) {
	n := Processes(r.Run)
	channels := make([][]int, n*n) // indices in all
	for i, m := range r.Run.Moves {
		by = append(by, -1)
		if m.From >= 0 {
			c := &channels[m.From*n+m.Process]
			by[i] = (*c)[m.Behind]
			switch {
			case m.Fault == explore.Copies: // the copy is sent now, by nobody
				x := all[by[i]]
				*c = append(*c, len(all))
				all = append(all, Message{From: x.From, To: x.To, Sent: i, Taken: -1, Copy: true, Text: x.Text, Kind: x.Kind})
			case m.Kept:
				all[by[i]].Taken = i
			default:
				all[by[i]].Taken = i
				*c = slices.Delete(*c, m.Behind, m.Behind+1)
			}
		}
		if m.Fault == explore.Crashes {
			channels[m.Process*n+m.Process] = nil
		}
		for _, s := range m.Sent {
			text := r.After(i).Show(s.Msg)
			c := &channels[m.Process*n+s.To]
			*c = append(*c, len(all))
			all = append(all, Message{From: m.Process, To: s.To, Sent: i, Taken: -1, Text: text, Kind: KindOf(text)})
		}
	}
	return all, by
}

var (
	words  = regexp.MustCompile(`^[\pL_-]+(?: [\pL_-]+)*`)
	nested = regexp.MustCompile(`^ (\pL+)=\(?`)
)

// KindOf returns the words that the text of a message begins with: "REQUEST" of
// "REQUEST 2a" and of "REQUEST(2a)". A message that wraps another has the kinds of
// both: "mx REQUEST" of "mx Mx=REQUEST 2a".
func KindOf(text string) string {
	kind := words.FindString(text)
	rest := text[len(kind):]
	if strings.HasPrefix(rest, "=") { // the last word is the name of a field
		at := strings.LastIndex(kind, " ")
		kind, rest = text[:max(at, 0)], text[max(at, 0):]
	}
	if m := nested.FindStringSubmatch(rest); m != nil && strings.EqualFold(m[1], kind) {
		if inner := KindOf(rest[len(m[0]):]); inner != "" {
			kind += " " + inner
		}
	}
	return kind
}

// Kinds returns the kinds of the messages of the run, also of those that
// processes send to themselves and take at once, in the order in which they first
// come up.
func (r *Reading) Kinds() []string {
	var all []string
	add := func(kind string) {
		if kind != "" && !slices.Contains(all, kind) {
			all = append(all, kind)
		}
	}
	sent := r.Messages()
	for i, m := range r.Run.Moves {
		for _, own := range m.Own {
			add(KindOf(r.During(i).Show(own.Msg)))
		}
		for _, s := range sent {
			if s.Sent == i {
				add(s.Kind)
			}
		}
	}
	return all
}

// A stay is a time that a process spends in one phase.
type Stay struct {
	Process    int
	From, To   int // the configurations that it is in that phase, first and last
	LastsToEnd bool
}

// Stays returns the times in which processes are in a phase.
func Stays(run *obvious.Run, phase explore.Phase) []Stay {
	var all []Stay
	for p := range Processes(run) {
		from := -1
		for i, c := range run.Configs {
			switch now := c.Observations[p].Phase == phase; {
			case now && from < 0:
				from = i
			case !now && from >= 0:
				all = append(all, Stay{p, from, i - 1, false})
				from = -1
			}
		}
		if from >= 0 {
			all = append(all, Stay{p, from, len(run.Configs) - 1, true})
		}
	}
	return all
}
