package reduce

import (
	"slices"
	"sync/atomic"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// A fact says that a process may have a message before it, or may take local steps,
// in a local state; the stamps in both are numbered from 1 without gaps.
type fact struct {
	process uint8
	asked   uint8
	From    int8 // sender of the message, or local
	state   plain.Value
	Msg     plain.Value
}

// A factInfo is what is known of a fact.
type factInfo struct {
	fact
	Node    *nodeInfo
	stamped bool // the message has stamps
	Shape   uint64

	First *factInfo         // of those that renamings take to each other: the one that is walked
	By    engine.RenamingID // the renaming that takes that one to this
	Found *Finding          // of the first one

	to    []lead         // see leads
	moves []move         // what else may happen
	sees  []*nodeInfo    // whose messages moves was made from
	made  int            // when, see nodeInfo.changed; 0 for never
	met   []protocol.Set // see walk
	mark  int            // the walk that met is of
}

// A Finding is what the walk of a fact finds.
type Finding struct {
	Conflicts Clash // what may not commute with the event; AllEvents if it is not enabled
	Changes   []change
	visited   []int32 // the nodes whose messages this was found from
	at        int     // when, see nodeInfo.changed; 0 for never
	Unlike    bool    // renamings do not take what happens to what happens
}

// Event returns the event of the fact.
func (f *fact) Event() Events {
	if f.From == engine.Local {
		return LocalSteps
	}
	return Taking(int(f.From))
}

// A change is one of what properties see of a process.
type change struct{ from, to engine.Sight }

// A Node is a local state, with its stamps numbered from 1 without gaps.
type Node struct {
	process uint8
	asked   uint8
	state   plain.Value
}

// A nodeInfo is what is known of a local state.
type nodeInfo struct {
	Node
	id       int32           // its place in the list of nodes
	messages [][]plain.Value // by sender: those that may come, with their own stamps numbered without gaps
	Facts    []*factInfo     // the local steps first
	changed  int             // when a fact was added, by the knowledge's clock
	seen     engine.Sight
	mark     int // the walk, or the search for what is needed, that met it last

	edges []nodeEdge // of as many facts
	edged int
	needs *Dependence // when knowledge is saturated
	asOf  int         // the settlement that needs is of
}

// A Knowledge has what is known of the local states and messages of a protocol (see
// derived.go): a set of facts that grows.
type Knowledge struct {
	b      *engine.Binding               // calls the handlers
	wrongs []func([]engine.Sight) string // the properties that see something of each process
	safe   bool                          // Safe is one of them
	Facts  map[fact]*factInfo
	Nodes  map[Node]*nodeInfo
	walked []*factInfo // the first of each orbit
	List   []*nodeInfo
	called map[engine.CallKey][]outcome
	shapes map[channelAt]*shapes

	Failed    *Reason     // why there is no reduction
	halted    func() bool // the search was
	panics    atomic.Bool // protocol code panics in what may never happen
	work      int64       // what saturating has cost
	most      int64       // what it may cost, see AtMost
	epoch     int         // of marks
	clock     int         // grows with each fact
	changed   []int       // by process: when a fact was added last
	Saturated int         // how often saturate has ended

	Once    bool // processes make one fresh stamp at most, when they ask
	passing bool // a message that is not taken lets others be taken
	ordered bool // messages of a channel are taken in their order, as far as they are taken

	renamings []engine.Renaming // under which facts are facts, the identity first

	met      map[fact]bool // met in a search, and not known before it
	metNodes map[Node]bool
	Answers  answers
}

// Bounds on what is derived: beyond them there is no reduction.
const (
	maxFacts     = 1_000_000
	maxWalked    = 60_000 // facts of which none is another, renamed
	maxWork      = 60_000_000
	MaxDerivable = 8 // processes
)

// NewKnowledge returns what is known of a protocol before it is searched: its first states.
// Facts are taken for the same by a group, unless that is nil.
func NewKnowledge(p *plain.Protocol, c engine.Config, g *engine.Group, halted func() bool) *Knowledge {
	k := &Knowledge{
		halted: halted, most: maxWork,
		Facts: map[fact]*factInfo{}, Nodes: map[Node]*nodeInfo{}, changed: make([]int, p.N),
		called: map[engine.CallKey][]outcome{}, shapes: map[channelAt]*shapes{}, met: map[fact]bool{}, metNodes: map[Node]bool{},
	}
	undefined(p)
	k.Guard(p)
	k.Answers = newAnswers(nil)
	k.b = engine.NewBinding(p, c)
	k.ordered = p.Network == protocol.FIFO
	k.passing = k.b.Selective || !k.ordered
	k.wrongs = k.b.Wrongs()
	if k.safe = p.Safe != nil; k.safe {
		k.wrongs = append(k.wrongs, func(all []engine.Sight) string {
			var seen []protocol.Observation
			for _, s := range all {
				seen = append(seen, s.Observation)
			}
			return p.Safe(seen)
		})
	}
	if k.renamings = firstOnly(p.N); g != nil {
		k.renamings = g.Renamings
		k.b.CompareBy(g.Renamings, false)
	}
	for q := range p.N {
		k.addNode(Node{process: uint8(q), state: p.Init(q)})
	}
	return k
}

// fail notes why there is no reduction.
func (k *Knowledge) fail(why *Reason) {
	if k.Failed == nil {
		k.Failed = why
	}
}

// ranks returns the stamps in a state and messages, ascending.
func (k *Knowledge) ranks(l *plain.Value, msgs ...*plain.Value) []protocol.Stamp {
	var buffer [16]protocol.Stamp
	list := buffer[:0]
	note := func(s protocol.Stamp) protocol.Stamp {
		if s != 0 && !slices.Contains(list, s) {
			list = append(list, s)
		}
		return s
	}
	if l != nil {
		l.EachStamp(k.b.P.Local, note)
	}
	for _, m := range msgs {
		m.EachStamp(k.b.P.Message, note)
	}
	slices.Sort(list)
	return list
}

// renumberTo replaces every stamp by its place in the list.
func (k *Knowledge) renumberTo(list []protocol.Stamp, l *plain.Value, msgs ...*plain.Value) {
	rank := func(s protocol.Stamp) protocol.Stamp {
		if s == 0 {
			return 0
		}
		at, _ := slices.BinarySearch(list, s)
		return protocol.Stamp(at + 1)
	}
	if l != nil {
		l.EachStamp(k.b.P.Local, rank)
	}
	for _, m := range msgs {
		m.EachStamp(k.b.P.Message, rank)
	}
}

// Canonical returns the fact with its stamps numbered without gaps.
func (k *Knowledge) Canonical(f fact) fact {
	k.renumberTo(k.ranks(&f.state, &f.Msg), &f.state, &f.Msg)
	return f
}

func (k *Knowledge) canonicalNode(x Node) Node {
	k.renumberTo(k.ranks(&x.state), &x.state)
	return x
}

// addNode adds a local state, with its local steps.
func (k *Knowledge) addNode(x Node) *nodeInfo {
	x = k.canonicalNode(x)
	if known := k.Nodes[x]; known != nil {
		return known
	}
	k.addOrbit(fact{process: x.process, asked: x.asked, From: engine.Local, state: x.state})
	return k.Nodes[x]
}

// addFact adds a fact, or a node as its local steps.
func (k *Knowledge) addFact(f fact) *factInfo {
	f = k.Canonical(f)
	if known := k.Facts[f]; known != nil {
		return known
	}
	k.addOrbit(f)
	return k.Facts[f]
}

// addAlone adds a fact, but not what renamings make of it.
func (k *Knowledge) addAlone(f fact) *factInfo {
	fi := &factInfo{fact: f, stamped: len(k.ranks(nil, &f.Msg)) > 0}
	k.Facts[f] = fi
	if f.From == engine.Local {
		x := Node{f.process, f.asked, f.state}
		fi.Node = &nodeInfo{Node: x, id: int32(len(k.List)), messages: make([][]plain.Value, k.b.N), seen: k.sight(x)}
		k.Nodes[x] = fi.Node
		k.List = append(k.List, fi.Node)
	} else {
		fi.Node = k.addNode(Node{f.process, f.asked, f.state})
		fi.Shape = k.shape(channelAt{int(f.From), int(f.process)}, f.Msg)
		msg := k.plain(f.Msg)
		if in := fi.Node; !slices.Contains(in.messages[f.From], msg) {
			in.messages[f.From] = append(in.messages[f.From], msg)
		}
	}
	// Another place of a known message's stamps is new, too.
	k.clock++
	fi.Node.changed, k.changed[f.process] = k.clock, k.clock
	fi.Node.Facts = append(fi.Node.Facts, fi)
	if len(k.Facts) > maxFacts || len(k.walked) > maxWalked {
		k.fail(tooManyFacts)
	}
	return fi
}

// saturate adds what follows from what is known, and decides what commutes.
func (k *Knowledge) saturate() {
	for again := true; again && !k.Ends(); {
		again = false
		for i := 0; i < len(k.walked); i++ { // there may be more of them meanwhile
			f := k.walked[i]
			if !k.stale(f) {
				continue
			}
			if again = true; k.Ends() {
				break
			}
			k.Walk(f)
		}
	}
	k.Saturated++
}

// stale reports whether the walk of a fact may find something else by now.
func (k *Knowledge) stale(f *factInfo) bool {
	x := f.Found
	return x.at == 0 || k.changed[f.process] > x.at && slices.ContainsFunc(x.visited, func(id int32) bool { return k.List[id].changed > x.at })
}

// An outcome is one of a handler call.
type outcome struct {
	next  Node
	sent  []engine.Sent
	ask   bool // an Ask step
	fresh bool // a fresh stamp was made: Fresh stands for it
	bad   bool // undefined, or beyond a bound of the model
	owed  bool // not a May step
	seen  bool // by the history
}

// keyOf says what a handler is called for.
func (k *Knowledge) keyOf(x Node, from int, msg plain.Value) engine.CallKey {
	key := engine.CallKey{Record: k.b.Record(engine.Record{State: x.state, Asked: x.asked, Process: x.process}), From: from}
	if from != engine.Local {
		key.Packet = k.b.Packet(engine.Packet{Msg: msg})
	}
	return key
}

// Run returns the outcomes of taking a message or of local steps, asking included.
// Fresh stamps get the given number.
func (k *Knowledge) Run(x Node, from int, msg plain.Value, fresh protocol.Stamp) []outcome {
	k.work++
	b := k.b
	key := k.keyOf(x, from, msg)
	list, ok := k.called[key]
	if !ok {
		for _, t := range b.Call(key, b.Records.At(key.Record)) {
			if t.Flags&engine.IsSpent != 0 {
				continue
			}
			if k.Once && t.Flags&engine.IsFresh != 0 && t.Flags&engine.IsAsk == 0 {
				k.fail(Because("clocks do not tick for a fresh stamp, and other steps than asking make some"))
			}
			o := outcome{sent: t.Sent, ask: t.Flags&engine.IsAsk != 0, fresh: t.Flags&engine.IsFresh != 0, bad: t.Flags&(engine.IsUndefined|engine.IsOverflow) != 0, owed: t.Flags&engine.IsMay == 0}
			if !o.bad {
				next := b.Records.At(t.Next)
				o.next = Node{next.Process, next.Asked, next.State}
				o.seen = b.Touches(int(x.process), from, t, x.state, next.State)
			}
			for _, s := range t.Sent {
				if s.To == int(x.process) && !b.Queued {
					k.fail(Because("a message of a process to itself may have to wait"))
				}
			}
			list = append(list, o)
		}
		k.called[key] = list
	}
	if !slices.ContainsFunc(list, func(o outcome) bool { return o.fresh }) {
		return list
	}
	list = slices.Clone(list)
	give := func(s protocol.Stamp) protocol.Stamp {
		if s == protocol.Fresh {
			return fresh
		}
		return s
	}
	for i := range list {
		o := &list[i]
		o.next.state.EachStamp(b.P.Local, give)
		o.sent = slices.Clone(o.sent)
		for j, s := range o.sent {
			m := b.Packets.At(s.Packet).Msg
			m.EachStamp(b.P.Message, give)
			o.sent[j].Packet = b.Packet(engine.Packet{Msg: m})
		}
	}
	return list
}
