package reduce

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// The answers that a search is given from what is known. They do not change while it
// runs: what it meets that is not known is kept for later, and depends on everything.

// answers are those that were given, and what they are made from.
type answers struct {
	judgments  *judgments
	taken      map[*factInfo]Clash // what was said of taking a message
	Dependence map[*nodeInfo]Dependence
}

func newAnswers(j *judgments) answers {
	return answers{j, map[*factInfo]Clash{}, map[*nodeInfo]Dependence{}}
}

// A Learner is a knowledge, whatever its protocol is.
type Learner interface {
	// Learn adds what was met, and what follows from it. It reports whether all
	// answers given since the last time are right all the same.
	Learn() (right bool)
	// AtMost bounds the work that is still done to learn. What was given up for want of work goes on.
	AtMost(work int64)
	// Failure says why there is no reduction, if so.
	Failure() *Reason
	// Handlers answer what a reduction asks of the states of a binding.
	Handlers(b *engine.Binding) Handlers
	// Guard makes the protocol's functions return nothing where they panic, and notes that.
	Guard(p *plain.Protocol)
}

func (k *Knowledge) AtMost(work int64) {
	if k.most = min(k.work+min(work, maxWork), maxWork); k.Failed == tooSlow {
		k.Failed = nil
	}
}

func (k *Knowledge) Failure() *Reason {
	if k.panics.Load() {
		return panicking
	}
	if k.Failed == nil && len(k.met) > maxFacts {
		return tooManyFacts
	}
	return k.Failed
}

// Ends reports whether nothing more is to be added: because there is no reduction, it takes too long, or
// the search was halted.
func (k *Knowledge) Ends() bool {
	if k.halted() {
		k.fail(haltedMeanwhile)
	}
	if k.work > k.most && k.most < maxWork {
		k.fail(tooSlow)
	} else if k.work > k.most {
		k.fail(Because("%s", tooSlow.Text))
	}
	return k.Failed != nil
}

func (k *Knowledge) Learn() bool {
	given := k.Answers
	if given.judgments != nil && len(k.met)+len(k.metNodes) == 0 {
		return true
	}
	// In the order of their texts: that in which they were met depends on the workers.
	for _, x := range sorted(k.metNodes, func(x Node) string {
		return fmt.Sprintf("{%d %d %d}", x.process, x.asked, k.b.P.Local.Typed(x.state))
	}) {
		if k.Ends() {
			break
		}
		k.addNode(x)
	}
	for _, f := range sorted(k.met, func(f fact) string {
		return fmt.Sprintf("{%d %d %d %d %d}", f.process, f.asked, f.From, k.b.P.Local.Typed(f.state), k.b.P.Message.Typed(f.Msg))
	}) {
		if k.Ends() {
			break
		}
		k.addFact(f)
	}
	clear(k.metNodes)
	clear(k.met)
	if k.saturate(); k.Failed != nil {
		k.Answers = newAnswers(nil) // what is known may grow yet
		return false
	}
	domain := make([][]engine.Sight, k.b.N)
	for _, in := range k.List {
		if p := in.process; !slices.Contains(domain[p], in.seen) {
			domain[p] = append(domain[p], in.seen)
		}
	}
	k.Answers.judgments = newJudgments(domain, k.wrongs)
	for i := range k.wrongs {
		same := k.Answers.judgments.closeUnderSymmetry(i, k.renamings[1:], k.b.RenamedSight, k.halted)
		if isSafe := k.safe && i == len(k.wrongs)-1; !same && isSafe && !k.Ends() {
			k.Failed = unlike
		}
	}
	if k.Failed != nil {
		k.Answers = newAnswers(nil) // what was not judged yet is judged anew
		return false
	}
	right := given.judgments == nil || reflect.DeepEqual(given.judgments.domain, domain)
	for f, was := range given.taken {
		right = right && k.Conflicts(f) == was
	}
	for in, was := range given.Dependence {
		right = right && !k.Ends() && k.Depends(in).Same(was)
	}
	if !right {
		k.Answers = newAnswers(k.Answers.judgments)
	}
	return right
}

