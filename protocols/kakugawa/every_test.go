package kakugawa

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

type rolesProtocol = roles.Protocol[requester, member, toMember, toRequester]

// A change is one of the steps of a name, of members or of requesters: another one in its place, or besides.
type change struct {
	step    string
	member  bool
	kind    int
	instead bool
}

const memberChanges, requesterChanges = 18, 17

var (
	memberNames    = []string{stepRequestOK, stepRequestWait, stepRequestQuery, stepReleaseNext, stepReleaseKept, stepReturned, stepRefused}
	requesterNames = []string{
		stepLeave, stepOKEnters, stepOKCounted, stepOKRetries, stepOKInside, stepOKGivenBack, stepWaitCounted, stepWaitRetries, stepWaitLate,
		stepQueryReturns, stepQueryRefuses, stepQueryIgnored,
	}
)

// reply changes what a member does with a message of a requester.
func (c change) reply(before member, from roles.Peer, x reply) reply {
	s := &x.Next
	kinds := func(f func(toRequester) toRequester) {
		x.Send = slices.Clone(x.Send)
		for i := range x.Send {
			x.Send[i].Msg = f(x.Send[i].Msg)
		}
	}
	switch c.kind {
	case 0:
		x.Send = nil
	case 1:
		x.Send = append(slices.Clone(x.Send), x.Send...)
	case 2:
		kinds(func(k toRequester) toRequester {
			return toRequester(map[Kind]Kind{WAIT: QUERY, QUERY: WAIT, OK: OK}[Kind(k)])
		})
	case 3:
		kinds(func(toRequester) toRequester { return toRequester(WAIT) })
	case 4:
		x.Send = slices.Clone(x.Send)
		for i := range x.Send {
			x.Send[i].To = from
		}
	case 5:
		x.Next = before
	case 6:
		s.Holder = entry{}
	case 7:
		s.Holder = before.Holder
	case 8:
		s.Noted = before.Noted
	case 9:
		s.Noted = roles.Noted{}
	case 10:
		s.Noted, s.Holder = s.Noted.Serve()
	case 11:
		if !before.Holder.From.None() {
			s.Noted, _ = s.Noted.Put(before.Holder)
		}
	case 12:
		s.Noted, _, _ = s.Noted.Settle(before.Holder.From, true)
	case 13:
		s.Noted, _, _ = s.Noted.Settle(before.Holder.From, false)
	case 14:
		s.Noted, _ = s.Noted.Answered(before.Holder.From)
	case 15: // the second
		noted, first := s.Noted.Serve()
		if rest, second := noted.Serve(); !second.From.None() {
			s.Holder = second
			s.Noted, _ = rest.Put(first)
			x.Send = append(slices.Clone(x.Send), answer(second.From, OK))
		}
	case 16:
		if !before.Holder.From.None() {
			x.Send = append(slices.Clone(x.Send), answer(before.Holder.From, QUERY))
		}
	case 17: // the first, and then it is asked to give back to the next
		noted, next := s.Noted.Serve()
		if !next.From.None() && !s.Holder.From.None() {
			s.Noted, _ = noted.Ask(roles.Query{For: next, Of: s.Holder})
			x.Send = append(slices.Clone(x.Send), answer(s.Holder.From, QUERY))
		}
	}
	return x
}

// act changes what a requester does with a message of a member, -1 for none.
func (c change) act(from int, x act) act {
	s := &x.Next
	of := explore.Set(0)
	if from >= 0 {
		of = explore.SetOf(from)
	}
	switch c.kind {
	case 0:
		x.Send = nil
	case 1:
		x.Send = append(slices.Clone(x.Send), x.Send...)
	case 2:
		s.T = 0
	case 3:
		s.T |= of
	case 4:
		s.W = 0
	case 5:
		s.W |= of
	case 6:
		s.K |= of
	case 7:
		s.K &^= of
	case 8:
		s.Unanswered = 0
	case 9:
		s.Unanswered |= of
	case 10:
		s.Asked |= of
	case 11:
		s.Phase, x.Stamp = Inside, roles.Drop
	case 12:
		s.Phase, x.Stamp = Outside, roles.Drop
	case 13:
		s.Phase = Exiting
	case 14:
		x.Send = append(slices.Clone(x.Send), roles.SendTo(of, toMember(RELEASE))...)
		s.K &^= of
	case 15:
		x.Send = append(slices.Clone(x.Send), roles.SendTo(of, toMember(ANSWER_NO))...)
	case 16:
		x.Send = append(slices.Clone(x.Send), roles.SendTo(s.K, toMember(ANSWER_RELEASE))...)
		s.T |= s.K
		s.K = 0
	}
	return x
}

