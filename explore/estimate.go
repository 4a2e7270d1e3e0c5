package explore

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/explore/yield"
)

// About how many states a search will have, by mark and recapture, as populations of
// animals are counted.
//
// Two samples of each level are taken, independently of each other: of the successors of
// the last sample that were not in an earlier one, up to so many, all with the same chance.
// If they have a and b states, and c in common, the level has about (a+1)(b+1)/(c+1) - 1
// (Chapman's form of the estimator of Lincoln and Petersen). A level that is sampled whole
// is counted exactly. A state that the other sample had in an earlier level is old, and
// stands for as many old ones as a state of that sample does for others of that level.
//
// # How wrong it is
//
// The estimator wants all states of a level to be met with the same chance. They are not:
// those to which more ways lead are met more often, and by both samples more often than
// they should be. So what comes out is too small: of 24 searches of the algorithms, with up
// to 9 million states, it was 0.13 to 1.01 of their number. Therefore it is taken as the
// least, and mostMissed times as many as the most. Where the samples hardly have states in
// common, are a small part of all, or the levels do not end, there is no most: with small
// samples, a search of more than 3*10^9 states seemed to have 9*10^7.
//
// The estimate is about all states that can be reached. A search that finds everything
// violated ends with fewer, and so does one for which a reduction is derived on the way.

// An Estimate says how many states a search will have, about.
type Estimate struct {
	// Exact: all states were met. Least and Most are their number.
	Exact bool
	// Least and Most bound the states, those of Result.States; Most is 0 for no bound.
	Least, Most int64
	// LeastKept and MostKept bound those that are kept (see Result.Orbits).
	LeastKept, MostKept int64
	// Depth is how many steps lead to the last states that were sampled. If there is no most,
	// there may be many more, and others that take more steps.
	Depth int
	// Symmetry is as in Result.
	Symmetry int
}

const (
	// perSample is how many states a sample of a level has. More take longer, and make the
	// estimate better. If that is too much work, the next try has four times fewer, down to
	// leastSample.
	perSample, leastSample = 4096, 64
	// mostWork is how much work a try may be: transitions, and newBlock for each block
	// that is new, which takes that much longer.
	mostWork, newBlock = 6_000_000, 50
	// mostMissed is how many times more states than estimated there may be.
	mostMissed = 100
	// enoughTaken is which part of what is estimated the samples must have, and
	// enoughMet how many states two of a level must have in common.
	enoughTaken = 0.05
	enoughMet   = 5
	// levelsWithout is after how many levels of mostly old states, with hardly anything new,
	// no other is looked at.
	levelsWithout = 15
)

// EstimateStates estimates how many states a search of the model will have. It samples with
// one worker, always the same states, for some seconds. The errors are those of Run, and the
// cause of the context's end.
func EstimateStates(ctx context.Context, m Model, o Options) (*Estimate, error) {
	return estimate(ctx, m, o, perSample, mostWork)
}

// estimate estimates with samples of such a size, each try with so much work at most.
func estimate(ctx context.Context, m Model, o Options, size, work int) (*Estimate, error) {
	o, err := o.normalize(m)
	if err != nil {
		return nil, err
	}
	o.Workers, o.Levels, o.Violated, o.Progress = 1, nil, nil, nil
	var states, kept float64 // the most that a try was about, so far
	for assumed := firstAssumptions(); ; {
		x := &estimation{s: newSearch(m, o, assumed), size: size, work: work, random: rand.New(rand.NewPCG(1, 2))}
		if err := x.run(ctx); err != nil {
			return nil, err
		}
		switch {
		case x.s.e.Spilled.Load():
			assumed = assumed.after(spilled, m, o)
		case x.s.e.Broken():
			assumed = assumed.after(asymmetric, m, o)
		case x.unfinished && size > leastSample:
			states, kept = max(states, x.states), max(kept, x.kept)
			size /= 4
		default:
			if !x.bounded() {
				x.states, x.kept = max(states, x.states), max(kept, x.kept)
			}
			return x.result(), nil
		}
	}
}

// An estimation is a search of samples.
type estimation struct {
	s       *search
	size    int // of a sample, at most
	work    int // of all levels, at most
	random  *rand.Rand
	walker  *engine.Walker
	next    map[table.StateKey]int // successors, with the sizes of their orbits
	samples [2]sample

	transitions  int
	unfinished   bool      // it was too much work
	cut          bool      // some state was left out
	exact        bool      // all states were met
	each         []float64 // by level: for how many states one of a sample stands
	kept, states float64   // so far
	weak         float64   // of kept: in levels of which the samples hardly meet
}

