package everyn_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// A mutation changes the steps of a name, of members or of requesters.
type mutation struct {
	step    string
	member  bool
	change  int
	instead bool // or besides
}

var memberSteps = []string{"grants", "fails", "inquires", "displaces", "next", "next"}

var requesterSteps = []string{"ask", "leave", "enter", "counts", "failed", "gives back", "inquired", "inquired late"}

const memberChanges, requesterChanges = 20, 16

func randomMutation(r *rand.Rand) mutation {
	if r.IntN(2) == 0 {
		return mutation{memberSteps[r.IntN(len(memberSteps))], true, r.IntN(memberChanges), r.IntN(3) > 0}
	}
	return mutation{requesterSteps[r.IntN(len(requesterSteps))], false, r.IntN(requesterChanges), r.IntN(3) > 0}
}

// reply changes what a member does.
func (m mutation) reply(before keeper, from roles.Peer, at roles.Stamp, x trialReply) trialReply {
	s := &x.Next
	head := before.Queue.First(wants, roles.Stamp.Before)
	x.Send = slices.Clone(x.Send)
	kinds := func(f func(uint16) uint16) {
		for i := range x.Send {
			x.Send[i].Msg = f(x.Send[i].Msg)
		}
	}
	switch m.change {
	case 0:
		x.Send = nil
	case 1:
		x.Send = append(x.Send, x.Send...)
	case 2:
		kinds(func(k uint16) uint16 { return map[uint16]uint16{failed: inquire, inquire: failed}[k] })
	case 3:
		for i := range x.Send {
			x.Send[i].To = from
		}
	case 4:
		for i := range x.Send {
			if x.Send[i].To = before.Holder; before.Holder.None() {
				x.Send[i].To = from
			}
		}
	case 5:
		for i := range x.Send {
			if x.Send[i].To = head; head.None() {
				x.Send[i].To = from
			}
		}
	case 6:
		x.Next = before
	case 7:
		s.Holder, s.Lock = roles.Peer{}, roles.Stamp{}
	case 8:
		s.Inquired = true
	case 9:
		s.Inquired = false
	case 10:
		s.Queue = s.Queue.With(from, roles.Stamp{})
	case 11:
		s.Queue = s.Queue.With(from, at)
	case 12:
		s.Lock = at
	case 13:
		if !head.None() {
			s.Queue = s.Queue.With(head, roles.Stamp{})
		}
	case 14:
		if !head.None() {
			x.Send = append(x.Send, to(head, failed))
		}
	case 15:
		if !s.Holder.None() {
			x.Send = append(x.Send, to(s.Holder, inquire))
		}
	case 16:
		x.Send = append(x.Send, to(from, grant))
	case 17:
		s.Extra = at
	case 18:
		s.Count = 1 - s.Count
	case 19:
		if !head.None() && s.Holder != head {
			s.Holder, s.Lock, s.Queue = head, s.Queue.Of(head), s.Queue.With(head, roles.Stamp{})
			x.Send = append(x.Send, to(head, grant))
		}
	}
	return x
}

// act changes what a requester does; from is the member whose message it takes, -1 for none.
func (m mutation) act(from int, x trialAct) trialAct {
	s := &x.Next
	x.Send = slices.Clone(x.Send)
	of := explore.Set(0)
	if from >= 0 {
		of = explore.SetOf(from)
	}
	switch m.change {
	case 0:
		x.Send = nil
	case 1:
		x.Send = append(x.Send, x.Send...)
	case 2:
		s.Failed |= of
	case 3:
		s.Failed = 0
	case 4:
		s.Inquired |= of
	case 5:
		s.Inquired = 0
	case 6:
		s.Granted |= of
	case 7:
		s.Granted &^= of
	case 8:
		x.Send = append(x.Send, roles.SendTo(s.Granted, relinquish)...)
		s.Granted = 0
	case 9:
		x.Send = append(x.Send, roles.SendTo(of, relinquish)...)
		s.Granted &^= of
	case 10:
		s.Phase = explore.Inside
	case 11:
		x.Send = append(x.Send, roles.SendTo(s.Quorum, release)...)
	case 12:
		s.Granted = s.Quorum
	case 13:
		s.Failed = s.Quorum
	case 14:
		s.Phase = explore.Thinking
	case 15:
		s.Quorum &^= s.Failed
	}
	return x
}

// mutated returns a protocol with its steps changed.
func mutated(p trialProtocol, all []mutation) trialProtocol {
	acts := func(from int, steps []trialAct) (list []trialAct) {
		for _, x := range steps {
			list = append(list, x)
			for _, m := range all {
				if !m.member && m.step == x.Name {
					if list = append(list, m.act(from, x)); m.instead {
						list = append(list[:len(list)-2], list[len(list)-1])
					}
				}
			}
		}
		return list
	}
	local, take, asked := p.Requester.Local, p.Requester.Take, p.Member.Take
	p.Requester.Local = func(self int, s asker) []trialAct { return acts(-1, local(self, s)) }
	p.Requester.Take = func(self int, s asker, from int, k uint16, present bool) []trialAct {
		return acts(from, take(self, s, from, k, present))
	}
	p.Member.Take = func(s keeper, from roles.Peer, k uint16, at roles.Stamp) (list []trialReply) {
		for _, x := range asked(s, from, k, at) {
			list = append(list, x)
			for _, m := range all {
				if m.member && m.step == x.Name && x.Undefined == "" {
					if list = append(list, m.reply(s, from, at, x)); m.instead {
						list = append(list[:len(list)-2], list[len(list)-1])
					}
				}
			}
		}
		return list
	}
	return p
}

