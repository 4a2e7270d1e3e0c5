package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"qcheck/properties/availability"
)

const tablesHelp = `Computes the tables of section 5 of Kakugawa's thesis (1992), exactly, and lists
the entries that are printed otherwise:

  table 1  from which reliability on the k-majority is the best k-coterie
  table 2  below which it is not
  table 3  the (k,r)-availability of the 4-majority and 4-singleton of 14 nodes

Then it compares all k-coteries on at most --nodes nodes: for which reliability
p of a node, 0 < p < 1, the k-majority and the k-singleton have the greatest
(k,r)-availability of all, as exact intervals; and it compares the claims of the
thesis with that. 5 nodes take no time, 6 and 7 take seconds.

qcheck exits with 0, also when printed numbers or claims are found false, and
with 3 when a limit or an interrupt cut it.`

// tablesOptions are the flags of "qcheck tables".
type tablesOptions struct {
	nodes   int
	json    bool
	timeout time.Duration
}

func tablesCommand(r *runner) *cobra.Command {
	var o tablesOptions
	c := &cobra.Command{
		Use: "tables", Short: "compute the tables of the thesis, and compare all small k-coteries", Long: tablesHelp, Args: noArguments,
		RunE: r.does(func(ctx context.Context, s streams, _ []string) (exitCode, error) { return printTables(ctx, s, o) }),
	}
	fs := c.Flags()
	number(fs, &o.nodes, "nodes", 5, 0, availability.MaxNodes, fmt.Sprintf("compare all k-coteries on at most so many nodes, 0 to %d", availability.MaxNodes))
	jsonFlag(fs, &o.json)
	timeoutFlag(fs, &o.timeout)
	return c
}

// A study is what "qcheck tables" prints.
type study struct {
	tables      []availability.Table
	nodes       int
	comparisons []availability.Comparison
	claims      []availability.Claim
	cut         error // why there are no comparisons
}

func printTables(ctx context.Context, s streams, o tablesOptions) (exitCode, error) {
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	x := study{tables: availability.Tables(), nodes: o.nodes}
	if !o.json {
		writeTables(s, x.tables)
		s.out.Flush()
	}
	code := exitHolds
	if o.nodes > 0 {
		x.comparisons, x.claims, x.cut = availability.Study(ctx, o.nodes)
		if x.cut != nil {
			code = exitUnknown
		}
	}
	if o.json {
		return code, writeDocument(s.out, studyDocument(x))
	}
	writeStudy(s, x)
	return code, nil
}
