package explore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/reduce"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// What tests outside of the package need to see of the engine.

// A Derivation is a search with a derived reduction, and what it is compared with.
type Derivation struct {
	Why           string // there is none
	Full, Reduced *Look  // of the same clock
	Exact         bool   // that is the one asked for
	Nodes, Facts  int
	Unknown       string // something that is true in the full one, and that is not known in the end
}

// Derive looks at a search with a derived reduction from the beginning, and goes on after violations. It knows what so many random runs meet
// to begin with. A fault breaks the reduction in its own way.
func Derive(m Model, o Options, walks int, fault *Flaw) (*Derivation, error) {
	o, err := o.normalize(m)
	if err != nil {
		return nil, err
	}
	if why := within(m).derivable(o); why != "" {
		return &Derivation{Why: why}, nil
	}
	o.Check = append(slices.Clone(o.Check), "nothing") // is never decided
	o.Asymmetric = true                                // looks are at all states
	s := newSearch(m, o, assumptions{packed: true})
	s.open["nothing"] = true
	x := &derivation{full: s, m: m, trial: true, steps: math.MaxInt64, work: math.MaxInt64}
	x.begin(walks)
	k := x.learn.(*reduce.Knowledge)
	if fault != nil {
		broken := &brokenKnowledge{k, fault}
		x.learn, x.o.learner = broken, broken
	}
	t, why := x.search(context.Background(), 0)
	if t == nil {
		return &Derivation{Why: why.Text}, nil
	}
	d := &Derivation{Reduced: t.look(), Exact: within(m).exact()}
	d.Nodes, d.Facts = len(k.List), len(k.Facts)
	o.learner, o.Full = k, true
	f := newSearch(m, o, assumptions{packed: t.assumed.packed})
	f.open["nothing"] = true
	f.expand()
	if why := f.Stop.Load(); why != nil {
		return nil, fmt.Errorf("%s", *why)
	}
	d.Full = f.look()
	d.Unknown = unknownFacts(f, k)
	return d, nil
}

// Sampled returns which of the properties that are checked a search did not decide whose reduction has a flaw, and what a sample says
// against it. Without a reduction that leaves something out, there are none.
func Sampled(m Model, o Options, fault *Flaw) (open map[protocol.Property]bool, wrong error, err error) {
	if o, err = o.normalize(m); err != nil || within(m).derivable(o) != "" {
		return nil, nil, err
	}
	x := &derivation{full: newSearch(m, o, assumptions{packed: true}), m: m, trial: true, steps: math.MaxInt64, work: math.MaxInt64}
	x.full.expandTo(0)
	x.begin(seedWalks)
	broken := &brokenKnowledge{x.learn.(*reduce.Knowledge), fault}
	x.learn, x.o.learner = broken, broken
	t, _ := x.search(context.Background(), 0)
	if t == nil || !t.Complete() || t.saved == 0 {
		return nil, nil, nil
	}
	open = map[protocol.Property]bool{}
	for _, p := range o.Check {
		open[p] = t.found[p] == nil
	}
	return open, t.contradiction(m.Name()), nil
}

// unknownFacts describes a fact that is true in a state of a search and that is not known;
// empty if there is none.
func unknownFacts(s *search, k *reduce.Knowledge) string {
	w := engine.NewWalker(s.e)
	b := reduce.LearnedBinding{Binding: s.e.Binding, K: k}
	for depth, level := range s.Levels {
		for _, key := range s.AllKeys(level) {
			w.Load(key)
			for p := range s.e.N {
				rec := w.Row(p).Record()
				if k.Nodes[b.NodeOf(rec)] == nil {
					return fmt.Sprintf("at depth %d, the state of process %d: %+v", depth, p, b.Records.At(rec).State)
				}
				for q := range s.e.N {
					if !w.Row(q).Receivers().Has(p) {
						continue
					}
					_, _, looked := w.Delivery(q, p)
					for i := range looked {
						packet := s.e.Packet(w.State.Blocks[q], p, i)
						if b.Known(rec, q, packet) == nil {
							return fmt.Sprintf("at depth %d, message %d from process %d to %d: %+v in state %+v", depth, i, q, p, b.Packets.At(packet), b.Records.At(rec).State)
						}
					}
				}
			}
		}
	}
	return ""
}

