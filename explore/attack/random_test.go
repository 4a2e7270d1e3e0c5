package attack

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"qcheck/explore"
)

// Stamps lie in arrays and structs, so that they have to be found.
type slots struct{ At [2]explore.Stamp }

type local struct {
	Node uint8
	Own  slots
}

type letter struct {
	Kind  uint8
	First explore.Stamp
	Rest  [1]explore.Stamp
}

// A source says where a stamp comes from.
type source uint8

const (
	nowhere source = iota
	slot0
	slot1
	first
	rest
	fresh
)

func (s source) stamp(l local, m letter) explore.Stamp {
	switch s {
	case slot0:
		return l.Own.At[0]
	case slot1:
		return l.Own.At[1]
	case first:
		return m.First
	case rest:
		return m.Rest[0]
	case fresh:
		return explore.Fresh
	}
	return 0
}

// A rule is a step with its stamps still to come.
type rule struct {
	Name      string
	Kind      explore.StepKind
	Node      uint8
	Slot      [2]source
	Send      []posting
	Undefined bool
}

type posting struct {
	To    int
	Kind  uint8
	Carry [2]source
}

func (r rule) step(l local, m letter) explore.Step[local, letter] {
	s := explore.Step[local, letter]{Name: r.Name, Kind: r.Kind}
	if r.Undefined {
		s.Undefined = "the table has nothing here"
		return s
	}
	s.Next.Node = r.Node
	for i, from := range r.Slot {
		s.Next.Own.At[i] = from.stamp(l, m)
	}
	for _, p := range r.Send {
		s.Send = append(s.Send, explore.Out[letter]{To: p.To, Msg: letter{
			Kind: p.Kind, First: p.Carry[0].stamp(l, m), Rest: [1]explore.Stamp{p.Carry[1].stamp(l, m)},
		}})
	}
	return s
}

// The nodes of a process.
const (
	resting  = iota // thinking
	musing          // thinking, too
	queueing        // waiting
	pressing        // waiting, too
	dwelling        // inside
	nodes
)

var phaseOf = [nodes]explore.Phase{explore.Thinking, explore.Thinking, explore.Waiting, explore.Waiting, explore.Inside}

const kinds = 3 // a message leads to messages of smaller kinds only

// compare returns which of the sorts of pairs a pair is.
func compare(a, b explore.Stamp) int {
	switch {
	case b == 0:
		return 3
	case a == b:
		return 0
	case a < b:
		return 1
	}
	return 2
}

const sorts = 4 // of pairs of stamps

// A table is a protocol drawn at random: what is done depends on the process,
// its node, the kind and sender of a message, and how two stamps compare.
type table struct {
	n                  int
	clock              explore.ClockRule
	asking             bool // see fill
	obliged, selective bool
	sides              int // which own stamp a message's is compared with
	act                [3][nodes][sorts][]rule
	take               [3][3][nodes][kinds][sorts][]rule
	requests           []int
	queued             bool
	options            explore.Options
	protocol           explore.Protocol[local, letter]
}

// A dice draws.
type dice struct{ *rand.Rand }

func newDice(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 0x5eed))} }

func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d dice, from ...T) T { return from[d.IntN(len(from))] }

// maying makes plain local steps, some of the names of a process, steps that may happen and need
// not. It reports whether there are any.
func (t *table) maying(seed uint64) (any bool) {
	d := newDice(seed ^ 0x3a7)
	for p := range t.n {
		for _, name := range []string{"muse", "dream", "enter", "push", "shove", "dwell"} {
			if !d.chance(30) {
				continue
			}
			for node := range nodes {
				for c := range sorts {
					for i, r := range t.act[p][node][c] {
						if r.Kind == explore.Plain && r.Name == name {
							t.act[p][node][c][i].Kind, any = explore.May, true
						}
					}
				}
			}
		}
	}
	return any
}

