package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"qcheck/properties/availability"
)

const tablesHelp = `Computes the tables of section 5 of Kakugawa's thesis (1992), exactly, and lists the
entries that are printed otherwise:

  table 1  from which reliability on the k-majority is the best k-coterie
  table 2  below which it is not
  table 3  the (k,r)-availability of the 4-majority and the 4-singleton of 14 nodes

Then it compares all k-coteries on up to --nodes nodes: for which reliabilities p of
a node, 0 < p < 1, the k-majority and the k-singleton have the greatest
(k,r)-availability of all, as exact intervals; and it says what that makes of the
thesis's claims. Up to 5 nodes take no time, 6 and 7 take seconds.

qcheck exits with 0, also when printed numbers or claims are found false, and with
3 when a limit or an interrupt cut it.`

// tablesOptions are the flags of "qcheck tables".
type tablesOptions struct {
	nodes   int
	json    bool
	timeout time.Duration
}

func tablesCommand() command {
	return command{
		name:    "tables",
		summary: "compute the thesis's tables of availability, and compare all small k-coteries",
		prepare: simple("qcheck tables [flags]", tablesHelp, func(fs *pflag.FlagSet) action {
			var o tablesOptions
			fs.IntVar(&o.nodes, "nodes", 5, fmt.Sprintf("compare all k-coteries on up to so many nodes, 0 to %d (default 5)", availability.MaxNodes))
			setPlaceholder(fs, "nodes", "N")
			fs.BoolVar(&o.json, "json", false, "print one JSON document")
			timeoutFlag(fs, &o.timeout)
			return func(ctx context.Context, s streams, args []string) (exitCode, error) {
				return printTables(ctx, s, o, args)
			}
		}),
	}
}

// A study is what "qcheck tables" prints.
type study struct {
	tables      []availability.Table
	nodes       int
	comparisons []availability.Comparison
	claims      []availability.Claim
	cut         error // why there are no comparisons
}

func printTables(ctx context.Context, s streams, o tablesOptions, args []string) (exitCode, error) {
	if err := noArguments("tables", args); err != nil {
		return exitUsage, err
	}
	if err := validTimeout(o.timeout); err != nil {
		return exitUsage, err
	}
	if o.nodes < 0 || o.nodes > availability.MaxNodes {
		return exitUsage, fmt.Errorf("--nodes needs a number from 0 to %d, not %d", availability.MaxNodes, o.nodes)
	}
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