// Dense makes the memory of a search be laid out from the beginning as with many states:
// levels are coded if the graph is not made while states are expanded.
func Dense(o Options, coded bool) Options {
	o.dense = dense{slots: 2, plain: 1, coded: 5, sketchless: coded, first: o.dense.first}
	return o
}

// TryReduction makes a reduction be tried when more than so many states are kept.
func TryReduction(o Options, kept int64) Options {
	o.dense.first = kept
	return o
}

// Keep takes in what an earlier beginning of a search said to be violated.
func Keep(r *Result, said PropertyResult) {
	r.keep(map[protocol.Property]PropertyResult{said.Property: said})
}

// LearnLittle makes a reduction be learned in parts, of so much work where the search had less.
func LearnLittle(o Options, work int64) Options {
	o.dense.work = work
	return o
}

// ProgressAfter makes progress be reported each time so much time is over.
func ProgressAfter(o Options, pause time.Duration) Options {
	o.dense.pause = pause
	return o
}

// HaltFrom makes each search halt from the k-th time on that any of them asks whether it is halted, and calls
// end then; asked counts.
func HaltFrom(o Options, k int64, asked *atomic.Int64, end func()) Options {
	o.dense.polled = func(x *space.Outcome) {
		if asked.Add(1) >= k && k > 0 {
			x.Halt("it was halted")
			end()
		}
	}
	return o
}

// MarkAtMost bounds how many states are kept to choose a run.
func MarkAtMost(o Options, most int64) Options {
	o.dense.marked = most
	return o
}

// Marked returns how many states on shortest runs against a property are kept to choose one of
// the runs, and whether these are all, if there may be so many; 0 as usual.
func Marked(m Model, o Options, p protocol.Property, most int64) (count int64, all bool, err error) {
	if o, err = o.normalize(m); err != nil {
		return 0, false, err
	}
	o.dense.marked = most
	s := newSearch(m, o, assumptions{packed: true})
	s.expand()
	k := &space.Marking{S: s.Space, Walker: engine.NewWalker(s.e)}
	all = k.Mark(s.found[p].States, s.found[p].Level, false)
	return k.Count.Load(), all, nil
}

// Unclosed returns how many facts a search with symmetry and a derived reduction knows,
// and how many images of these under the renamings it does not know.
func Unclosed(m Model, o Options) (facts, missing int, err error) {
	if o, err = o.normalize(m); err != nil {
		return 0, 0, err
	}
	s := newSearch(m, o, assumptions{packed: true})
	x := &derivation{full: s, m: m, trial: true, group: s.e.Group, steps: math.MaxInt64, work: math.MaxInt64}
	x.begin(0)
	if t, why := x.search(context.Background(), 0); t == nil {
		return 0, 0, fmt.Errorf("no reduction: %s", why.Text)
	}
	k := x.learn.(*reduce.Knowledge)
	for f := range k.Facts {
		for _, r := range s.e.Group.Renamings {
			if k.Facts[k.Canonical(k.Image(f, r))] == nil {
				missing++
			}
		}
	}
	return len(k.Facts), missing, nil
}

// Renamed returns how many facts a search with symmetry and a derived reduction knows by a
// renaming of others, of how many of these a walk of their own finds something else, and of how
// many local states something else is needed; and how many facts are not walked because what
// happens there is not the same, renamed.
func Renamed(m Model, o Options) (facts, differ, needs, unlike int, err error) {
	if o, err = o.normalize(m); err != nil {
		return 0, 0, 0, 0, err
	}
	s := newSearch(m, o, assumptions{packed: true})
	x := &derivation{full: s, m: m, trial: true, group: s.e.Group, steps: math.MaxInt64, work: math.MaxInt64}
	x.begin(20)
	if t, why := x.search(context.Background(), 0); t == nil {
		return 0, 0, 0, 0, fmt.Errorf("no reduction: %s", why.Text)
	}
	k := x.learn.(*reduce.Knowledge)
	for _, f := range slices.Collect(maps.Values(k.Facts)) {
		if f.First.Found.Unlike {
			unlike++
			continue
		}
		if f.By == 0 {
			continue
		}
		facts++
		alone := *f
		alone.First, alone.By, alone.Found = &alone, 0, &reduce.Finding{}
		k.Walk(&alone)
		if alone.Found.Conflicts != k.Conflicts(f) || len(alone.Found.Changes) != len(f.First.Found.Changes) {
			differ++
		}
	}
	for _, in := range slices.Clone(k.List) { // so that no message is numbered between two answers
		k.DependsAt(in)
	}
	k.Saturated++
	for _, in := range slices.Clone(k.List) {
		if !in.Facts[0].First.Found.Unlike && !k.DependsAt(in).Same(k.Depends(in)) {
			needs++
		}
	}
	return facts, differ, needs, unlike, nil
}

