package structures

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/requirement"
	"qcheck/setsys"
)

const compareHelp = `Says what gets better or worse from OLD to NEW, two structure files of one kind:
the properties that the files are judged by, how many nodes and failure domains
may fail, the load, the availability; and whether every quorum of the one shares
a node with every quorum of the other. That is what a rolling change needs, in
which some nodes still go by OLD while others go by NEW. Nodes that have the
same name are the same node. The load is compared if both files have capacities
of their nodes, or neither.

What one of the files is judged by, both are. It exits with 1 if NEW violates
one of these properties, or if something that --require names gets worse:
failures, domains, load, availability, or rolling for the quorums of both
together. No numbers are given of a structure that violates a property, unless
--allow-broken-structure asks for them; then it exits with 1 only if OLD does
not violate it.`

// measures are what --require may name.
var measures = []string{"failures", "domains", "load", "availability", "rolling"}

// compareOptions are the flags of "qcheck compare".
type compareOptions struct {
	require string
	p       console.Probabilities
	reading
}

func compareCommand(env *console.Env) *cobra.Command {
	var o compareOptions
	c := &cobra.Command{
		Use: "compare OLD NEW", Short: "say what gets better or worse from one structure to another", Long: compareHelp, Args: cobra.ArbitraryArgs,
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			if len(args) != 2 {
				return console.ExitUsage, errors.New(`want two structure files, OLD and NEW; see "qcheck compare --help"`)
			}
			return compareFiles(ctx, s, o, args[0], args[1])
		}),
	}
	fs := c.Flags()
	console.TextFlag(fs, &o.require, "require", "LIST", "", "what must not get worse, separated by commas: "+strings.Join(measures, ", "))
	o.p.Define(fs, "p", "0.99", "the probabilities that a node is up, for the availability")
	allowBrokenFlag(fs, &o.broken)
	o.define(fs)
	console.Suggest(c, "require", measures...)
	return c
}

type (
	comparison struct {
		Schema  string          `json:"schema"`
		Old     string          `json:"old"`
		New     string          `json:"new"`
		Verdict verdict.Verdict `json:"verdict"` // nothing that is required gets worse
		Rows    []comparedRow   `json:"rows"`

		says     [2]string // what is said first of each structure, if anything
		withheld bool      // numbers
	}
	// A comparedRow is a property, a measure, or the quorums of both together.
	comparedRow struct {
		About    string  `json:"about"`
		Family   string  `json:"family,omitempty"`
		Old      string  `json:"old"`
		New      string  `json:"new"`
		Change   string  `json:"change"` // better, worse, same or unknown
		Required bool    `json:"required"`
		Text     string  `json:"text,omitempty"`
		Quorums  [][]any `json:"quorums,omitempty"`
	}
)

func compareFiles(ctx context.Context, s console.Streams, o compareOptions, old, new string) (console.ExitCode, error) {
	var asked []string
	if o.require != "" {
		var err error
		if asked, err = someOf("require", o.require, measures); err != nil {
			return console.ExitUsage, err
		}
	}
	if old == console.StdinName && new == console.StdinName {
		return console.ExitUsage, errors.New(`standard input ("-") can be read only once`)
	}
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	var files = [2]string{old, new}
	var of [2]*setsys.Structure
	ids := map[properties.ID]bool{}
	for i, file := range files {
		var err error
		if of[i], err = readFormulas(ctx, s.In, file, o.maxSets); err != nil {
			return console.ExitHolds, raisable(err)
		}
		asked, err := demanded(file, of[i])
		if err != nil {
			return console.ExitUsage, err
		}
		for _, id := range asked {
			ids[id] = true
		}
	}
	if a, b := of[0].KindName(), of[1].KindName(); a != b {
		return console.ExitUsage, fmt.Errorf("%s is a %s, and %s a %s: only structures of one kind are compared", console.DisplayName(old), a, console.DisplayName(new), b)
	}
	// What the one is judged by, the other is, too.
	judged := slices.DeleteFunc(properties.Every(of[0].Kind), func(id properties.ID) bool { return !ids[id] })
	var both [2]*analysis
	for i, file := range files {
		var err error
		if both[i], err = measured(ctx, analyzeOptions{p: o.p, digits: 10, reading: o.reading}, file, of[i], judged); err != nil {
			return console.CodeOfError(err), err
		}
	}
	if slices.Contains(asked, "domains") && len(of[0].Domains)+len(of[1].Domains) == 0 && !both[0].claim.refused() && !both[1].claim.refused() {
		return console.ExitUsage, fmt.Errorf("--require domains: %w", requirement.ErrNoDomains)
	}
	doc := compare(ctx, both[0], both[1], asked)
	doc.Old, doc.New = old, new
	return answered(s, o.json, o.all, doc.Verdict, doc, func(s console.Streams) { writeComparison(s, doc) })
}

