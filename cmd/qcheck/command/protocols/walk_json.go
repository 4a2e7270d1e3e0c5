package protocols

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"slices"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/counterexample/page"
	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/setsys/fault"
)

// walkSchema names the form of the lines that "qcheck walk --json" prints.
const walkSchema = "qcheck/walk/v1"

// The types below are a line: where the walk is, or the run so far. The order of their fields is
// the order of the keys.
type (
	positionJSON struct {
		Schema     string             `json:"schema"`
		Instance   string             `json:"instance"`        // in a sentence
		Start      int                `json:"start,omitempty"` // of a protocol with several starts: which, from 1
		Starts     int                `json:"starts,omitempty"`
		Taken      int                `json:"taken"`           // steps
		Ahead      int                `json:"ahead"`           // steps that next takes again
		Step       string             `json:"step,omitempty"`  // the last one
		Sends      string             `json:"sends,omitempty"` // what it sent
		Changes    []changeJSON       `json:"changes"`         // that it made
		Standing   string             `json:"standing"`        // who is inside, who waits, who has crashed
		Left       string             `json:"left,omitempty"`  // what may still go wrong
		History    string             `json:"history,omitempty"`
		States     []processStateJSON `json:"states"`
		Channels   []channelJSON      `json:"channels"` // that have messages
		Waits      []string           `json:"waits"`
		Properties []propertyJSON     `json:"properties"`
		Steps      []choiceJSON       `json:"steps"` // that can be taken
	}
	changeJSON struct {
		Where string `json:"where"`
		What  string `json:"what"`
	}
	processStateJSON struct {
		Process string      `json:"process"`
		Phase   string      `json:"phase,omitempty"`
		Down    bool        `json:"down,omitempty"` // it has crashed
		Fields  []fieldJSON `json:"fields"`
	}
	fieldJSON struct {
		Name    string `json:"name"`
		Value   string `json:"value"`
		Changed bool   `json:"changed,omitempty"`
	}
	channelJSON struct {
		From     string   `json:"from"`
		To       string   `json:"to"`
		Messages []string `json:"messages"`
	}
	propertyJSON struct {
		Property string   `json:"property"`
		Violated bool     `json:"violated"`
		Happens  *bool    `json:"happens,omitempty"` // whether this is such a state, for one that is to happen sometimes
		Detail   string   `json:"detail,omitempty"`
		Why      []string `json:"why,omitempty"`
	}
	choiceJSON struct {
		Number    int    `json:"number"`
		Process   string `json:"process"` // whose step it is
		Text      string `json:"text"`
		Fault     bool   `json:"fault,omitempty"`     // something goes wrong in it
		Undefined string `json:"undefined,omitempty"` // why it is not defined
		Next      bool   `json:"next,omitempty"`      // it was taken back last
	}
	runJSON struct {
		Schema  string          `json:"schema"`
		Trace   json.RawMessage `json:"trace"`
		Diagram string          `json:"diagram"`         // space-time, as SVG
		Graph   string          `json:"graph,omitempty"` // who waits for whom, as SVG
	}
)

// intoJSON has the walk write a JSON line where it wrote text: one at its beginning and one for each
// command.
func (w *walker) intoJSON() {
	w.json, w.Out = w.Out, bufio.NewWriter(io.Discard)
}

// answer writes the line that a command has as its answer, if lines are asked for.
func (w *walker) answer(command string) error {
	if w.json == nil {
		return nil
	}
	p, err := counterexample.RunPage(saved(w.shown()), w.walk.Run, "run", "run.json")
	if err != nil {
		return &fault.Fault{Err: err}
	}
	var document any
	if command == "run" {
		var trace bytes.Buffer
		if err := json.Compact(&trace, []byte(p.Trace)); err != nil {
			return &fault.Fault{Err: err}
		}
		document = runJSON{walkSchema, trace.Bytes(), string(p.Diagram), string(p.Waits)}
	} else {
		document = w.position(p)
	}
	if err := console.WriteJSON(w.json, document); err != nil {
		return err
	}
	w.json.Flush()
	return nil
}

// position says where the walk is. The page is that of the run so far.
func (w *walker) position(p *page.Run) positionJSON {
	now := p.Last()
	d := positionJSON{
		Schema: walkSchema, Instance: w.model.Sentence(w.instance), Taken: len(w.walk.Moves), Ahead: len(w.ahead), Sends: now.Sends,
		Changes: []changeJSON{}, Standing: now.Then, States: []processStateJSON{}, Waits: now.Waits, Steps: w.choices(),
	}
	if w.walk.Starts > 1 {
		d.Start, d.Starts = w.start+1, w.walk.Starts
	}
	d.Left = w.told.Left()
	if h := w.told.Last().History; h != nil {
		d.History = w.told.Labels(w.told.Last()).Show(h)
	}
	if d.Taken > 0 {
		d.Step = w.told.Happens(d.Taken - 1)
		for _, row := range w.told.Differences(d.Taken - 1) {
			d.Changes = append(d.Changes, changeJSON{row[0], row[1]})
		}
	}
	for q, name := range p.Processes {
		state := processStateJSON{Process: name, Down: w.told.Last().Down.Has(q), Fields: []fieldJSON{}}
		if slices.Contains(w.model.Properties(), explore.Safety) { // else there is no critical section
			state.Phase = w.told.Last().Observations[q].Phase.String()
		}
		for f, cells := range now.Cells {
			if cell := cells[q]; cell.Text != "" || cell.Changed {
				state.Fields = append(state.Fields, fieldJSON{p.Fields[f], cell.Text, cell.Changed})
			}
		}
		d.States = append(d.States, state)
	}
	d.Channels, d.Properties = w.channels(p.Processes), w.judged()
	return d
}

// channels are those that have messages, first the one that was sent first.
func (w *walker) channels(names []string) []channelJSON {
	labels := w.told.Labels(w.told.Last())
	all := []channelJSON{}
	for c, messages := range w.told.Last().Channels {
		if len(messages) == 0 {
			continue
		}
		channel := channelJSON{From: names[c/len(names)], To: names[c%len(names)]}
		for _, m := range messages {
			channel.Messages = append(channel.Messages, labels.Show(m))
		}
		all = append(all, channel)
	}
	return all
}

// choices are the steps that can be taken.
func (w *walker) choices() []choiceJSON {
	all := []choiceJSON{}
	for i, m := range w.walk.Choices() {
		if err := w.walk.Take(m.TraceStep); err != nil {
			continue // not so: it is one of the choices
		}
		text := w.told.Happens(len(w.walk.Moves) - 1)
		w.walk.Back()
		all = append(all, choiceJSON{i + 1, w.told.Processes.Of(m.Process), text, m.Fault != "", m.Undefined, w.again(m.TraceStep)})
	}
	return all
}

// judged says of each property whether the run so far violates it.
func (w *walker) judged() []propertyJSON {
	violated := w.violated()
	all := []propertyJSON{}
	for _, p := range w.model.Properties() {
		x := propertyJSON{Property: string(p)}
		if i := slices.IndexFunc(violated, func(t *trace.Trace) bool { return t.Property == p }); i >= 0 {
			x.Violated, x.Detail, x.Why = true, violated[i].Detail, telling.Why(violated[i], w.walk.Run)
		} else if r := w.told.Last().Required[p]; r.Kind == "sometimes" {
			x.Happens = &r.Happens
		}
		all = append(all, x)
	}
	return all
}