// Loose returns of how many facts that random runs show the event is unlike, and how many others do
// not clash with one of these in the same local state.
func Loose(m Model, o Options) (unlike, loose int, err error) {
	if o, err = o.normalize(m); err != nil {
		return 0, 0, err
	}
	s := newSearch(m, o, assumptions{packed: true})
	x := &derivation{full: s, m: m, trial: true, group: s.e.Group, steps: math.MaxInt64, work: math.MaxInt64}
	x.begin(seedWalks)
	k := x.learn.(*reduce.Knowledge)
	for _, f := range k.Facts {
		if f.First.Found.Unlike {
			unlike++
		}
		c := k.Conflicts(f)
		for _, g := range f.Node.Facts {
			if g.From == f.From || !g.First.Found.Unlike || c.Events&g.Event() != 0 || g.From != engine.Local && c.Next[g.From]&g.Shape != 0 {
				continue
			}
			loose++
			break
		}
	}
	return unlike, loose, nil
}

// Slots returns how many slots the table of states has after a search.
func Slots(m Model, o Options) (int, error) {
	o, err := o.normalize(m)
	if err != nil {
		return 0, err
	}
	s := newSearch(m, o, assumptions{packed: true})
	s.expand()
	return s.seen.Size(), nil
}

// A Flaw is a way in which a derived reduction may be wrong.
type Flaw struct {
	take       func(c *reduce.Clash)
	dependence func(d *reduce.Dependence)
	strange    bool // what is not known commutes with everything, and is not visible
	right      bool // every choice is said to have been right
	// Selective is about messages that are taken from behind others: those before them are
	// said never to be taken.
	Selective bool
	// Surrounded is about networks without order, steps that need not happen and histories.
	Surrounded bool
}

// Flaws are ways in which a derived reduction may be wrong, by what they are.
var Flaws = map[string]*Flaw{
	"taking commutes with everything":        {take: func(c *reduce.Clash) { *c = reduce.Clash{} }},
	"taking commutes with local steps":       {take: func(c *reduce.Clash) { c.Events &^= reduce.LocalSteps }},
	"taking commutes with asking":            {take: func(c *reduce.Clash) { c.Events &^= reduce.Asking }},
	"taking commutes with the next messages": {take: func(c *reduce.Clash) { clear(c.Next[:]) }},
	"taking commutes with later messages":    {take: func(c *reduce.Clash) { clear(c.Later[:]) }},
	"local steps commute with everything":    {dependence: func(d *reduce.Dependence) { d.Local = reduce.Clash{} }},
	"nothing is needed for local steps":      {dependence: func(d *reduce.Dependence) { d.Enable = []reduce.Clash{{}} }},
	"nothing is needed for asking":           {dependence: func(d *reduce.Dependence) { d.Ask = reduce.Clash{} }},
	"nothing is needed for sending": {dependence: func(d *reduce.Dependence) {
		clear(d.Send[:])
		clear(d.SendOf[:])
		for to := range d.SendOf {
			d.SendOf[to] = make([]reduce.Clash, 64)
		}
	}},
	"the history sees no message that is taken":        {Surrounded: true, take: func(c *reduce.Clash) { c.Seen = false }},
	"the history sees no local step":                   {Surrounded: true, dependence: func(d *reduce.Dependence) { d.Local.Seen = false }},
	"the history does not see asking":                  {Surrounded: true, dependence: func(d *reduce.Dependence) { d.AskSeen = false }},
	"nothing is needed before the history sees a step": {Surrounded: true, dependence: func(d *reduce.Dependence) { d.See = []reduce.Clash{{}} }},
	"nothing is visible":                               {dependence: func(d *reduce.Dependence) { d.Visible = reduce.NoEvents }, strange: true},
	"nothing changes what is seen":                     {dependence: func(d *reduce.Dependence) { d.Enter = []reduce.Clash{{}} }},
	"what was chosen stays right":                      {right: true},
	"what is passed over is never taken":               {Selective: true},
	"what is not known commutes, and stays so":         {strange: true, right: true},
}

