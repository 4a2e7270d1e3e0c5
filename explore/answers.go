package explore

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// The answers that a search is given from what is known. They do not change while it
// runs: what it meets that is not known is kept for later, and depends on everything.

// answers are those that were given, and what they are made from.
type answers struct {
	judgments  *judgments
	taken      map[*factInfo]clash // what was said of taking a message
	dependence map[*nodeInfo]dependence
}

// A learner is a knowledge, whatever its protocol is.
type learner interface {
	// learn adds what was met, and what follows from it. It reports whether all
	// answers given since the last time are right all the same.
	learn() (right bool)
	// failure says why there is no reduction, if so.
	failure() *reason
	// handlers answer what a reduction asks of the states of a binding.
	handlers(b *engine.Binding) partialHandlers
	// guard makes the protocol's functions return nothing where they panic, and notes that.
	guard(p *plain.Protocol)
}

func (k *knowledge) failure() *reason {
	if k.panics.Load() {
		return panicking
	}
	if k.failed == nil && len(k.met) > maxFacts {
		return tooManyFacts
	}
	return k.failed
}

// ends reports whether nothing more is to be added: because there is no reduction, or
// because the search was halted.
func (k *knowledge) ends() bool {
	if k.halted() {
		k.fail(haltedMeanwhile)
	}
	return k.failed != nil
}

func (k *knowledge) learn() bool {
	given := k.answers
	if given.judgments != nil && len(k.met)+len(k.metNodes) == 0 {
		return true
	}
	// In the order of their texts: that in which they were met depends on the workers.
	for _, x := range sorted(k.metNodes, func(x node) string {
		return fmt.Sprintf("{%d %d %d}", x.process, x.asked, k.b.P.Local.Typed(x.state))
	}) {
		if k.ends() {
			break
		}
		k.addNode(x)
	}
	for _, f := range sorted(k.met, func(f fact) string {
		return fmt.Sprintf("{%d %d %d %d %d}", f.process, f.asked, f.from, k.b.P.Local.Typed(f.state), k.b.P.Message.Typed(f.msg))
	}) {
		if k.ends() {
			break
		}
		k.addFact(f)
	}
	clear(k.metNodes)
	clear(k.met)
	k.settle()
	if k.failed != nil {
		return false
	}
	domain := make([][]protocol.Observation, k.b.N)
	for _, in := range k.list {
		if p := in.process; !slices.Contains(domain[p], in.seen) {
			domain[p] = append(domain[p], in.seen)
		}
	}
	k.answers.judgments = newJudgments(domain, k.safe)
	if !k.answers.judgments.symmetric(k.renamings[1:], k.halted) && !k.ends() {
		k.failed = unlike
	}
	if k.failed != nil {
		return false
	}
	right := given.judgments == nil || reflect.DeepEqual(given.judgments.domain, domain)
	for f, was := range given.taken {
		right = right && k.conflicts(f) == was
	}
	for in, was := range given.dependence {
		right = right && !k.ends() && k.depends(in).same(was)
	}
	if !right {
		k.answers.taken, k.answers.dependence = map[*factInfo]clash{}, map[*nodeInfo]dependence{}
	}
	return right
}

// same reports whether a dependence is another one, for the shapes of messages that
// were known there.
func (d dependence) same(was dependence) bool {
	for to, list := range was.sendOf {
		if !slices.Equal(d.sendOf[to][:min(len(list), len(d.sendOf[to]))], list) {
			return false
		}
	}
	d.sendOf, was.sendOf = [maxDerivable][]clash{}, [maxDerivable][]clash{}
	return reflect.DeepEqual(d, was)
}

// sorted returns the members of a set in the order of their texts.
func sorted[T comparable](set map[T]bool, text func(T) string) []T {
	texts := map[T]string{}
	for x := range set {
		texts[x] = text(x)
	}
	return slices.SortedFunc(maps.Keys(set), func(a, b T) int { return strings.Compare(texts[a], texts[b]) })
}

// A learnedBinding gives answers to a search. The lock is held, but for harm.
type learnedBinding struct {
	*engine.Binding
	k *knowledge
}

func (k *knowledge) handlers(b *engine.Binding) partialHandlers {
	return learnedBinding{b, k}
}

func (b learnedBinding) dependence(rec engine.RecordID) dependence {
	r := b.Records.At(rec)
	x := b.k.canonicalNode(node{r.Process, r.Asked, r.State})
	in := b.k.nodes[x]
	d, ok := b.k.answers.dependence[in]
	switch {
	case ok:
		return d
	case in == nil || b.k.answers.judgments == nil:
		b.k.metNodes[x] = true
	default:
		if d = b.k.depends(in); !b.k.halted() { // otherwise it may not have come to its end
			b.k.answers.dependence[in] = d
			return d
		}
	}
	all := clash{events: protocol.AllEvents}
	d = dependence{local: all, enable: []clash{all}, ask: all, visible: protocol.AllEvents, enter: []clash{all}}
	for to := range d.send {
		d.send[to] = all
	}
	return d
}

// known returns what is known of taking a packet, nil if it is not known.
func (b learnedBinding) known(rec engine.RecordID, from int, packet engine.PacketID) *factInfo {
	r := b.Records.At(rec)
	f := b.k.canonical(fact{process: r.Process, asked: r.Asked, from: int8(from), state: r.State, msg: b.Packets.At(packet).Msg})
	in := b.k.facts[f]
	if in == nil || b.k.answers.judgments == nil {
		b.k.met[f] = true
		return nil
	}
	return in
}

func (b learnedBinding) take(rec engine.RecordID, from int, packet engine.PacketID) clash {
	f := b.known(rec, from, packet)
	if f == nil {
		return clash{events: protocol.AllEvents}
	}
	c, ok := b.k.answers.taken[f]
	if !ok {
		c = b.k.conflicts(f)
		b.k.answers.taken[f] = c
	}
	return c
}

func (b learnedBinding) strange(rec engine.RecordID, from int, packet engine.PacketID) protocol.Events {
	if b.known(rec, from, packet) == nil {
		return protocol.Taking(protocol.SetOf(from))
	}
	return protocol.NoEvents
}

func (b learnedBinding) inside(c engine.ChannelID, from, to int, behind bool) uint64 {
	set := uint64(0)
	known := b.k.shapesAt(channelAt{from, to}).numbers
	packets := b.PacketsIn(c)
	if behind {
		packets = packets[1:]
	} else {
		packets = packets[:1]
	}
	for _, id := range packets {
		number, ok := known[b.k.plain(b.Packets.At(id).Msg)]
		if !ok {
			return math.MaxUint64
		}
		set |= bitOf(number)
	}
	return set
}

func (b learnedBinding) harm(seen []engine.ObservationID) []protocol.Set {
	return b.k.answers.judgments.harm(b.Observed(seen))
}

// mends reports whether a change of a process may make something that is wrong right.
func (k *knowledge) mends(p int, c change) bool { return k.answers.judgments.mends(p, c) }