// draw returns the table of a seed.
func draw(seed uint64) *table {
	d := newDice(seed)
	t := &table{n: 2, sides: d.IntN(2)}
	if d.chance(25) {
		t.n = 3
	}
	t.clock.Attach = pick(d, explore.StampedMessages, explore.EveryMessage, explore.StampedMessages, explore.EveryMessage, explore.NoMessage)
	t.clock.TickOnFresh = d.chance(70)
	t.clock.TickOnReceive = d.chance(50)
	t.clock.Start = d.IntN(3)
	bent := d.chance(60)
	t.selective = d.chance(20)
	if bent && t.clock.Attach != explore.NoMessage {
		t.bend(d)
	} else {
		bent = false
		t.fill(d)
	}
	p := explore.Protocol[local, letter]{
		Name: fmt.Sprintf("table %d", seed), N: t.n, Clock: t.clock, Capacity: 4,
		Init: func(p int) local { return local{} },
		Actions: func(p int, l local) []explore.Step[local, letter] {
			return steps(t.act[p][l.Node][compare(l.Own.At[0], l.Own.At[1])], l, letter{})
		},
		Deliver: func(p int, l local, from int, m letter) []explore.Step[local, letter] {
			return steps(t.take[p][from][l.Node][m.Kind][compare(l.Own.At[t.sides], m.First)], l, m)
		},
		Exclusion: explore.Exclusion[local]{
			Observe: func(p int, l local) explore.Observation {
				return explore.Observation{Phase: phaseOf[l.Node], Units: l.Node + 8*uint8(compare(l.Own.At[0], l.Own.At[1]))}
			},
			Obliged: t.obliged || d.chance(15) || t.asking && d.chance(40),
		},
		Selective: t.selective,
	}
	if d.chance(70) {
		p.Safe = explore.AtMost(1)
	}
	if d.chance(40) {
		p.Goals = append(p.Goals, explore.Goal{Name: "somebody gets on", Unmet: func(all []explore.Observation) string {
			for _, o := range all {
				if o.Phase != explore.Waiting {
					return ""
				}
			}
			return "all wait"
		}})
		who := d.IntN(t.n)
		p.Goals = append(p.Goals, explore.Goal{Name: "one gets on", Unmet: func(all []explore.Observation) string {
			if all[who].Phase == explore.Waiting {
				return "the one waits"
			}
			return ""
		}})
	}
	if d.chance(50) {
		t.eachRule(func(_ int, r *rule) {
			if !slices.Contains(p.Steps, r.Name) {
				p.Steps = append(p.Steps, r.Name)
			}
		})
	}
	if d.chance(40) {
		t.drawRequirements(d, &p)
	}
	t.protocol = p
	for range t.n {
		t.requests = append(t.requests, pick(d, explore.Unbounded, explore.Unbounded, explore.Unbounded, 0, 1, 2))
	}
	if bent && d.chance(60) || t.asking && p.Obliged {
		t.requests = []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}[:t.n]
	} else if d.chance(20) {
		for i := range t.requests {
			t.requests[i] = 1 + d.IntN(2)
		}
	}
	t.queued = d.chance(40)
	t.options = explore.Options{Requests: t.requests, Queued: t.queued, Workers: 1 + d.IntN(2)*2}
	return t
}

func steps(rules []rule, l local, m letter) []explore.Step[local, letter] {
	var all []explore.Step[local, letter]
	for _, r := range rules {
		all = append(all, r.step(l, m))
	}
	return all
}