// brokenKnowledge is a knowledge with a fault.
type brokenKnowledge struct {
	*reduce.Knowledge
	fault *Flaw
}

func (k *brokenKnowledge) Learn() bool {
	right := k.Knowledge.Learn()
	return right || k.fault.right && k.Failed == nil
}

func (k *brokenKnowledge) Handlers(b *engine.Binding) reduce.Handlers {
	return brokenBinding{reduce.LearnedBinding{Binding: b, K: k.Knowledge}, k.fault}
}

type brokenBinding struct {
	reduce.LearnedBinding
	fault *Flaw
}

func (b brokenBinding) Dependence(rec engine.RecordID) reduce.Dependence {
	d := b.LearnedBinding.Dependence(rec)
	if b.fault.dependence != nil {
		b.fault.dependence(&d)
	}
	return d
}

func (b brokenBinding) Take(rec engine.RecordID, from int, packet engine.PacketID) reduce.Clash {
	c := b.LearnedBinding.Take(rec, from, packet)
	if b.fault.strange && b.Known(rec, from, packet) == nil {
		return reduce.Clash{}
	}
	if f := b.Known(rec, from, packet); b.fault.Selective && f != nil && len(b.K.Run(f.Where(), from, f.Msg, protocol.Fresh-1)) == 0 {
		return reduce.Clash{}
	}
	if b.fault.take != nil {
		b.fault.take(&c)
	}
	return c
}

func (b brokenBinding) Strange(rec engine.RecordID, from int, packet engine.PacketID) reduce.Events {
	ev := b.LearnedBinding.Strange(rec, from, packet)
	if b.fault.strange {
		return reduce.NoEvents
	}
	return ev
}

// RunAs is Run with keys made in the given way, packed or by a tree; nil when
// the search would be made again in another way.
func RunAs(ctx context.Context, m Model, o Options, packed bool) (*Result, error) {
	o, err := o.normalize(m)
	if err != nil {
		return nil, err
	}
	assumed := assumptions{packed: packed}
	for {
		r, ending, err := run(ctx, m, o, assumed)
		if ending != asymmetric {
			return r, err
		}
		assumed.renamings = lessSymmetric(m, o, assumed.renamings)
	}
}

// Graphs returns the graph of a search as it was made while searching, and as it is made
// afterwards, as texts.
func Graphs(m Model, o Options) (sketched, again []string, err error) {
	if o, err = o.normalize(m); err != nil {
		return nil, nil, err
	}
	s := newSearch(m, o, assumptions{packed: true})
	if s.sketched == nil {
		return nil, nil, fmt.Errorf("no graph is made")
	}
	s.expand()
	s.Stop.Store(nil) // the limit in states
	if !s.sketched.Kept() || len(s.sketched.Parts) == 0 {
		return nil, nil, fmt.Errorf("nothing was kept: %d edges", s.sketched.Edges.Load())
	}
	sketched = texts(s.graph())
	s.explored = nil
	return sketched, texts(s.graph()), nil
}

// texts writes a graph, a line for each state.
func texts(g *fair.Graph) []string {
	var lines []string
	name := func(id fair.LabelID) string {
		if id == 0 {
			return "asks"
		}
		return g.Labels.Text(id)
	}
	for v, key := range g.Keys {
		line := fmt.Sprint(key, g.Waiting[v], g.Stuck[v], g.Stamps[v])
		for i, e := range g.From(table.StateID(v)) {
			line += fmt.Sprint("; ", e.To, e.Kept, name(e.Label), e.Place, e.Leave)
			if g.Renamings != nil {
				line += fmt.Sprint(" turned ", g.Renamings[g.First[v]+uint64(i)])
			}
		}
		for _, end := range g.Ends[table.StateID(v)] {
			line += fmt.Sprint(" ends ", name(end.Label), end.Leave)
		}
		lines = append(lines, line)
	}
	return lines
}