// compare compares two analyses of structures of one kind, which are judged by the same properties.
func compare(ctx context.Context, a, b *analysis, asked []string) *comparison {
	c := &comparison{Schema: "qcheck/comparison/v1", says: [2]string{a.claim.says(), b.claim.says()}}
	for i, x := range a.claim.Results {
		y := b.claim.Results[i]
		row := comparedRow{About: string(x.Property), Old: x.Verdict.String(), New: y.Verdict.String(), Required: true, Change: "same"}
		switch {
		case x.Verdict == verdict.Unknown || y.Verdict == verdict.Unknown:
			row.Change = "unknown"
		case x.Verdict == verdict.Holds && y.Verdict == verdict.Violated:
			row.Change, row.Text = "worse", y.Witness.Text()
		case x.Verdict == verdict.Violated && y.Verdict == verdict.Holds:
			row.Change = "better"
		case x.Verdict == verdict.Violated:
			row.Text = y.Witness.Text()
		}
		c.Rows = append(c.Rows, row)
	}
	if a.claim.refused() || b.claim.refused() {
		c.withheld = true
		for _, about := range measures[:4] {
			if slices.Contains(asked, about) {
				c.Rows = append(c.Rows, comparedRow{About: about, Old: "-", New: "-", Change: "unknown", Required: true, Text: withheld})
			}
		}
	} else {
		for i, f := range a.Families {
			c.Rows = append(c.Rows, measuresOf(a, b, f, b.Families[i], asked)...)
		}
	}
	c.cross(ctx, a, b, slices.Contains(asked, "rolling"))
	c.Verdict = b.claim.counted()
	for _, row := range c.Rows {
		switch {
		case row.Required && row.Change == "worse":
			c.Verdict = verdict.Violated
		case row.Required && row.Change == "unknown" && c.Verdict == verdict.Holds:
			c.Verdict = verdict.Unknown
		}
	}
	return c
}

// measuresOf compares what was measured of a family.
func measuresOf(a, b *analysis, f, g *familyAnalysis, asked []string) (rows []comparedRow) {
	add := func(about string, old, new *big.Rat, more bool) {
		row := comparedRow{About: about, Old: "unknown", New: "unknown", Change: "unknown", Required: slices.Contains(asked, about)}
		if len(a.Families) > 1 {
			row.Family = string(f.Role)
		}
		text := func(x *big.Rat) string {
			if about == "availability" {
				return console.Rounded(x, a.digits)
			}
			return x.RatString()
		}
		if old != nil {
			row.Old = text(old)
		}
		if new != nil {
			row.New = text(new)
		}
		if old != nil && new != nil {
			switch cmp := new.Cmp(old); {
			case cmp == 0:
				row.Change = "same"
			case (cmp > 0) == more:
				row.Change = "better"
			default:
				row.Change = "worse"
			}
		}
		rows = append(rows, row)
	}
	failures := func(x *familyAnalysis) *big.Rat {
		if len(x.Rows) == 0 {
			return nil
		}
		return big.NewRat(int64(x.Rows[0].Failures), 1)
	}
	spread := func(x *familyAnalysis) *big.Rat {
		if x.Domains == nil || x.spreadErr != nil {
			return nil
		}
		return big.NewRat(int64(x.Domains.Failures), 1)
	}
	// Loads by capacities and loads without are not in one unit.
	one, other := a.structure.Capacities == nil, b.structure.Capacities == nil
	units := one == other || capacities(a.structure, f.Role) == nil && capacities(b.structure, g.Role) == nil
	weight := func(x *familyAnalysis) *big.Rat {
		if x.Load == nil {
			return nil
		}
		return x.Load.Load
	}
	add("failures", failures(f), failures(g), true)
	if before, now := len(a.structure.Domains), len(b.structure.Domains); before+now > 0 {
		add("domains", spread(f), spread(g), true)
		row, out := &rows[len(rows)-1], withoutDomain(a.structure, b.structure)
		switch {
		case before == 0:
			row.Old, row.Change, row.Text = "-", "same", "the old structure has no failure domains"
		case now == 0:
			row.New, row.Change, row.Text = "-", "worse", "the new structure has no failure domains"
		case out != "":
			row.Change, row.Text = "worse", out
		case before != now:
			row.Text = fmt.Sprintf("of %d and of %s", before, console.Count(now, "domain"))
		}
	}
	add("load", weight(f), weight(g), false)
	if row := &rows[len(rows)-1]; !units {
		row.Change, row.Text = "unknown", "only one of the files has capacities: the loads are in different units"
	}
	for i := range a.at {
		var x, y *big.Rat
		if len(f.Rows) > 0 && len(g.Rows) > 0 {
			x, y = f.Rows[0].Availability[i].Exact, g.Rows[0].Availability[i].Exact
		}
		add("availability", x, y, true)
	}
	return rows
}

