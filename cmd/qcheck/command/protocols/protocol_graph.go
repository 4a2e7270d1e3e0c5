package protocols

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/protocols/check"
)

// graphStates is how many states a graph is made of unless --max-states says fewer. The
// graph is explored by the simple explorer, one state after the other.
const graphStates = 20_000

// validGraph finds out before the search that the graph cannot be written.
func (o *protocolOptions) validGraph() error {
	switch o.graph {
	case "":
		return nil
	case console.StdoutName:
		return errors.New(`--graph needs the name of a file, not "-"`)
	}
	return console.Writable("graph", o.graph, "a graph of qcheck", counterexample.IsGraph)
}

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
	if err := os.WriteFile(o.graph, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("--graph %s: %w", o.graph, console.Pathless(err))
	}
	return nil
}