// A Look is what a search meets when it does not end with the first violation.
type Look struct {
	States   int
	Reduced  bool
	Saved    int64
	Cyclic   bool
	Terminal map[string]bool // texts of the states in which nothing but asking is enabled
	Observed map[string]bool // texts of what properties see
	Wrong    bool            // Safe fails somewhere

	Undefined bool // a step that is not defined can be taken somewhere

	Recorded map[string]bool // texts of the histories

	s *search
	n int
}

// look looks at what a search has met.
func (s *search) look() *Look {
	e := s.e
	l := &Look{Reduced: s.Reduced, Saved: s.saved, Terminal: map[string]bool{}, Observed: map[string]bool{}, Recorded: map[string]bool{}, s: s, n: e.N}
	l.Cyclic = s.cyclic()
	w := engine.NewWalker(e)
	w.Visit = func(table.StateKey, engine.Transition) {}
	for _, level := range s.Levels {
		for _, key := range s.AllKeys(level) {
			l.States++
			w.Expand(key)
			if w.Enabled == 0 {
				l.Terminal[fmt.Sprintf("%sstuck: %t\n", s.describe(w), w.Stuck())] = true
			}
			l.Observed[fmt.Sprint(observed(w))] = true
			if e.Watched {
				record, _ := e.Binding.Show(w.State.Blocks[e.N])
				l.Recorded[fmt.Sprint(record)] = true
			}
			l.Wrong = l.Wrong || s.wrongAt(w)
			l.Undefined = l.Undefined || w.Undefined
		}
	}
	return l
}

// describe writes the state that a walker is at.
func (s *search) describe(w *engine.Walker) string {
	var b strings.Builder
	for _, block := range w.State.Blocks {
		record, channels := s.e.Binding.Show(block)
		fmt.Fprintln(&b, record, channels)
	}
	return b.String()
}

func observed(w *engine.Walker) []engine.ObservationID {
	return w.Observe(make([]engine.ObservationID, w.E.N))
}

func (s *search) wrongAt(w *engine.Walker) bool { return s.Safe.Text(observed(w)) != engine.SafeText }

// CheckSets checks, from up to most of the states met where something was left
// out, that the set of events chosen has the properties that the argument in
// reduce/stubborn.go rests on. From the state it walks along events outside of the set,
// over up to far states, and sees whether each event of the set stays as it is,
// enabled or not, and commutes with everything walked; and what the set was
// chosen for. It returns how many states it checked.
func (l *Look) CheckSets(most, far int) (int, error) {
	s := l.s
	checked := 0
	full, reduced := engine.NewWalker(s.e), s.newWalker()
	set := reduced.Reducer.(*reduce.StubbornSet)
	reduced.Visit = func(table.StateKey, engine.Transition) {}
	successors := func(key table.StateKey) map[eventAt][]table.StateKey {
		next := map[eventAt][]table.StateKey{}
		full.Visit = func(to table.StateKey, t engine.Transition) {
			if t.Flags&engine.IsUndefined != 0 {
				return
			}
			e := eventAt{process: int(t.Process), event: reduce.Asking}
			switch {
			case t.From >= 0:
				e.event = reduce.Taking(int(t.From))
				if s.e.Network != protocol.FIFO {
					e.from, e.packet = int(t.From), full.Packet+1
				}
			case t.Flags&engine.IsAsk == 0:
				e.event = reduce.LocalSteps
			}
			next[e] = append(next[e], to)
			if t.Flags&(engine.IsAsk|engine.IsMay) == 0 {
				owed := e
				owed.owed = true
				next[owed] = nil
			}
		}
		full.Expand(key)
		return next
	}
	for _, level := range s.Levels {
		for _, key := range s.AllKeys(level) {
			if checked == most {
				break
			}
			before := reduced.Saved
			reduced.Expand(key)
			if reduced.Saved == before {
				continue
			}
			checked++
			if err := l.checkSet(key, set, successors, far); err != nil {
				reduced.Load(key)
				return checked, fmt.Errorf("%w\nin %s\nthe set is %x", err, s.describe(reduced), set.Best[:l.n])
			}
		}
	}
	return checked, nil
}

