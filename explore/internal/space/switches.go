package space

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// Which of the shortest runs is shown. A switch is a step of another process than the
// step before. Of the shortest runs to the states that violate a property, over all of
// these states, one with the fewest switches is shown: it is the one that is followed
// most easily, since a process does what it can before another one goes on. If several
// have the fewest, the one is taken whose states, from the last one back, have the first
// texts. That depends on contents only, so it is the same for any number of workers, and
// with symmetry or without.
//
// # How it is found
//
// A shortest run to a state of level d passes a state of each level before. So the states
// of all such runs are found backward, by expanding each level once more, as for any one
// run (see trace.go). Let V(x, p) be the fewest switches of the rest of a run from x, when
// p took the step before. If some process can go on with a rest of m switches, and no
// process with less, then V(x, p) is m where p is one of these, and otherwise m+1, since
// one switch to one of these suffices. So a number and a set of processes say all of x
// (see mark), and they follow from those of its successors. Then the states of the runs
// with the fewest switches are found forward, and one run is chosen backward.
//
// With symmetry, V is known of representatives. A renaming takes runs to runs with as many
// switches. So V is about runs to all members of the orbits of the states asked for; and a
// run with the fewest switches to one of these states is among those to the members.
//
// # What is not searched
//
// A search that is reduced lacks some of the runs, and shows the one that it finds first
// (package check then searches once more without reduction). The same is shown when more
// than maxMarked states lie on the shortest runs. Of a run into a cycle, the stem is chosen
// in this way, up to where a cycle may begin; of one against a requirement of kind LeadsTo,
// nothing is.

// maxMarked is how many states, on shortest runs, are kept to choose a run: each takes up
// to 40 bytes. With symmetry, the members of orbits are counted.
const maxMarked = 1 << 21

// A mark says of a state on a shortest run how many switches the rest of one has at
// least, and which processes may take the first step of such a rest.
type mark struct {
	least uint32
	by    protocol.Set
}

// after returns the least number when process p took the step before, or no process, -1.
func (m mark) after(p int) uint32 {
	if p < 0 || m.by.Has(p) {
		return m.least
	}
	return m.least + 1
}

// A Marking is what is known of the states on the shortest runs.
type Marking struct {
	S      *Space
	Count  atomic.Int64                      // the states marked
	marks  []map[table.StateKey]mark         // by level: of representatives
	best   []map[table.StateKey]protocol.Set // by level: the states on runs with the fewest switches, and who may have come there
	Walker *engine.Walker                    // that follows all transitions of a state
}

// Shortest returns a shortest run from the start to one of some states of a level, and
// which one that is. A step that is not defined may be what is wrong: then the run has it
// at its end.
func (s *Space) Shortest(targets []table.StateKey, level int, undefined bool) (Run, table.StateKey) {
	if !s.Reduced {
		m := &Marking{S: s, Walker: engine.NewWalker(s.Engine)}
		if m.Mark(targets, level, undefined) && m.follow() {
			if run, end, ok := m.choose(targets, undefined); ok {
				return run, end
			}
		}
	}
	end := s.First(targets)
	run := s.Path(end, level)
	if undefined {
		run.Steps = append(run.Steps, s.Engine.TraceStep(engine.NewWalker(s.Engine).UndefinedSteps(end)[0]))
	}
	return run, end
}

// Mark marks the states on shortest runs, unless there are too many.
func (m *Marking) Mark(targets []table.StateKey, level int, undefined bool) bool {
	most := cmp.Or(m.S.Most, maxMarked)
	if int64(len(targets)) > most {
		return false
	}
	ends := map[table.StateKey]mark{}
	for _, key := range targets {
		kept, _ := m.S.Representative(key)
		if _, ok := ends[kept]; ok {
			continue
		}
		end := mark{by: protocol.All(m.S.Engine.N)}
		if undefined {
			end.by = 0
			for _, t := range m.Walker.UndefinedSteps(kept) {
				end.by = end.by.With(int(t.Process))
			}
		}
		ends[kept] = end
	}
	m.Count.Store(int64(len(targets)))
	m.marks = make([]map[table.StateKey]mark, level+1)
	m.marks[level] = ends
	for level--; level >= 0 && m.Count.Load() <= most; level-- {
		m.marks[level] = m.before(level, most)
	}
	return m.Count.Load() <= most
}

// before returns the marks of a level, from those of the next one, unless there are too many.
func (m *Marking) before(level int, most int64) map[table.StateKey]mark {
	s, next := m.S, m.marks[level+1]
	var mu sync.Mutex
	all := map[table.StateKey]mark{}
	var wait sync.WaitGroup
	for _, share := range s.Share(s.Levels[level], 256, s.Workers) {
		wait.Go(func() {
			w := s.Walker()
			least := make([]uint32, s.Engine.N) // of the rests that a process begins
			w.Visit = func(to table.StateKey, t engine.Transition) {
				if x, ok := next[to]; ok {
					p := int(t.Process)
					least[p] = min(least[p], x.after(s.Engine.RenamedProcess(w.Renaming, p)))
				}
			}
			found := map[table.StateKey]mark{}
			for _, chunk := share(); len(chunk) > 0 && m.Count.Load() <= most; _, chunk = share() {
				for _, key := range chunk {
					for p := range least {
						least[p] = math.MaxUint32
					}
					w.Expand(key)
					if x := marked(least); x.by != 0 {
						found[key] = x
						m.Count.Add(w.OrbitSize)
					}
				}
			}
			mu.Lock()
			defer mu.Unlock()
			maps.Copy(all, found)
		})
	}
	wait.Wait()
	return all
}