// fill draws the rules.
func (t *table) fill(d dice) {
	// What the whole table is inclined to.
	blocks := pick(d, 0, 10, 40)
	forgets := pick(d, 0, 20, 50) // stamps of one's own
	renews := pick(d, 0, 5, 25)
	adopts := pick(d, 0, 15, 40)
	byItself := pick(d, 10, 40, 90) // those who wait come in on their own
	toSelf := pick(d, 0, 10, 30)
	answers := pick(d, 60, 90, 100)
	alternatives := pick(d, 0, 10, 25)
	undefined := pick(d, 0, 0, 0, 2)
	wild := pick(d, 0, 5, 20)
	plain := pick(d, 0, 10, 30)
	// Or the style of those who ask each other and compare: who is told waits for
	// an answer or a later request, and what is answered brings no clock along.
	asking := d.chance(60)
	quiet := pick(d, 50, 80, 100)
	listens := pick(d, 20, 50, 90)
	later := pick(d, 10, 50, 90) // comes in by hearing of a later stamp
	frees := pick(d, 0, 50, 90)  // is told when another leaves
	t.asking = asking
	if asking {
		blocks, forgets, adopts, alternatives, undefined = pick(d, 0, 0, 10), pick(d, 0, 0, 10), pick(d, 0, 0, 15), pick(d, 0, 0, 10), 0
		renews = pick(d, 0, 0, 5, 15)
		answers = pick(d, 0, 50, 100)
	}

	stamp := func(asking, hearing bool, slot source) source {
		switch {
		case d.chance(renews) || asking && slot == slot0 && d.chance(75):
			return fresh
		case hearing && d.chance(adopts):
			return pick(d, first, first, rest)
		case d.chance(forgets):
			return nowhere
		case d.chance(wild):
			return pick(d, slot0, slot1)
		}
		return slot
	}
	send := func(to int, kind uint8, hearing bool) posting {
		x := posting{To: to, Kind: kind}
		if t.clock.Attach == explore.NoMessage {
			return x
		}
		for i := range x.Carry {
			if asking && kind < 2 && d.chance(quiet) {
				continue
			}
			x.Carry[i] = pick(d, nowhere, slot0, slot1, slot0)
			if asking && kind == 2 {
				x.Carry[i] = [2]source{fresh, nowhere}[i]
				continue
			}
			if d.chance(30) {
				x.Carry[i] = fresh
			}
			if hearing && d.chance(40) {
				x.Carry[i] = pick(d, first, first, rest)
			}
		}
		return x
	}
	someone := func(p int) int {
		if d.chance(toSelf) {
			return p
		}
		return (p + 1 + d.IntN(t.n-1)) % t.n
	}
	for p := range t.n {
		told := 80
		if asking {
			told = pick(d, 0, 50, 100, 100)
		}
		for from := range nodes {
			for c := range sorts {
				var rules []rule
				local := func(kind explore.StepKind, name string, to uint8) {
					r := rule{Name: name, Kind: kind, Node: to, Slot: [2]source{stamp(kind == explore.Ask, false, slot0), stamp(false, false, slot1)}}
					if kind == explore.Ask {
						for q := range t.n {
							if q != p && d.chance(told) || q == p && d.chance(toSelf) {
								r.Send = append(r.Send, send(q, 2, false))
							}
						}
					} else if asking && kind == explore.Leave && d.chance(frees) {
						for q := range t.n {
							if q != p {
								r.Send = append(r.Send, send(q, 1, false))
							}
						}
					} else if d.chance(25) && (!asking || d.chance(20)) {
						r.Send = append(r.Send, send(someone(p), uint8(d.IntN(kinds)), false))
					}
					r.Undefined = d.chance(undefined)
					rules = append(rules, r)
				}
				switch phaseOf[from] {
				case explore.Thinking:
					if d.chance(80) {
						local(explore.Ask, "ask", pick[uint8](d, queueing, pressing, queueing))
					}
					if d.chance(plain) {
						local(explore.Plain, pick(d, "muse", "dream"), pick[uint8](d, resting, musing))
					}
				case explore.Waiting:
					chance := byItself
					if asking {
						chance = [sorts]int{20, 85, 5, 60}[c]
					}
					if d.chance(chance) {
						local(explore.Plain, "enter", dwelling)
					}
					if d.chance(plain) {
						local(explore.Plain, pick(d, "push", "shove"), pick[uint8](d, queueing, pressing))
					}
				case explore.Inside:
					if d.chance(90) {
						local(explore.Leave, "leave", pick[uint8](d, resting, musing, resting))
					}
					if d.chance(plain / 2) {
						local(explore.Plain, "dwell", dwelling)
					}
				}
				if d.chance(alternatives) && len(rules) > 0 {
					r := rules[0]
					local(r.Kind, r.Name, r.Node)
				}
				t.act[p][from][c] = rules
			}
			for q := range t.n {
				for kind := range uint8(kinds) {
					blocked := d.chance(blocks)
					for c := range sorts {
						if blocked && d.chance(70) {
							continue
						}
						var rules []rule
						for len(rules) == 0 || d.chance(alternatives) {
							to := uint8(from)
							switch {
							case kind == 0 && phaseOf[from] == explore.Waiting && d.chance(50),
								asking && c == 1 && phaseOf[from] == explore.Waiting && d.chance(later):
								to = dwelling
							case d.chance(wild):
								to = uint8(d.IntN(nodes))
							}
							r := rule{Name: fmt.Sprintf("take %d", kind), Node: to, Slot: [2]source{stamp(false, true, slot0), stamp(false, true, slot1)}}
							if asking && kind == 2 && d.chance(listens) {
								r.Slot[1] = first
							}
							if asking && kind == 1 && d.chance(frees) {
								r.Slot[1] = nowhere
							}
							if kind > 0 && d.chance(answers) {
								to := q
								if d.chance(wild) {
									to = someone(p)
								}
								r.Send = append(r.Send, send(to, uint8(d.IntN(int(kind))), true))
							}
							if kind > 0 && d.chance(toSelf) {
								r.Send = append(r.Send, send(p, uint8(d.IntN(int(kind))), true))
							}
							r.Undefined = d.chance(undefined)
							rules = append(rules, r)
						}
						t.take[p][q][from][kind][c] = rules
					}
				}
			}
		}
	}
}