// An eventAt is an event of a process.
type eventAt struct {
	process int
	event   reduce.Events
	from    int             // on a network without order, the sender
	packet  engine.PacketID // and the message, from 1
	owed    bool            // says of the event that a step of it must happen
}

func (l *Look) checkSet(start table.StateKey, set *reduce.StubbornSet, successors func(table.StateKey) map[eventAt][]table.StateKey, far int) error {
	s := l.s
	in := func(e eventAt) bool {
		if e.packet != 0 {
			return set.Follows(e.process, e.from, e.packet-1)
		}
		return set.Best[e.process]&e.event != 0
	}
	at := engine.NewWalker(s.e)
	at.Load(start)
	wrong := s.wrongAt(at)
	first := successors(start)
	moving, asking := false, true
	for e := range first {
		if e.owed {
			moving = moving || in(e)
			asking = false
		}
	}
	if !moving && !asking {
		return fmt.Errorf("no event that is enabled is in the set")
	}
	// Something wrong is reached without the set, and set right by it.
	bad, mended := false, false
	known := map[table.StateKey]bool{start: true}
	for work := []table.StateKey{start}; len(work) > 0; work = work[1:] {
		key := work[0]
		next := successors(key)
		at.Load(key)
		here := s.wrongAt(at)
		bad = bad || here && !wrong
		for e := range first {
			if _, there := next[e]; in(e) && !there {
				return fmt.Errorf("event %+v is disabled from outside of the set", e)
			}
		}
		for e, to := range next {
			if e.owed {
				continue
			}
			if !in(e) {
				for _, k := range to {
					if !known[k] && len(known) < far {
						known[k] = true
						work = append(work, k)
					}
				}
				continue
			}
			if _, there := first[e]; !there {
				return fmt.Errorf("event %+v is enabled from outside of the set", e)
			}
			for _, k := range to {
				at.Load(k)
				mended = mended || here && !s.wrongAt(at)
			}
			// Whatever can be done before e can be done after it.
			after := map[eventAt]map[table.StateKey]bool{}
			for _, k := range to {
				for f, ends := range successors(k) {
					if after[f] == nil {
						after[f] = map[table.StateKey]bool{}
					}
					for _, end := range ends {
						after[f][end] = true
					}
				}
			}
			for f, middle := range next {
				if in(f) || f.owed {
					continue
				}
				for _, k := range middle {
					for _, end := range successors(k)[e] {
						if !after[f][end] {
							return fmt.Errorf("events %+v and %+v do not commute", e, f)
						}
					}
				}
			}
		}
	}
	if set.Safety && bad && mended {
		return fmt.Errorf("something wrong is reached without the set")
	}
	return nil
}

// FewBits makes a search pack the number of a block in so many bits, so that it begins anew
// early.
func FewBits(o Options, bits uint) Options {
	o.dense.bits = bits
	return o
}

// Reachable returns the result of a search that does not end when all is decided; nil if
// there are more states.
func Reachable(m Model, o Options, most int64) (*Result, error) {
	o, err := o.normalize(m)
	if err != nil {
		return nil, err
	}
	o.Check = append(slices.Clone(o.Check), "nothing") // is never decided
	o.MaxStates = most
	for assumed := firstAssumptions(); ; {
		s := newSearch(m, o, assumed)
		s.open["nothing"] = true
		s.expand()
		switch {
		case s.e.Spilled.Load():
			assumed = assumed.after(spilled, m, o)
			continue
		case s.e.Broken():
			assumed = assumed.after(asymmetric, m, o)
			continue
		case s.Halted():
			return nil, nil
		}
		r := &Result{}
		for depth, l := range s.Levels {
			r.States += s.Sizes[depth]
			r.Orbits += int64(l.Len())
		}
		return r, nil
	}
}