// Same reports whether a dependence is another one, for the shapes of messages that
// were known there.
func (d Dependence) Same(was Dependence) bool {
	for to, list := range was.SendOf {
		if !slices.Equal(d.SendOf[to][:min(len(list), len(d.SendOf[to]))], list) {
			return false
		}
	}
	d.SendOf, was.SendOf = [MaxDerivable][]Clash{}, [MaxDerivable][]Clash{}
	return reflect.DeepEqual(d, was)
}

// sorted returns the members of a set in the order of their texts.
func sorted[T comparable](set map[T]bool, text func(T) string) []T {
	texts := map[T]string{}
	for x := range set {
		texts[x] = text(x)
	}
	all := slices.Collect(maps.Keys(set))
	sort.Slice(all, func(i, j int) bool { return texts[all[i]] < texts[all[j]] })
	return all
}

// A LearnedBinding gives answers to a search. The lock is held, except for harm.
type LearnedBinding struct {
	*engine.Binding
	K *Knowledge
}

func (k *Knowledge) Handlers(b *engine.Binding) Handlers {
	return LearnedBinding{b, k}
}

// NodeOf returns the node of a record.
func (b LearnedBinding) NodeOf(rec engine.RecordID) Node {
	r := b.Records.At(rec)
	return b.K.canonicalNode(Node{r.Process, r.Asked, r.State})
}

func (b LearnedBinding) Dependence(rec engine.RecordID) Dependence {
	x := b.NodeOf(rec)
	in := b.K.Nodes[x]
	if in != nil && b.K.judged(b.Sight(rec)) != in.seen {
		b.K.fail(Because("what properties see depends on the numbers of time stamps"))
	}
	d, ok := b.K.Answers.Dependence[in]
	switch {
	case ok:
		return d
	case in == nil || b.K.Answers.judgments == nil:
		b.K.metNodes[x] = true
	default:
		if d = b.K.Depends(in); !b.K.halted() { // otherwise it may not have come to its end
			b.K.Answers.Dependence[in] = d
			return d
		}
	}
	all := Clash{Events: AllEvents}
	d = Dependence{Local: Clash{Events: AllEvents, Seen: b.Watched}, AskSeen: b.Watched, See: []Clash{all}, Enable: []Clash{all}, Ask: all, Visible: AllEvents, Enter: []Clash{all}}
	for to := range d.Send {
		d.Send[to] = all
	}
	return d
}

// Known returns what is known of taking a packet, nil if it is not known.
func (b LearnedBinding) Known(rec engine.RecordID, from int, packet engine.PacketID) *factInfo {
	r := b.Records.At(rec)
	f := b.K.Canonical(fact{process: r.Process, asked: r.Asked, From: int8(from), state: r.State, Msg: b.Packets.At(packet).Msg})
	in := b.K.Facts[f]
	if in == nil || b.K.Answers.judgments == nil {
		b.K.met[f] = true
		return nil
	}
	return in
}

func (b LearnedBinding) Take(rec engine.RecordID, from int, packet engine.PacketID) Clash {
	f := b.Known(rec, from, packet)
	if f == nil {
		return Clash{Events: AllEvents, Seen: b.Watched}
	}
	c, ok := b.K.Answers.taken[f]
	if !ok {
		c = b.K.Conflicts(f)
		b.K.Answers.taken[f] = c
	}
	return c
}

func (b LearnedBinding) Strange(rec engine.RecordID, from int, packet engine.PacketID) Events {
	if b.Known(rec, from, packet) == nil {
		return Taking(from)
	}
	return NoEvents
}

func (b LearnedBinding) shape(packet engine.PacketID, from, to int) uint64 {
	number, ok := b.K.shapesAt(channelAt{from, to}).numbers[b.K.plain(b.Packets.At(packet).Msg)]
	if !ok {
		return everyShape
	}
	return bitOf(number)
}

func (b LearnedBinding) MustChange(seen []engine.ObservationID) []protocol.Set {
	all := b.Sights(seen)
	for p, s := range all {
		all[p] = b.K.judged(s)
	}
	return b.K.Answers.judgments.mustChange(all)
}

// mayRepair reports whether a change of a process may make something that is wrong right.
func (k *Knowledge) mayRepair(p int, c change) bool { return k.Answers.judgments.mayRepair(p, c) }