// changed returns the protocol with its steps changed.
func changed(p rolesProtocol, all []change) rolesProtocol {
	acts := func(from int, steps []act) (list []act) {
		for _, x := range steps {
			list = append(list, x)
			for _, c := range all {
				if !c.member && c.step == x.Name && x.Undefined == "" {
					if list = append(list, c.act(from, x)); c.instead {
						list = append(list[:len(list)-2], list[len(list)-1])
					}
				}
			}
		}
		return list
	}
	local, take, asked := p.Requester.Local, p.Requester.Take, p.Member.Take
	p.Requester.Local = func(self int, s requester) []act { return acts(-1, local(self, s)) }
	p.Requester.Take = func(self int, s requester, from int, k toRequester, present bool) []act {
		return acts(from, take(self, s, from, k, present))
	}
	p.Member.Take = func(s member, from roles.Peer, k toMember, at roles.Stamp) (list []reply) {
		for _, x := range asked(s, from, k, at) {
			list = append(list, x)
			for _, c := range all {
				if c.member && c.step == x.Name && x.Undefined == "" {
					if list = append(list, c.reply(s, from, x)); c.instead {
						list = append(list[:len(list)-2], list[len(list)-1])
					}
				}
			}
		}
		return list
	}
	return p
}

// proved proves what it can of a reading with changes, without the steps that it never takes.
func proved(t *testing.T, r reading, all []change) *everyn.Proof {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var missing []string
	for {
		p := everyn.Prove(ctx, func(n int, lists [][]explore.Set) (rolesProtocol, error) {
			p := changed(Config{N: n, K: 1, Quorums: lists[0]}.in(r).roles(), all)
			p.Steps = slices.DeleteFunc(p.Steps, func(name string) bool { return slices.Contains(missing, name) })
			return p, nil
		}, everyn.Limits{Views: 12_000})
		_, list, ok := strings.Cut(p.Refused, "never happens in any view: ")
		if !ok || strings.Contains(list, "entering") || strings.Contains(list, "leaving") {
			return p
		}
		for _, name := range strings.Split(list, ", ") {
			missing = append(missing, strings.Trim(name, `"`))
		}
	}
}

// searches are the instances that are searched.
var searches = []trial{
	twoSingles, {Config{N: 2, K: 1, Quorums: one1}, instance.Each(2, explore.Unbounded)}, center, {Config{N: 3, K: 1, Quorums: one1}, []int{2, 1, 1}},
	{Config{N: 3, K: 1, Quorums: pair}, nil}, {Config{N: 3, K: 1, Quorums: majority3, Fixed: true}, nil}, {Config{N: 3, K: 2, Quorums: uneven, Fixed: true}, nil},
	clients, {Config{N: 4, K: 1, Quorums: one1}, nil},
}

// violations are what searches find violated, and where.
func violations(t *testing.T, r reading, all []change, states int64) map[explore.Property]string {
	found := map[explore.Property]string{}
	for _, in := range searches {
		p, err := roles.Compose[State](changed(in.in(r).roles(), all), wire())
		if err != nil {
			t.Fatal(err)
		}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		result, err := explore.Run(t.Context(), m, explore.Options{Requests: in.requests, MaxStates: states, Workers: 1})
		if err != nil { // a mutant that does what no protocol may
			found[explore.WellDefined] = err.Error()
			continue
		}
		for _, x := range result.Properties {
			if x.Verdict == verdict.Violated {
				found[x.Property] = fmt.Sprintf("%d processes, %v, %v", in.N, in.Quorums, in.requests)
			}
		}
	}
	return found
}