// HaltedWhileLearning begins to derive a reduction in a search that is halted once that was
// asked so often. It returns why there is none, and how many facts were known then.
func HaltedWhileLearning(m Model, o Options, often int) (why string, facts int, err error) {
	if o, err = o.normalize(m); err != nil {
		return "", 0, err
	}
	s := newSearch(m, o, assumptions{packed: true})
	d := &derivation{full: s, m: m, group: s.e.Group, packed: true}
	d.o = o
	k := within(m).learner(o, d.group, func() bool { often--; return often < 0 }).(*reduce.Knowledge)
	d.learn, d.o.learner = k, k
	seed(d.make(), seedWalks, math.MaxInt64, k.Ends)
	k.Learn()
	if r := k.Failure(); r != nil {
		why = r.Text
	}
	return why, len(k.Facts), nil
}

// HaltedAlone derives a reduction in a search that is halted once what can be known with symmetry
// says that it takes one without. It returns why there is none, before and after.
func HaltedAlone(m Model, o Options) (before, after string, err error) {
	if o, err = o.normalize(m); err != nil {
		return "", "", err
	}
	s := newSearch(m, o, assumptions{packed: true})
	d := &derivation{full: s, m: m, trial: true, group: s.e.Group, steps: math.MaxInt64, work: math.MaxInt64}
	d.begin(seedWalks)
	before = d.learn.Failure().Text
	s.Halt("it was halted")
	_, why := d.search(context.Background(), 0)
	return before, why.Text, nil
}

// Identifying names the options that identify a search in files.
var Identifying = identifying

// Identity identifies a search in files.
func Identity(m Model, o Options) (string, error) {
	o, err := o.normalize(m)
	if err != nil {
		return "", err
	}
	s := newSearch(m, o, firstAssumptions())
	f, err := newFiles(s)
	return f.search, err
}

// unable is a knowledge that says why there is no reduction, and counts how often it is asked.
type unable struct {
	*reduce.Knowledge
	why   *reduce.Reason
	asked *int
}

func (k unable) Failure() *reduce.Reason {
	*k.asked++
	return k.why
}

// unableModel is a model of which no reduction can be derived.
type unableModel struct {
	searchable
	why   *reduce.Reason
	asked *int
}

func (m unableModel) within() any { return m }

func (m unableModel) learner(o Options, g *engine.Group, halted func() bool) reduce.Learner {
	return unable{m.searchable.learner(o, g, halted).(*reduce.Knowledge), m.why, m.asked}
}

// Asked searches a model of which no reduction can be derived, for such a reason, against which
// it may help to try again later. It returns how often that was asked, and what the search says.
func Asked(m Model, o Options, why string, later bool) (asked int, unreduced string, err error) {
	r, err := Run(context.Background(), unableModel{within(m), &reduce.Reason{Text: why, Later: later}, &asked}, o)
	if err != nil {
		return 0, "", err
	}
	return asked, r.Unreduced, nil
}

// Try is try, of protocol code if so; and what it panics with.
func Try(ofProtocol bool, f func()) (ok bool, panics any) {
	defer func() { panics = recover() }()
	if ofProtocol {
		g := f
		f = func() { defer protocol.Blame("Safe", func() string { return "a state" }); g() }
	}
	return engine.Try(f), nil
}

// DecideSpilled decides safety after a search of which blocks did not fit into keys if so, where
// showing the run calls f; and what that panics with.
func DecideSpilled(m Model, o Options, spilled bool, f func()) (pr PropertyResult, panics any, err error) {
	if o, err = o.normalize(m); err != nil {
		return pr, nil, err
	}
	s := newSearch(m, o, assumptions{packed: true, renamings: []engine.Renaming{}})
	s.expand()
	s.e.Spilled.Store(spilled)
	s.Requirements = []engine.Requirement{{Name: protocol.Safety, Wrong: func([]engine.BlockID) string { f(); return "" }}}
	s.found[protocol.Safety] = &decide.FirstStates{States: s.AllKeys(s.Levels[0])}
	defer func() { panics = recover() }()
	return s.findings().Decide(protocol.Safety, true), nil, nil
}

// NoKey shows a run to a state that has no key.
func NoKey(m Model, o Options, spilled bool) (pr PropertyResult, panics any, err error) {
	if o, err = o.normalize(m); err != nil {
		return pr, nil, err
	}
	s := newSearch(m, o, assumptions{packed: true, renamings: []engine.Renaming{}})
	s.expand()
	s.e.Spilled.Store(spilled)
	s.found[protocol.Safety] = &decide.FirstStates{States: []table.StateKey{0}}
	defer func() { panics = recover() }()
	return s.findings().Decide(protocol.Safety, true), nil, nil
}