// withoutDomain names a node that was in a failure domain and is in none any more, if there is one.
func withoutDomain(old, new *setsys.Structure) string {
	for _, d := range old.Domains {
		for v := range d.Nodes.All() {
			name := old.Universe.Name(v)
			w, there := new.Universe.Index(name)
			if there && !slices.ContainsFunc(new.Domains, func(d setsys.Domain) bool { return d.Nodes.Has(w) }) {
				return fmt.Sprintf("%s was in the domain %s, and is in none now", setsys.Printable(name), setsys.Printable(d.Name))
			}
		}
	}
	return ""
}

// cross compares the quorums of the one with those of the other.
func (c *comparison) cross(ctx context.Context, a, b *analysis, required bool) {
	u, found, err := properties.Cross(ctx, a.structure, b.structure)
	if err != nil {
		c.Rows = append(c.Rows, comparedRow{About: "rolling", Old: "-", New: "-", Change: "unknown", Required: required, Text: err.Error()})
	}
	for _, x := range found {
		row := comparedRow{About: "rolling", Old: "-", New: "-", Change: "same", Required: required, Text: "every quorum of the old ones shares a node with every quorum of the new ones"}
		if x.One != x.Other {
			row.Old, row.New = string(x.One), string(x.Other)
		}
		switch {
		case x.Open != "":
			row.Change, row.Text = "unknown", x.Open
		case x.Apart:
			row.Change = "worse"
			row.Text = fmt.Sprintf("the old quorum %s and the new quorum %s are disjoint", x.X.Format(u), x.Y.Format(u))
			row.Quorums = [][]any{u.Names(x.X), u.Names(x.Y)}
		}
		c.Rows = append(c.Rows, row)
	}
}

func writeComparison(s console.Streams, c *comparison) {
	of := func(change string) (names []string) {
		for _, row := range c.Rows {
			name := row.About
			if row.Family != "" {
				name = row.Family + "." + name
			}
			if row.Change == change && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names
	}
	var parts []string
	for i, file := range []string{c.Old, c.New} {
		if c.says[i] != "" {
			parts = append(parts, console.DisplayName(file)+": "+c.says[i])
		}
	}
	for _, change := range []string{"worse", "better", "unknown"} {
		if names := of(change); names != nil {
			parts = append(parts, change+": "+strings.Join(names, ", "))
		}
	}
	if parts == nil {
		parts = append(parts, "nothing gets better or worse")
	}
	title := fmt.Sprintf("%s to %s: %s", console.DisplayName(c.Old), console.DisplayName(c.New), strings.Join(parts, "; "))
	fmt.Fprintf(s.Out, "%s\n\n", s.Style.Strong(title))
	table := [][]string{{"what", "old", "new", "", ""}}
	for _, row := range c.Rows {
		name := row.About
		if row.Family != "" {
			name = row.Family + "." + name
		}
		change := row.Change
		if change == "same" {
			change = ""
		} else if row.Required && change == "worse" {
			change = "worse, and required"
		}
		table = append(table, []string{name, row.Old, row.New, change, row.Text})
	}
	console.WriteAligned(s, table, "lllll")
	if c.withheld {
		fmt.Fprintf(s.Out, "\n  %s\n", withheld)
	}
	if c.Verdict == verdict.Holds && slices.ContainsFunc(c.Rows, func(r comparedRow) bool { return r.Change == "worse" }) {
		s.Out.WriteString("\n  Nothing that is required gets worse; --require says what is required besides the properties.\n")
	}
}