// A sample is one of the two, of all levels so far.
type sample struct {
	last  []table.StateKey
	depth map[table.StateKey]int // of all that were in it
}

func (x *estimation) run(ctx context.Context) error {
	x.s.begin()
	start := x.s.Levels[0].Keys[0]
	x.walker = x.s.newWalker()
	x.walker.Visit = func(key table.StateKey, t engine.Transition) {
		x.transitions++
		if t.Flags&engine.IsUndefined == 0 {
			x.next[key] = x.walker.Size
		}
	}
	for i := range x.samples {
		x.samples[i] = sample{[]table.StateKey{start}, map[table.StateKey]int{start: 0}}
	}
	x.each, x.kept, x.states = []float64{1}, 1, 1
	for without := 0; without < levelsWithout; {
		size, err := x.level(ctx)
		if err != nil || x.unfinished || x.s.e.Spilled.Load() || x.s.e.Broken() {
			return err
		}
		if len(x.samples[0].last)+len(x.samples[1].last) == 0 {
			x.exact = !x.cut
			return nil
		}
		without++
		if fresh, there := x.count(size); fresh > there/2 || fresh > x.kept/500 {
			without = 0
		}
	}
	return nil
}

// level takes the samples of the next level, and returns how many states one that is kept
// stands for.
func (x *estimation) level(ctx context.Context) (size float64, err error) {
	all, count := 0, 0
	for i := range x.samples {
		s := &x.samples[i]
		x.next = map[table.StateKey]int{}
		for j, key := range s.last {
			if j%64 == 0 {
				yield.Now()
				if ctx.Err() != nil {
					return 0, context.Cause(ctx)
				}
				if x.unfinished = x.transitions+newBlock*x.s.e.Blocks.Len() > x.work; x.unfinished {
					return 0, nil
				}
			}
			x.walker.Expand(key)
		}
		var fresh []table.StateKey
		for key := range x.next {
			if _, ok := s.depth[key]; !ok {
				fresh = append(fresh, key)
			}
		}
		slices.Sort(fresh)
		if len(fresh) > x.size {
			x.cut = true
			x.random.Shuffle(len(fresh), func(a, b int) { fresh[a], fresh[b] = fresh[b], fresh[a] })
			fresh = fresh[:x.size]
		}
		for _, key := range fresh {
			s.depth[key] = len(x.each)
			all += x.next[key]
		}
		s.last = fresh
		count += len(fresh)
	}
	return float64(all) / float64(max(count, 1)), nil
}

// count adds the states of the level of the samples, and returns how many are kept of it,
// and how many with those that are old.
func (x *estimation) count(size float64) (fresh, there float64) {
	depth, both, old := len(x.each), 0, 0.0
	for i, s := range x.samples {
		for _, key := range s.last {
			switch d, ok := x.samples[1-i].depth[key]; {
			case !ok:
			case d == depth:
				both++
			default:
				old += x.each[d]
			}
		}
	}
	both /= 2 // each was met from either side
	a, b := float64(len(x.samples[0].last)), float64(len(x.samples[1].last))
	there = (a+1)*(b+1)/float64(both+1) - 1
	x.each = append(x.each, 2*there/(a+b))
	fresh = there * max(0, 1-old/(a+b))
	x.kept += fresh
	x.states += fresh * size
	if both < enoughMet && float64(both) < min(a, b)/2 {
		x.weak += fresh
	}
	return fresh, there
}

// bounded reports whether the samples say at most how many states there are, too.
func (x *estimation) bounded() bool {
	taken := float64(len(x.samples[0].depth) + len(x.samples[1].depth))
	return !x.unfinished && x.weak < x.kept/2 && taken > x.kept*enoughTaken
}

func (x *estimation) result() *Estimate {
	e := &Estimate{
		Exact: x.exact, Depth: len(x.each) - 1, Symmetry: x.s.e.Group.Order(),
		Least: whole(x.states), LeastKept: whole(x.kept),
	}
	switch {
	case e.Exact:
		e.Most, e.MostKept = e.Least, e.LeastKept
	case x.bounded():
		e.Most, e.MostKept = whole(x.states*mostMissed), whole(x.kept*mostMissed)
	}
	return e
}

// whole rounds a number of states.
func whole(x float64) int64 { return int64(math.Round(min(x, math.MaxInt64/2))) }