// KeptWhenGivenUp makes a reduced search up to a limit on the states kept, and returns how many it
// kept, and whether it was given up.
func KeptWhenGivenUp(m Model, o Options) (kept int64, up bool, err error) {
	if o, err = o.normalize(m); err != nil {
		return 0, false, err
	}
	full := newSearch(m, o, assumptions{packed: true, renamings: []engine.Renaming{}})
	d := &derivation{full: full, m: m, trial: true, steps: math.MaxInt64, work: math.MaxInt64}
	d.begin(seedWalks)
	if why := d.learn.Failure(); why != nil {
		return 0, false, fmt.Errorf("no reduction: %s", why.Text)
	}
	t := d.make()
	t.open = maps.Clone(full.open)
	d.pass(context.Background(), t, 0)
	return t.seen.Len(), t.Halted(), nil
}

// DependsWhenHalted derives a reduction, and returns whether what a state depends on is everything
// when it is found out after the search was halted, and whether that is kept.
func DependsWhenHalted(m Model, o Options) (everythingDepends, isKept bool, err error) {
	if o, err = o.normalize(m); err != nil {
		return false, false, err
	}
	s := newSearch(m, o, assumptions{packed: true, renamings: []engine.Renaming{}})
	d := &derivation{full: s, m: m, trial: true, steps: math.MaxInt64, work: math.MaxInt64}
	d.begin(seedWalks)
	k := d.learn.(*reduce.Knowledge)
	if k.Failure() != nil {
		return false, false, fmt.Errorf("no reduction: %s", k.Failure().Text)
	}
	t := d.make()
	b := reduce.LearnedBinding{Binding: t.e.Binding, K: k}
	clear(k.Answers.Dependence)
	s.Halt("it was halted")
	got := b.Dependence(t.e.Blocks.At(t.e.Starts[0][0]).Record())
	return got.Local.Events == reduce.AllEvents && got.Visible == reduce.AllEvents && got.Enable[0].Events == reduce.AllEvents && got.Ask.Events == reduce.AllEvents && got.Enter[0].Events == reduce.AllEvents && got.Send[1].Events == reduce.AllEvents,
		len(k.Answers.Dependence) > 0, nil
}

// Tried returns how many states are kept in full until a reduced search ends, with those of this one.
func Tried(m Model, o Options) (kept int64, r *Result, err error) {
	if o, err = o.normalize(m); err != nil {
		return 0, nil, err
	}
	o.halted, o.wrong = func() bool { return false }, new(error)
	for assumed := firstAssumptions(); ; assumed = assumed.after(asymmetric, m, o) {
		s := newSearch(m, o, assumed)
		if r = derive(context.Background(), s, m); r != nil {
			kept += s.Kept + r.Orbits
		}
		if r != nil || !s.e.Broken() {
			return kept, r, *o.wrong
		}
		kept += s.Kept
	}
}

// LearnedInParts derives a reduction with so much work at a time, and returns how many states a search with it keeps, what may not commute
// with the event of each fact that was learned, in order, and in how many parts it was learned.
func LearnedInParts(m Model, o Options, work int64) (kept int64, conflicts []string, parts int, err error) {
	if o, err = o.normalize(m); err != nil {
		return 0, nil, 0, err
	}
	o.halted, o.wrong = func() bool { return false }, new(error)
	s := newSearch(m, o, assumptions{packed: true, renamings: []engine.Renaming{}})
	d := &derivation{full: s, m: m, trial: true, steps: math.MaxInt64, work: work}
	d.begin(20)
	for parts = 1; d.learn.Failure() != nil && d.learn.Failure().Later; parts++ {
		d.learn.AtMost(work)
		d.walk(20)
	}
	for _, f := range d.learn.(*reduce.Knowledge).Facts {
		conflicts = append(conflicts, fmt.Sprintf("%+v", f.Found.Conflicts))
	}
	slices.Sort(conflicts)
	d.learn.AtMost(math.MaxInt64)
	t, why := d.search(context.Background(), 0)
	if t == nil {
		return 0, nil, 0, errors.New(why.Text)
	}
	return t.Kept, conflicts, parts, nil
}
