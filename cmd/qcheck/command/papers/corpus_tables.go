package papers

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
	"qcheck/corpus/thesis"
	"qcheck/properties/availability"
)

// tablesMoved says what became of the command "qcheck tables".
func tablesMoved() *cobra.Command {
	return &cobra.Command{Use: "tables", Hidden: true, DisableFlagParsing: true, RunE: func(*cobra.Command, []string) error {
		return errors.New(`"qcheck tables" is now "qcheck corpus --tables"`)
	}}
}

// A study is what "qcheck corpus --tables" prints.
type study struct {
	tables      []thesis.Table
	nodes       int
	comparisons []thesis.Comparison
	claims      []thesis.Claim
	cut         error // why there are no comparisons
}

// printTables is "qcheck corpus --tables".
func printTables(ctx context.Context, s console.Streams, o corpusOptions) (console.ExitCode, error) {
	x := study{tables: corpus.Tables(), nodes: o.nodes}
	if !o.json {
		writeTables(s, x.tables)
		s.Out.Flush()
	}
	code := console.ExitHolds
	if o.nodes > 0 {
		x.comparisons, x.claims, x.cut = thesis.Study(ctx, o.nodes)
		if x.cut != nil {
			code = console.ExitUnknown
		}
	}
	if o.json {
		return code, console.WriteJSON(s.Out, studyDocument(x))
	}
	writeStudy(s, x)
	return code, nil
}

// writeTables writes the tables as computed, and lists where they are printed
// otherwise.
func writeTables(s console.Streams, tables []thesis.Table) {
	for i, t := range tables {
		if i > 0 {
			s.Out.WriteByte('\n')
		}
		fmt.Fprintln(s.Out, s.Style.Strong(fmt.Sprintf("Table %d: %s", t.Number, t.Title)))
		console.WriteColumns(s, tableCells(t))
		differing := t.Differing()
		if len(differing) == 0 {
			fmt.Fprintf(s.Out, "  all %d entries are as printed\n", len(t.Entries))
			continue
		}
		fmt.Fprintf(s.Out, "  %d of %d entries are as printed; marked with * are:\n", len(t.Entries)-len(differing), len(t.Entries))
		for _, e := range differing {
			fmt.Fprintf(s.Out, "  %s: printed %s", e.Row(), e.Printed)
			if e.Remark != "" {
				fmt.Fprintf(s.Out, ", %s", e.Remark)
			}
			fmt.Fprintf(s.Out, "; it is %s\n", e.Exact.RatString())
		}
	}
}

// tableCells lays the entries out as the thesis does.
func tableCells(t thesis.Table) [][]string {
	var cells [][]string
	var line []string
	var last thesis.Entry
	for i, e := range t.Entries {
		if i == 0 || e.N != last.N || e.K != last.K || e.P != nil && (e.R != last.R || e.Structure != last.Structure) {
			cells = append(cells, line)
			if e.P == nil {
				line = []string{fmt.Sprint(e.K), fmt.Sprint(availability.Quorum(e.N, e.K)), fmt.Sprint(e.N)}
			} else {
				line = []string{fmt.Sprintf("%d,%d", e.K, e.R), e.Structure}
			}
		}
		cell := e.Computed
		if !e.Agrees {
			cell = "*" + cell
		}
		line = append(line, cell)
		last = e
	}
	cells = append(cells, line)
	if last.P == nil {
		cells[0] = []string{"k", "W", "n"}
		for r := range last.R {
			cells[0] = append(cells[0], fmt.Sprintf("r = %d", r+1))
		}
		return cells
	}
	cells[0] = []string{"k,r", "p ="}
	for _, e := range t.Entries[:len(cells[1])-2] {
		cells[0] = append(cells[0], e.P.FloatString(1))
	}
	return cells
}

// writeStudy writes what was found of all k-coteries on few nodes.
func writeStudy(s console.Streams, x study) {
	if x.nodes == 0 {
		return
	}
	title := fmt.Sprintf("All k-coteries on up to %s: where the k-majority and the k-singleton have the greatest availability", console.Count(x.nodes, "node"))
	fmt.Fprintf(s.Out, "\n%s\n", s.Style.Strong(title))
	if x.cut != nil {
		fmt.Fprintf(s.Out, "  unknown: %v\n", x.cut)
		return
	}
	cells := [][]string{{"n", "k", "r", "k-coteries", "vectors", "k-majority", "p_l", "p_u", "k-singleton"}}
	ends := map[string]availability.Root{}
	var names []string
	for _, c := range x.comparisons {
		majority := "no k-coterie"
		if c.IsCoterie {
			majority = intervals(c.Majority)
		}
		lower, upper := "-", "-"
		if c.Lower != nil {
			lower, upper = c.Lower.RatString(), c.Upper.RatString()
		}
		cells = append(cells, []string{
			fmt.Sprint(c.N), fmt.Sprint(c.K), fmt.Sprint(c.R), fmt.Sprint(c.Coteries), fmt.Sprint(c.Vectors),
			majority, lower, upper, intervals(c.Singleton),
		})
		for _, i := range append(c.Majority, c.Singleton...) {
			for _, e := range []availability.Root{i.Lo, i.Hi} {
				name := e.Decimal(7)
				if _, ok := ends[name]; !ok && !e.Exact() {
					ends[name] = e
					names = append(names, name)
				}
			}
		}
	}
	console.WriteColumns(s, cells)
	for _, name := range names {
		fmt.Fprintf(s.Out, "  %s, rounded, is %s\n", name, ends[name])
	}
	fmt.Fprintf(s.Out, "\n%s\n", s.Style.Strong("What the thesis says of it"))
	for _, c := range x.claims {
		fmt.Fprintf(s.Out, "  %s  %s: %s\n             on %s\n", outcomeOfClaim(s.Style, c), c.Name, c.Says, c.On)
		for i, not := range c.Not {
			if i == 3 {
				fmt.Fprintf(s.Out, "             and %d more of these\n", len(c.Not)-i)
				break
			}
			fmt.Fprintf(s.Out, "             not: %s\n", not)
		}
	}
}

