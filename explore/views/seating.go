package views

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"qcheck/explore/internal/table"
)

// Which requesters may be at a member together.
//
// In a state, each member has one half, and each requester is one of its peers: with that
// member, it is in one of the views. A table is a member's half, up to names, with what each
// of its peers may be in the views with that half. A row of requesters fits a member if
// there is a table at which they have seats of their own; in order, if the places of their
// stamps there are in the order of the row, too. Each part of a row that fits does.
//
// An automaton reads rows, a requester at a time: its states are sets of tables with the
// seats that are taken, made as they are needed.

// A role is what a requester is in a run in which some wait for ever, see limits.go; starved in all others.
type role uint8

const (
	starved role = iota // p, who waits for ever
	passing             // outside of W; or any other, where W is not told apart
	waiting             // another one of W
	allRoles
)

// A guest is a requester as one member sees it: its state, cut to the member, and whether
// its request has a stamp.
type guest struct {
	requester int32
	stamped   bool
	role      role
}

// An option is what a peer of a table may be, and the place of its stamp among those of
// the member, as in an event.
type option struct {
	guest
	place int
}

// A seating is a table with the seats that are taken, and the place of the last stamp.
type seating struct {
	table int32
	taken uint32
	last  int
}

// An automaton reads rows. State 0 is that of rows that fit nowhere.
type automaton struct {
	ordered bool
	tables  [][][]option // by peer
	of      []int32      // of those that were given: which of these each is
	states  lists[seating]
	guests  table.Numbers[guest]
	next    [][]int32 // by state and guest: one more than what follows; 0 if that is not known
	work    int       // seatings looked at
}

// first is the state of the row that is empty.
const first = 1

func newAutomaton(tables [][][]option, ordered bool) *automaton {
	a := &automaton{ordered: ordered}
	a.states.key = func(b []byte, s seating) []byte {
		return binary.AppendVarint(binary.AppendUvarint(binary.AppendUvarint(b, uint64(s.table)), uint64(s.taken)), int64(s.last))
	}
	// Tables with the same options are the same.
	var keys table.Numbers[string]
	for _, t := range tables {
		i := keys.Of(tableKey(t))
		if a.of = append(a.of, i); int(i) == len(a.tables) {
			a.tables = append(a.tables, t)
		}
	}
	a.states.of(nil)
	var all []seating
	for i := range a.tables {
		all = append(all, seating{table: int32(i)})
	}
	if len(all) > 0 {
		a.states.of(all)
	} else {
		a.states.of([]seating{{table: -1}}) // there is no member
	}
	return a
}

func tableKey(t [][]option) string {
	var peers []string
	for _, options := range t {
		var b []byte
		for _, o := range options {
			b = append(number(b, o.requester), byte(o.role))
			b = binary.AppendVarint(b, int64(o.place))
		}
		peers = append(peers, string(binary.AppendUvarint(nil, uint64(len(b))))+string(b))
	}
	slices.Sort(peers)
	return strings.Join(peers, "")
}

// read returns the state after one more requester.
func (a *automaton) read(state int32, g guest) int32 { return a.after(state, a.guests.Of(g)) }

// after is read, of a guest by its number.
func (a *automaton) after(state, number int32) int32 {
	if state == 0 {
		return 0
	}
	for int(state) >= len(a.next) {
		a.next = append(a.next, nil)
	}
	if list := a.next[state]; int(number) < len(list) && list[number] > 0 {
		return list[number] - 1
	}
	to := a.made(state, a.guests.All[number])
	list := a.next[state]
	for int(number) >= len(list) {
		list = append(list, 0)
	}
	list[number] = to + 1
	a.next[state] = list
	return to
}

// made is after, of a guest of which it is not known.
func (a *automaton) made(state int32, g guest) int32 {
	seen := map[seating]bool{}
	var all []seating
	for _, s := range a.states.all[state] {
		if s.table < 0 {
			continue
		}
		for peer, options := range a.tables[s.table] {
			if s.taken>>peer&1 != 0 {
				continue
			}
			for _, o := range options {
				a.work++
				if o.guest != g {
					continue
				}
				t := seating{s.table, s.taken | 1<<peer, 0}
				if a.ordered {
					t.last = s.last
					if o.place != 0 {
						// Stamps of two requesters are different: in one gap there may be
						// several, at one stamp of the member only one.
						if o.place < s.last || o.place == s.last && o.place%2 == 0 {
							continue
						}
						t.last = o.place
					}
				}
				if !seen[t] {
					seen[t] = true
					all = append(all, t)
				}
			}
		}
	}
	slices.SortFunc(all, func(s, t seating) int {
		return cmp.Or(cmp.Compare(s.table, t.table), cmp.Compare(s.taken, t.taken), cmp.Compare(s.last, t.last))
	})
	return a.states.of(all)
}

func sortedOptions(of map[option]bool) []option {
	return slices.SortedFunc(maps.Keys(of), func(a, b option) int {
		return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.requester, b.requester), cmp.Compare(a.place, b.place))
	})
}