var four = []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom, explore.StarvationFreedom}

// judge compares what is proved with what searches find.
func judge(t *testing.T, name string, p *everyn.Proof, violated map[explore.Property]string, count map[string]int) {
	t.Helper()
	for _, property := range four {
		what := string(property) + map[bool]string{true: ": proved", false: ": open"}[p.Proved(property)]
		if violated[property] != "" {
			what += ", violated"
		}
		if count[what]++; p.Proved(property) && violated[property] != "" {
			t.Errorf("%s: %s is proved for every number of processes, and violated: %s", name, property, violated[property])
		}
	}
}

// No mutant of the repaired algorithm, and of it with one query, of which something is proved violates it in a small instance.
func TestMutantsForEveryNumber(t *testing.T) {
	r := slow.Random(t, 513)
	mutants, states := 3, int64(2000)
	if slow.Tests() {
		mutants, states = 150, 6000
	}
	repaired := reading{owed: owedAll, unheld: unheldIgnores, settle: true, first: true}
	bases := []reading{repaired, repaired, {owed: owedAll, unheld: unheldIgnores, settle: true, first: true, oneQuery: true}, {owed: owedAll, unheld: unheldIgnores, settle: true}}
	count := map[string]int{}
	for range mutants {
		base := bases[r.IntN(len(bases))]
		var all []change
		for range 1 + r.IntN(2) {
			if c := (change{instead: r.IntN(3) > 0}); r.IntN(2) == 0 {
				c.step, c.member, c.kind = memberNames[r.IntN(len(memberNames))], true, r.IntN(memberChanges)
				all = append(all, c)
			} else {
				c.step, c.kind = requesterNames[r.IntN(len(requesterNames))], r.IntN(requesterChanges)
				all = append(all, c)
			}
		}
		p := proved(t, base, all)
		switch {
		case p.Refused != "":
			count["refused"]++
		case p.Stopped != "":
			count["stopped"]++
		}
		if len(p.Results) > 0 && (p.Proved(explore.Safety) || slow.Tests()) {
			judge(t, fmt.Sprintf("%+v of %+v", all, base), p, violations(t, base, all, states), count)
		}
	}
	t.Log(count)
	if !slow.Tests() {
		return
	}
	for _, property := range four {
		slow.Reached(t, string(property)+" of mutants proved", count[string(property)+": proved"], mutants, mutants/50)
	}
	slow.Reached(t, "safety of mutants open and violated", count["safety: open, violated"], mutants, mutants/50)
}

// No reading of the text is proved to have a property that it violates in a small instance; each combination of some changes that the
// repair is made of, and of others.
func TestReadingsForEveryNumber(t *testing.T) {
	r := slow.Random(t, 514)
	readings := 3
	if slow.Tests() {
		readings = 60
	}
	count := map[string]int{}
	mostly := func() bool { return r.IntN(6) > 0 }
	rarely := func() bool { return r.IntN(8) == 0 }
	for range readings {
		x := reading{
			owed: owed(max(0, r.IntN(9)-6)), unheld: unheld(r.IntN(3)), settle: mostly(), first: mostly(), oneQuery: rarely(), noQuery: rarely(), avoid: avoid(r.IntN(3)),
			fewest: rarely(), untilWithin: rarely(), inOrder: rarely(), returnLate: rarely(), joinsLate: rarely(), keepsK: rarely(), askAgain: rarely(), restamp: rarely(), asksEarly: rarely(),
		}
		if mostly() {
			x.owed, x.unheld = owedAll, unheldIgnores
		}
		p := proved(t, x, nil)
		if len(p.Results) == 0 {
			count["refused or stopped"]++
			continue
		}
		if p.Proved(explore.Safety) || slow.Tests() {
			judge(t, fmt.Sprintf("%+v", x), p, violations(t, x, nil, 6000), count)
		}
	}
	t.Log(count)
	slow.Reached(t, "readings that are safe for every number", count["safety: proved"], readings, readings/4)
}