// marked returns the mark of a state by the switches that rests have which a process
// begins; one without processes if there are no rests.
func marked(least []uint32) mark {
	x := mark{least: math.MaxUint32}
	for p, switches := range least {
		switch {
		case switches < x.least:
			x = mark{switches, protocol.SetOf(p)}
		case switches == x.least && switches < math.MaxUint32:
			x.by = x.by.With(p)
		}
	}
	return x
}

// follow finds the states on runs with the fewest switches.
func (m *Marking) follow() bool {
	first, least := map[table.StateKey]protocol.Set{}, uint32(math.MaxUint32)
	for _, key := range m.S.Engine.Begins() {
		switch rest, ok := m.rest(0, key, -1); {
		case !ok || rest > least:
			continue
		case rest < least:
			clear(first)
			least = rest
		}
		first[key] = 0
	}
	m.best = []map[table.StateKey]protocol.Set{first}
	for level := range len(m.marks) - 1 {
		next := map[table.StateKey]protocol.Set{}
		for key := range m.best[level] {
			m.each(level, key, func(to table.StateKey, t engine.Transition, _ protocol.Set) {
				next[to] = next[to].With(int(t.Process))
			})
		}
		m.best = append(m.best, next)
	}
	return len(m.best[len(m.best)-1]) > 0
}

// each calls f for the transitions by which runs with the fewest switches go on from a
// state of a level, each with the processes that may have taken the step before.
func (m *Marking) each(level int, key table.StateKey, f func(to table.StateKey, t engine.Transition, before protocol.Set)) {
	m.Walker.Visit = func(to table.StateKey, t engine.Transition) {
		if t.Flags&engine.IsUndefined != 0 {
			return
		}
		if rest, ok := m.rest(level+1, to, int(t.Process)); ok {
			if before, ok := m.goesOn(level, key, t, rest); ok {
				f(to, t, before)
			}
		}
	}
	m.Walker.Expand(key)
}

// rest returns the fewest switches of a rest from a state of a level, when a process, or
// none, took the step before.
func (m *Marking) rest(level int, key table.StateKey, p int) (uint32, bool) {
	kept, by := m.S.Representative(key)
	x, ok := m.marks[level][kept]
	return x.after(m.S.Engine.RenamedProcess(by, p)), ok
}

// goesOn returns the processes that may have taken the step before a transition, with a
// rest of so many switches after it; in the first state, there are none.
func (m *Marking) goesOn(level int, key table.StateKey, t engine.Transition, rest uint32) (before protocol.Set, ok bool) {
	if level == 0 {
		least, _ := m.rest(0, key, -1)
		return 0, least == rest
	}
	for _, p := range m.best[level][key].Members() {
		least, _ := m.rest(level, key, p)
		if p != int(t.Process) {
			least--
		}
		if least == rest {
			before = before.With(p)
		}
	}
	return before, before != 0
}

// choose returns one of the runs with the fewest switches to one of the states asked for.
func (m *Marking) choose(targets []table.StateKey, undefined bool) (run Run, end table.StateKey, ok bool) {
	var steps []protocol.TraceStep
	level := len(m.marks) - 1
	ends := slices.DeleteFunc(slices.Clone(targets), func(key table.StateKey) bool {
		_, ok := m.best[level][key]
		return !ok
	})
	if len(ends) == 0 {
		return Run{}, 0, false
	}
	end = m.S.First(ends)
	steps = make([]protocol.TraceStep, level)
	target, came := end, m.best[level][end]
	if undefined {
		for _, t := range m.Walker.UndefinedSteps(end) {
			if before, ok := m.goesOn(level, end, t, 0); ok {
				steps, came = append(steps, m.S.Engine.TraceStep(t)), before
				break
			}
		}
	}
	for level--; level >= 0; level-- {
		var parents []table.StateKey
		var step protocol.TraceStep
		var before protocol.Set
		for key := range m.best[level] {
			m.each(level, key, func(to table.StateKey, t engine.Transition, _ protocol.Set) {
				if to == target && came.Has(int(t.Process)) {
					parents = append(parents, key)
				}
			})
		}
		parent := m.S.First(parents)
		found := false
		m.each(level, parent, func(to table.StateKey, t engine.Transition, from protocol.Set) {
			if !found && to == target && came.Has(int(t.Process)) {
				found, step, before = true, m.S.Engine.TraceStep(t), from
			}
		})
		steps[level], target, came = step, parent, before
	}
	return Run{m.S.startOf(target), steps}, end, true
}
