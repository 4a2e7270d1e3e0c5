package obvious

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// A Run is a replayed run: the configurations before, between and after its
// moves, one more than there are moves, but for a last move that is undefined.
type Run struct {
	Configs []Config
	Moves   []Move
}

// A Config is a global state, as far as people and properties see it.
type Config struct {
	Key          string   // tells it from all others
	Locals       []string // the local state of each process
	Channels     [][]string
	Observations []explore.Observation
	Enabled      []string // what can be taken other than Ask steps, by Label
	Unsafe       string   // what Protocol.Safe says
}

// A Move is what a step did.
type Move struct {
	explore.TraceStep
	Kind      explore.StepKind
	Received  string // the message that was taken, for a delivery
	Sent      []Sent
	Undefined string // why nothing follows
}

// Sent is a message put into the channel to a process.
type Sent struct {
	To  int
	Msg string
}

// Label names what must eventually be taken when it stays enabled: the delivery
// of a channel, or a local step of a process. Processes count from 1.
func Label(process, from int, name string) string {
	if from >= 0 {
		return fmt.Sprintf("the delivery from %d to %d", from+1, process+1)
	}
	return fmt.Sprintf("%s of process %d", name, process+1)
}

// Replay takes the given steps, one by one, from the start. The run goes as far
// as they can be taken; the error says which one cannot. With integer clocks
// the places of fresh stamps do not matter.
func Replay[L, M comparable](p explore.Protocol[L, M], o Options, steps []explore.TraceStep) (*Run, error) {
	w, s := begin(p, o)
	run := &Run{Configs: []Config{w.config(s)}}
	for i, step := range steps {
		move, next, err := w.move(s, step)
		if err == nil && move.Undefined != "" && i < len(steps)-1 {
			err = fmt.Errorf("nothing can follow a step that is not defined")
		}
		if err != nil {
			return run, fmt.Errorf("step %d: %w", i+1, err)
		}
		run.Moves = append(run.Moves, move)
		if move.Undefined == "" {
			s = next
			run.Configs = append(run.Configs, w.config(s))
		}
	}
	return run, nil
}

// move takes one step in s.
func (w world[L, M]) move(s State[L, M], step explore.TraceStep) (Move, State[L, M], error) {
	m := Move{TraceStep: step}
	p, q := step.Process, step.From
	if p < 0 || p >= w.N || q < -1 || q >= w.N {
		return m, s, fmt.Errorf("processes count from 1 to %d", w.N)
	}
	if q >= 0 {
		channel := s.Channels[q*w.N+p]
		if len(channel) == 0 {
			return m, s, fmt.Errorf("no message is on its way from process %d to process %d", q+1, p+1)
		}
		m.Received = fmt.Sprint(channel[0].Msg)
	}
	var ways []course[L, M]
	w.steps(s, func(c course[L, M]) {
		if c.p == p && c.from == q {
			ways = append(ways, c)
		}
	})
	if step.Outcome < 0 || step.Outcome >= len(ways) {
		return m, s, fmt.Errorf("%s: alternative %d of %d", Label(p, q, "a local step"), step.Outcome+1, len(ways))
	}
	c := ways[step.Outcome]
	if step.Name != c.first.Name {
		return m, s, fmt.Errorf("%s is the step %q, not %q", Label(p, q, "a local step"), c.first.Name, step.Name)
	}
	m.Kind = c.first.Kind
	if c.undefined {
		m.Undefined = "the algorithm does not say what to do with a message to itself"
		if c.first.Undefined != "" {
			m.Undefined = c.first.Undefined
		}
		return m, s, nil
	}
	if w.Integer && w.ClockMax > 0 && int(c.clock) > w.ClockMax {
		return m, s, fmt.Errorf("the clock of process %d passes %d", p+1, w.ClockMax)
	}
	ends := w.after(s, c)
	end := ends[0]
	if c.fresh != 0 && !w.Integer {
		at := step.Place - int(c.base) - 1
		if at < 0 || at >= len(ends) {
			return m, s, fmt.Errorf("a fresh stamp of process %d cannot take place %d", p+1, step.Place)
		}
		end = ends[at]
	}
	left := map[int]int{}
	for _, o := range c.sent {
		left[o.To]++
	}
	for _, o := range c.sent {
		channel := end.Channels[p*w.N+o.To]
		m.Sent = append(m.Sent, Sent{o.To, fmt.Sprint(channel[len(channel)-left[o.To]].Msg)})
		left[o.To]--
	}
	return m, end, nil
}

func (w world[L, M]) config(s State[L, M]) Config {
	c := Config{Key: s.Key()}
	for p, l := range s.Local {
		c.Locals = append(c.Locals, fmt.Sprintf("%+v", l))
		c.Observations = append(c.Observations, w.Observe(p, l))
	}
	for _, channel := range s.Channels {
		var msgs []string
		for _, k := range channel {
			msgs = append(msgs, fmt.Sprint(k.Msg))
		}
		c.Channels = append(c.Channels, msgs)
	}
	if w.Safe != nil {
		c.Unsafe = w.Safe(c.Observations)
	}
	w.steps(s, func(x course[L, M]) {
		label := Label(x.p, x.from, x.first.Name)
		if x.first.Kind != explore.Ask && !slices.Contains(c.Enabled, label) {
			c.Enabled = append(c.Enabled, label)
		}
	})
	return c
}