// proveMutant proves what it can, without the steps that a mutant never takes.
func proveMutant(t testing.TB, f fault, all []mutation) *everyn.Proof {
	var missing []string
	for {
		p := everyn.Prove(t.Context(), func(n int, lists [][]explore.Set) (trialProtocol, error) {
			x := &trial{fault: f, n: n, lists: lists}
			p := mutated(x.roles(), all)
			p.Steps = slices.DeleteFunc(p.Steps, func(name string) bool { return slices.Contains(missing, name) })
			return p, nil
		}, everyn.Limits{Views: 8000})
		_, list, ok := strings.Cut(p.Refused, "never happens in any view: ")
		if !ok || strings.Contains(list, "entering") || strings.Contains(list, "leaving") {
			return p
		}
		for _, name := range strings.Split(list, ", ") {
			missing = append(missing, strings.Trim(name, `"`))
		}
	}
}

// small are the instances that are searched.
var small = []struct {
	n        int
	quorums  [][]explore.Set
	requests []int
}{
	{2, one(2), nil},
	{2, [][]explore.Set{{3}, {3}}, nil},
	{3, cyclic(3), []int{1, 1, 1}},
	{3, shared(), []int{2, 1, 1}},
	{3, one(3), []int{2, 1, 1}},
	{4, one(4), []int{1, 1, 1, 1}},
}

// yielding has members that refuse nobody, and requesters that give back whenever they are asked to, as Agrawal and El Abbadi's: many of its mutants are
// free of deadlock, and of starvation.
func yielding() fault {
	return fault{
		name: "gives back whenever it is asked to", alone: true, without: []string{"failed", "inquired", "displaces"},
		asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if s.Holder.None() {
				return t.queues(s, from, at)
			}
			s.Queue = s.Queue.With(from, at)
			if !at.Before(s.Lock) || s.Inquired {
				return reply("fails", s)
			}
			s.Inquired = true
			return reply("inquires", s, to(s.Holder, inquire))
		},
		taken: func(s asker, from int, kind uint16) []trialAct {
			switch {
			case kind != inquire:
				return nil
			case s.Phase != explore.Waiting || !s.Granted.Has(from):
				return act("inquired late", s)
			}
			s.Granted = s.Granted.Without(from)
			return act("gives back", s, roles.SendTo(explore.SetOf(from), relinquish)...)
		},
	}
}

// No mutant of which something is proved violates it in a small instance.
func TestMutants(t *testing.T) {
	bases := []fault{
		{}, {silent: true, alone: true, with: []string{"queues"}, without: []string{"displaces"}},
		{keeps: true, without: asksBack}, {keeps: true, lockless: true, without: asksBack}, {alone: true}, yielding(), yielding(),
	}
	r := slow.Random(t, 511)
	mutants, states := 24, int64(3000)
	if slow.Tests() {
		mutants, states = 400, 10_000
	}
	count := map[string]int{}
	for range mutants {
		base := bases[r.IntN(len(bases))]
		var all []mutation
		for n := 1 + r.IntN(2); len(all) < n; {
			if m := randomMutation(r); !slices.Contains(base.without, m.step) {
				all = append(all, m)
			}
		}
		p := proveMutant(t, base, all)
		if p.Refused != "" {
			count["refused"]++
			continue
		} else if p.Stopped != "" {
			count["stopped"]++
			continue
		}
		violated := map[explore.Property]string{}
		for _, x := range small {
			found, err := searched(t, base, all, x.n, x.quorums, x.requests, states)
			if err != nil {
				violated[explore.WellDefined] = err.Error()
				continue
			}
			for property, v := range found {
				if v == verdict.Violated {
					violated[property] = fmt.Sprintf("%d processes, %v, %v", x.n, x.quorums, x.requests)
				}
			}
		}
		for _, property := range each {
			what := map[bool]string{true: "proved", false: "open"}[p.Proved(property)]
			if p.Proved(property) && base.name != "" {
				count[string(property)+": proved of what "+base.name]++
			}
			if violated[property] != "" {
				what += ", violated"
			}
			count[string(property)+": "+what]++
			if p.Proved(property) && violated[property] != "" {
				t.Errorf("%+v of %+v: %s is proved, and violated: %s", all, base, property, violated[property])
			}
		}
	}
	t.Log(count)
	for _, property := range each {
		slow.Reached(t, string(property)+" of mutants proved", count[string(property)+": proved"], mutants, mutants/100)
		slow.Reached(t, string(property)+" of mutants open and violated", count[string(property)+": open, violated"], mutants, mutants/100)
	}
}

// searched searches a mutant.
func searched(t testing.TB, f fault, all []mutation, n int, quorums [][]explore.Set, requests []int, states int64) (map[explore.Property]verdict.Verdict, error) {
	x := &trial{fault: f, n: n, lists: quorums}
	p, err := roles.Compose[roles.State[asker, keeper]](mutated(x.roles(), all), trialWire())
	if err != nil {
		return nil, err
	}
	m, err := explore.NewModel(p)
	if err != nil {
		return nil, err
	}
	o := explore.Options{Requests: requests, MaxStates: states}
	if requests == nil {
		o.Requests = slices.Repeat([]int{explore.Unbounded}, n)
	}
	r, err := explore.Run(t.Context(), m, o)
	if err != nil {
		return nil, err
	}
	found := map[explore.Property]verdict.Verdict{}
	for _, p := range r.Properties {
		found[p.Property] = p.Verdict
	}
	return found, nil
}
