package structures

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/properties/search"
	"qcheck/setsys"
)

const patternsHelp = `Lists the critical request patterns of h-out of-k mutual exclusion (Manabe and
Tajima, Definitions 3 and 4). A request pattern is a bag of numbers of units, 1
to k each. It is conflicting if these are more than k together, and critical if
they are not without any one of them.

An (h,k)-arbiter has a set Q_h of quorums for each number of units h. It is safe
if and only if the quorums of each critical pattern have a common node,
whichever they are (Theorem 1; for more than k processes). For each pattern the
list has the sets that it takes quorums of, and what that means for an arbiter
whose quorums for h units are all sets of t_h of n nodes.

With --n it also says which sizes t_1, ..., t_k cannot be lowered alone, for up
to 64 nodes and k up to 6, and how far the sizes by the formula of the paper,
floor(kn/(k+h))+1, are above what each pattern needs.`

// maxPatternK is the largest k, for which there are 6,596 patterns, and maxPatterns how many
// of them are printed without --all.
const (
	maxPatternK = 28
	maxPatterns = 40
)

// patternsOptions are the flags of "qcheck patterns".
type patternsOptions struct {
	k, n      int
	json, all bool
	timeout   time.Duration
}

func patternsCommand(env *console.Env) *cobra.Command {
	var o patternsOptions
	c := &cobra.Command{
		Use: "patterns --k K", Short: "list the request patterns that an (h,k)-arbiter must withstand", Long: patternsHelp, Args: cobra.NoArgs,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			return requestPatterns(ctx, s, o)
		}),
	}
	fs := c.Flags()
	console.NumberFlag(fs, &o.k, "k", 1, 1, maxPatternK, "how many units there are")
	console.NumberFlag(fs, &o.n, "n", 0, 0, setsys.MaxNodes, "how many nodes there are; 0: any number")
	console.JSONFlag(fs, &o.json)
	fs.BoolVar(&o.all, "all", false, fmt.Sprintf("list all patterns, not just the first %d", maxPatterns))
	console.TimeoutFlag(fs, &o.timeout)
	return c
}

type (
	patternsJSON struct {
		Schema string `json:"schema"`
		K      int    `json:"k"`
		N      int    `json:"n,omitempty"`
		// Conflicting counts those of at most k+1 requests.
		Conflicting *big.Int          `json:"conflicting"`
		Critical    []criticalPattern `json:"critical"`
		// Formula and Minimal are sizes for 1 to k units; no size of one of Minimal can be
		// lowered alone.
		Formula []int   `json:"formula,omitempty"`
		Minimal [][]int `json:"minimal,omitempty"`
		// Cut is why the minimal sizes are not all there.
		Cut string `json:"cut,omitempty"`
	}
	criticalPattern struct {
		Pattern []int `json:"pattern"`
		Units   int   `json:"units"`
		// Families has the sets that quorums are taken of, ascending.
		Families []patternFamily `json:"families"`
		// Spare is by how much the sizes of the formula, added up, are above the least sum.
		Spare *int `json:"spare,omitempty"`
	}
	// A patternFamily says that so many quorums are those for so many units.
	patternFamily struct {
		Units   int `json:"units"`
		Quorums int `json:"quorums"`
	}
)

func requestPatterns(ctx context.Context, s console.Streams, o patternsOptions) (console.ExitCode, error) {
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	doc := &patternsJSON{Schema: "qcheck/patterns/v1", K: o.k, N: o.n, Conflicting: properties.ConflictingPatterns(o.k)}
	for _, p := range properties.CriticalPatterns(o.k) {
		doc.Critical = append(doc.Critical, describePattern(p))
	}
	code := console.ExitHolds
	if o.n > 0 {
		doc.Formula = search.FormulaSizes(o.n, o.k)
		for i := range doc.Critical {
			doc.Critical[i].Spare = doc.Critical[i].above(doc.Formula, o.n)
		}
		switch x, err := search.UniformSizes(ctx, o.n, o.k); {
		case err != nil:
			doc.Cut = err.Error()
		case x.Cut != nil:
			doc.Cut, code = x.Cut.Error(), console.ExitUnknown
		default:
			doc.Minimal = x.Minimal
		}
	}
	if o.json {
		return code, console.WriteJSON(s.Out, doc)
	}
	doc.write(s, o.all)
	return code, nil
}

