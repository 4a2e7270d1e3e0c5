package protocols

import (
	"bytes"
	"context"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/protocols/check"
)

// graphStates is how many states a graph is made of unless --max-states says fewer. The
// graph is explored by the simple explorer, one state after the other.
const graphStates = 20_000

// writeGraph explores the instance once more, without reduction, and writes its state
// space.
func (o *protocolOptions) writeGraph(ctx context.Context, r *check.Report) error {
	limit := graphStates
	if o.maxStates > 0 {
		limit = int(min(o.maxStates, graphStates))
	}
	var b bytes.Buffer
	g := r.Model.Project(ctx, r.Instance.ReplayOptions(), limit)
	in := r.Instance
	if !r.Model.Met().Asks.Load() {
		in.Requests = nil
	}
	if err := counterexample.WriteGraph(&b, in, g); err != nil {
		return console.Internal(err)
	}
	return console.WriteFile("graph", o.graph, b.Bytes())
}