// outcomeOfClaim says whether the claim is confirmed.
func outcomeOfClaim(s console.Style, c thesis.Claim) string {
	if c.Confirmed() {
		return s.Paint("32", "confirmed")
	}
	return s.Paint("33", "refuted  ")
}

func intervals(in []availability.Interval) string {
	if len(in) == 0 {
		return "nowhere"
	}
	var parts []string
	for _, i := range in {
		parts = append(parts, i.String())
	}
	return strings.Join(parts, " and ")
}

// tablesSchema names the form of the document that "qcheck corpus --tables
// --json" prints.
const tablesSchema = "qcheck/tables/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	studyJSON struct {
		Schema      string           `json:"schema"`
		Tables      []thesis.Table   `json:"tables"`
		Nodes       int              `json:"nodes"`
		Comparisons []comparisonJSON `json:"comparisons"`
		Claims      []claimJSON      `json:"claims"`
		Unknown     string           `json:"unknown,omitempty"`
	}
	comparisonJSON struct {
		N         int            `json:"n"`
		K         int            `json:"k"`
		R         int            `json:"r"`
		Coteries  int            `json:"coteries"`
		Vectors   int            `json:"vectors"`
		Majority  []intervalJSON `json:"majority,omitzero"` // when it is a k-coterie
		Lower     *big.Rat       `json:"lower,omitempty"`
		Upper     *big.Rat       `json:"upper,omitempty"`
		Singleton []intervalJSON `json:"singleton"`
	}
	intervalJSON struct {
		From endJSON `json:"from"`
		To   endJSON `json:"to"`
	}
	endJSON struct {
		Exact      string     `json:"exact,omitempty"`
		Polynomial []*big.Int `json:"polynomial,omitempty"`
		Above      string     `json:"above,omitempty"`
		AtMost     string     `json:"atMost,omitempty"`
		Rounded    string     `json:"rounded"`
	}
	claimJSON struct {
		Name      string   `json:"name"`
		Says      string   `json:"says"`
		On        string   `json:"on"`
		Confirmed bool     `json:"confirmed"`
		Not       []string `json:"not,omitempty"`
	}
)

func studyDocument(x study) studyJSON {
	doc := studyJSON{Schema: tablesSchema, Tables: x.tables, Nodes: x.nodes, Comparisons: []comparisonJSON{}, Claims: []claimJSON{}}
	for _, c := range x.comparisons {
		y := comparisonJSON{N: c.N, K: c.K, R: c.R, Coteries: c.Coteries, Vectors: c.Vectors, Lower: c.Lower, Upper: c.Upper, Singleton: intervalDocuments(c.Singleton)}
		if c.IsCoterie {
			y.Majority = intervalDocuments(c.Majority)
		}
		doc.Comparisons = append(doc.Comparisons, y)
	}
	for _, c := range x.claims {
		doc.Claims = append(doc.Claims, claimJSON{c.Name, c.Says, c.On, c.Confirmed(), c.Not})
	}
	if x.cut != nil {
		doc.Unknown = x.cut.Error()
	}
	return doc
}

func intervalDocuments(in []availability.Interval) []intervalJSON {
	out := []intervalJSON{}
	for _, i := range in {
		out = append(out, intervalJSON{endDocument(i.Lo), endDocument(i.Hi)})
	}
	return out
}

// endDocument is a fraction, or the only root of a polynomial between two
// fractions.
func endDocument(r availability.Root) endJSON {
	const digits = 7
	if r.Exact() {
		return endJSON{Exact: r.Lo.RatString(), Rounded: r.Decimal(digits)}
	}
	narrow := r.Within(big.NewRat(1, 100_000_000))
	return endJSON{Polynomial: r.Of, Above: narrow.Lo.RatString(), AtMost: narrow.Hi.RatString(), Rounded: r.Decimal(digits)}
}
