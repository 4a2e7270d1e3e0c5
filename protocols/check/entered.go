package check

import (
	"context"
	"math/rand/v2"
	"slices"

	"qcheck/explore"
	"qcheck/explore/views"
)

// entryRuns is how many random runs look for a process that enters, of so many steps.
const entryRuns, entrySteps = 20, 1000

// entered reports whether a process is inside in some random run of the instance. Where none
// enters, properties hold of nothing: a search says so, and local views do not see it.
func (r *Report) entered(ctx context.Context) bool {
	if !slices.Contains(r.Model.Properties(), explore.Safety) { // nobody enters or waits
		return true
	}
	in := r.Model.Instance
	if in.Requests == nil {
		in.Requests = in.Each(explore.Unbounded)
	}
	for i := range uint64(entryRuns) {
		random, walk := rand.New(rand.NewPCG(1, i)), r.Model.Walk(in.ReplayOptions())
		for range entrySteps {
			last := walk.Configs[len(walk.Configs)-1]
			if slices.ContainsFunc(last.Observations, func(o explore.Observation) bool { return o.Phase == explore.Inside }) {
				return true
			}
			moves := walk.Choices()
			if len(moves) == 0 || ctx.Err() != nil {
				break
			}
			step := moves[random.IntN(len(moves))].TraceStep
			if err := walk.Take(step); err != nil || len(walk.Configs) == len(walk.Moves) {
				break
			}
		}
	}
	return false
}

// nothingToJudge returns the proof where no process entered.
func nothingToJudge() *views.Proof {
	return &views.Proof{Refused: "no process entered in random runs, so that there is nothing to judge"}
}