// describePattern describes a pattern, which is ascending.
func describePattern(pattern []int) criticalPattern {
	c := criticalPattern{Pattern: pattern}
	for _, h := range pattern {
		c.Units += h
		if last := len(c.Families) - 1; last >= 0 && c.Families[last].Units == h {
			c.Families[last].Quorums++
		} else {
			c.Families = append(c.Families, patternFamily{h, 1})
		}
	}
	return c
}

// above returns by how much sizes are above what the pattern needs: quorums lack fewer
// than n nodes together if their sizes are more than n times one less than they are.
func (c criticalPattern) above(sizes []int, n int) *int {
	spare := -(len(c.Pattern)-1)*n - 1
	for _, h := range c.Pattern {
		spare += sizes[h-1]
	}
	return &spare
}

// takes says which sets the pattern takes quorums of.
func (c criticalPattern) takes() string {
	var parts []string
	for _, f := range c.Families {
		part := fmt.Sprintf("Q_%d", f.Units)
		if f.Quorums > 1 {
			part = fmt.Sprintf("%d of %s", f.Quorums, part)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// needs is the condition for the sizes of uniform quorums.
func (c criticalPattern) needs() string {
	var terms []string
	for _, f := range c.Families {
		term := fmt.Sprintf("t_%d", f.Units)
		if f.Quorums > 1 {
			term = fmt.Sprintf("%d %s", f.Quorums, term)
		}
		terms = append(terms, term)
	}
	times := ""
	if n := len(c.Pattern) - 1; n > 1 {
		times = fmt.Sprint(n)
	}
	return fmt.Sprintf("%s ≥ %sn + 1", strings.Join(terms, " + "), times)
}

// write writes what was found as text.
func (d *patternsJSON) write(s console.Streams, all bool) {
	fmt.Fprintf(s.Out, "request patterns of h-out of-%d mutual exclusion\n", d.K)
	rows := [][2]string{
		{"conflicting", fmt.Sprintf("%s of at most %s, and all longer ones", bigCount(d.Conflicting, "pattern"), console.Counted(d.K+1, "request"))},
		{"critical", console.Counted(len(d.Critical), "pattern")},
	}
	text := func(sizes []int) string { return strings.Trim(fmt.Sprint(sizes), "[]") }
	if d.N > 0 {
		rows = append(rows, [2]string{"formula", fmt.Sprintf("sizes %s of %s, by number of units: floor(kn/(k+h))+1", text(d.Formula), console.Counted(d.N, "node"))})
		for _, m := range d.Minimal {
			rows = append(rows, [2]string{"least", fmt.Sprintf("sizes %s: none can be lowered alone", text(m))})
		}
		if d.Cut != "" {
			rows = append(rows, [2]string{"least", "not known: " + d.Cut})
		}
	}
	console.WriteRows(s, rows)
	head := []string{"pattern", "units", "quorums", "a uniform arbiter needs"}
	sides := "lrll"
	if d.N > 0 {
		head, sides = append(head, "spare by formula"), sides+"r"
	}
	table := [][]string{head}
	for i, c := range d.Critical {
		if i == maxPatterns && !all {
			break
		}
		row := []string{strings.ReplaceAll(text(c.Pattern), " ", ","), fmt.Sprint(c.Units), c.takes(), c.needs()}
		if c.Spare != nil {
			row = append(row, fmt.Sprint(*c.Spare))
		}
		table = append(table, row)
	}
	s.Out.WriteByte('\n')
	console.WriteAligned(s, table, sides)
	if more := len(d.Critical) - maxPatterns; more > 0 && !all {
		fmt.Fprintf(s.Out, "  and %s more: --all lists them\n", console.Counted(more, "pattern"))
	}
}
