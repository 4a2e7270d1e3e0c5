// Package searches has the command search, which answers questions about all structures of a
// kind on few nodes.
package searches

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties/census"
	"qcheck/properties/search"
	"qcheck/setsys"
	"qcheck/setsys/fault"
)

const searchHelp = `Answers questions about all structures of a kind on few nodes, by trying all of
them; of those that differ only in the names of nodes, one. The exit code is 1
when there is no structure as asked for, and 3 when the search was cut: then
the counts are of what was found so far, and the best is the best so far.`

const searchCensusHelp = `Counts the structures of a kind that have its required properties and minimal
quorums: labelled, each for itself; and up to renaming, one for all that differ
only in the names of nodes. It also counts the nondominated ones, where the kind
has domination. At most 5 nodes; coteries, k-coteries and k-arbiters on at most
6, and on 7 k-coteries with k of at least 3 and k-arbiters with k of at least 2.`

const searchBestHelp = `Of the structures that survive the failures (a quorum is left, whichever nodes
fail), it prints the first of the best. Coteries on at most 7 nodes, k-coteries
and k-arbiters on at most 6, and on 7 with k of at least 3 and 2. Of coteries
the nondominated ones are tried: each other one is dominated by one that is at
least as good.`

const searchRangesHelp = `

With --ranges, it finds for every probability that a node is up, between 0 and
1, the most available structures: each with the range of probabilities in which
no other is more available, whose ends are roots of polynomials, rounded when
they are printed.`

// searchOptions are the flags of the commands below "qcheck search".
type searchOptions struct {
	kind      string
	class     census.Class
	goal      search.Goal
	p         console.Probabilities
	ranges    bool
	structure bool
	json      bool
	timeout   time.Duration
}

// Schemas has the JSON Schema of the document that the command prints.
//
//go:embed *.schema.json
var Schemas embed.FS

// Command returns the command.
func Command(env *console.Env) *cobra.Command {
	c := &cobra.Command{
		Use: "search QUESTION", Short: "search all structures on few nodes: how many, and the best", Long: searchHelp, Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("there is no search %q: census, load, availability or sizes", args[0])
			}
			return errors.New("search for what: census, load, availability or sizes")
		},
	}
	c.AddCommand(
		searchFor(env, "census", "how many structures there are, and nondominated ones", searchCensusHelp),
		searchFor(env, "load", "the least load at a given resilience", "Finds the structure with the least load.\n"+searchBestHelp),
		searchFor(env, "availability", "the greatest availability", "Finds the most available structure.\n"+searchBestHelp+searchRangesHelp),
		searchFor(env, "sizes", "the least size of regular request sets", searchSizesHelp),
	)
	return c
}

// searchFor is the command for one question.
func searchFor(env *console.Env, question, short, long string) *cobra.Command {
	o := &searchOptions{}
	c := &cobra.Command{
		Use: question + " --kind KIND --n N", Short: short, Long: long, Args: console.NoArguments,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			if err := o.complete(question); err != nil {
				return console.ExitUsage, err
			}
			ctx, cancel := console.WithTimeout(ctx, o.timeout)
			defer cancel()
			p := console.NewProgress(s.Err)
			p.Clock("search " + question)
			defer p.End()
			switch question {
			case "census":
				return o.census(ctx, s, p)
			case "sizes":
				return o.sizes(ctx, s, p)
			}
			return o.best(ctx, s, p, question)
		}),
	}
	fs := c.Flags()
	kinds := []string{string(setsys.Coterie), string(setsys.KCoterie), string(setsys.KArbiter)}
	nodes := census.MaxNondominated
	switch question {
	case "census":
		kinds = nil
		for _, k := range setsys.Kinds() {
			kinds = append(kinds, string(k))
		}
	case "sizes":
		kinds, nodes = []string{string(setsys.RequestSets)}, search.MaxRegular
	}
	if question == "census" || question == "sizes" {
		console.NumberFlag(fs, &o.class.M, "m", 0, 1, 10, "the parameter m of request sets")
	}
	console.WordFlag(fs, &o.kind, "kind", "", "the kind of structure", kinds...)
	console.NumberFlag(fs, &o.class.N, "n", 0, 1, nodes, "the number of nodes")
	if question != "sizes" {
		console.NumberFlag(fs, &o.class.K, "k", 0, 1, 10, "the parameter k of the kinds that have one")
	}
	if question == "load" || question == "availability" {
		console.NumberFlag(fs, &o.goal.Failures, "failures", 0, 0, census.MaxNondominated, "how many nodes may fail, whichever they are, with a quorum left")
	}
	if question != "census" {
		fs.BoolVar(&o.structure, "structure", false, "print only the structure file")
	}
	if question == "availability" {
		o.p.Define(fs, "p", "0.9", "the probability that a node is up")
		fs.BoolVar(&o.ranges, "ranges", false, "the most available structures for every probability that a node is up")
		console.NumberFlag(fs, &o.goal.R, "r", 1, 1, 10, "how many disjoint quorums are to be up")
	}
	console.JSONFlag(fs, &o.json)
	console.TimeoutFlag(fs, &o.timeout)
	return c
}

// complete says what is missing or contradicts.
func (o *searchOptions) complete(question string) error {
	o.class.Kind, o.goal.Load = setsys.Kind(o.kind), question == "load"
	switch {
	case o.kind == "":
		return errors.New("--kind is missing")
	case o.class.N == 0:
		return errors.New("--n is missing")
	case o.class.Kind.HasK() != (o.class.K > 0):
		return fmt.Errorf("--k is for the kinds with k, and needed there; this is a %s", o.kind)
	case (o.class.Kind == setsys.RequestSets) != (o.class.M > 0):
		return errors.New("--m is for request-sets, and needed there")
	case o.structure && o.json:
		return errors.New("--structure and --json exclude each other")
	case o.ranges && (o.p.Given || o.structure):
		return errors.New("--ranges is about every probability, and many structures: without --p and --structure")
	case question == "availability" && len(o.p.At) != 1:
		return errors.New("--p needs one probability")
	case question == "availability":
		if !o.ranges {
			o.goal.P = o.p.At[0]
		}
		if o.goal.R > max(o.class.K, 1) {
			return fmt.Errorf("--r needs a number of at most k, which is %d", max(o.class.K, 1))
		}
	}
	return nil
}

// A searchHead begins what a search found, the document of --json. What follows depends on the
// question.
type searchHead struct {
	Schema   string          `json:"schema"`
	Question string          `json:"question"`
	Kind     setsys.Kind     `json:"kind"`
	Nodes    int             `json:"nodes"`
	K        int             `json:"k,omitempty"`
	M        int             `json:"m,omitempty"`
	Verdict  verdict.Verdict `json:"verdict"`
	Cut      string          `json:"cut,omitempty"`
}

// counted is how the text has a count.
func counted(c search.Count) string {
	return fmt.Sprintf("%s up to renaming, %s labelled", console.Thousands(c.UpToRenaming), console.Thousands(c.Labelled))
}

// head returns the head of a search that was cut, or was not, and found what was asked for, or did
// not.
func (o *searchOptions) head(question string, cut error, found bool) searchHead {
	h := searchHead{"qcheck/search/v1", question, o.class.Kind, o.class.N, o.class.K, o.class.M, verdict.Holds, ""}
	switch {
	case cut != nil:
		h.Verdict, h.Cut = verdict.Unknown, cut.Error()
	case !found:
		h.Verdict = verdict.Violated
	}
	return h
}

// print prints a document, or the rows that say the same.
func (o *searchOptions) print(s console.Streams, h searchHead, doc any, rows [][2]string) (console.ExitCode, error) {
	if o.json {
		return console.CodeOf(h.Verdict), console.WriteJSON(s.Out, doc)
	}
	class := fmt.Sprintf("%s, n = %d", h.Kind, h.Nodes)
	if h.K > 0 {
		class += fmt.Sprintf(", k = %d", h.K)
	}
	if h.M > 0 {
		class += fmt.Sprintf(", m = %d", h.M)
	}
	console.WriteFacts(s, [][2]string{{"kind", class}})
	console.WriteFacts(s, rows)
	if h.Cut != "" {
		console.WriteFacts(s, [][2]string{{"unknown", h.Cut + "; this is what was found until then"}})
	}
	return console.CodeOf(h.Verdict), nil
}

// encoded is a structure as a file, nil for none.
func encoded(s *setsys.Structure) (json.RawMessage, error) {
	if s == nil {
		return nil, nil
	}
	var b bytes.Buffer
	if err := setsys.Encode(&b, s); err != nil {
		return nil, &fault.Fault{Err: err}
	}
	return b.Bytes(), nil
}

// census is "qcheck search census".
func (o *searchOptions) census(ctx context.Context, s console.Streams, p *console.Progress) (console.ExitCode, error) {
	x, err := search.TakeCensus(ctx, o.class)
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	doc := struct {
		searchHead
		All          search.Count  `json:"all"`
		Nondominated *search.Count `json:"nondominated,omitempty"`
	}{o.head("census", x.Cut, true), x.All, x.Nondominated}
	rows := [][2]string{{"counted", "all: " + counted(x.All)}}
	if x.Nondominated != nil {
		rows = append(rows, [2]string{"counted", "nondominated: " + counted(*x.Nondominated)})
	}
	return o.print(s, doc.searchHead, doc, rows)
}

// A bestReport is what "qcheck search load" and "availability" found.
type bestReport struct {
	searchHead
	P         *big.Rat        `json:"p,omitempty"`
	R         int             `json:"r,omitempty"`
	Failures  int             `json:"failures"`
	Tried     search.Count    `json:"tried"`
	Surviving search.Count    `json:"surviving"`
	Value     *big.Rat        `json:"value,omitempty"`
	Size      *big.Rat        `json:"size,omitempty"`
	Best      *search.Count   `json:"best,omitempty"`
	Structure json.RawMessage `json:"structure,omitempty"`
	Ranges    []bestRange     `json:"ranges,omitempty"`
}

// A bestRange says where a structure is the most available.
type bestRange struct {
	Where     []between       `json:"where"`
	Best      search.Count    `json:"best"`
	Structure json.RawMessage `json:"structure"`
}

// A between has the ends of an interval of probabilities; each end lies between
// two fractions, which are equal where it is one.
type between struct {
	From [2]*big.Rat `json:"from"`
	To   [2]*big.Rat `json:"to"`
}

// best is "qcheck search load" and "qcheck search availability".
func (o *searchOptions) best(ctx context.Context, s console.Streams, p *console.Progress, question string) (console.ExitCode, error) {
	f, err := search.Best(ctx, o.class, o.goal)
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	file, err := encoded(f.Best)
	if err != nil {
		return console.ExitInternal, err
	}
	doc := &bestReport{
		searchHead: o.head(question, f.Cut, f.Best != nil || len(f.Ranges) > 0), R: o.goal.R, Failures: o.goal.Failures,
		Tried: f.Among, Surviving: f.Surviving, Structure: file,
	}
	if o.structure {
		s.Out.Write(file)
		if f.Best == nil {
			s.Warn("no structure was found that survives %s", console.Counted(o.goal.Failures, "failure"))
		} else if f.Cut != nil {
			s.Warn("unknown: %v; this is the best so far", f.Cut)
		}
		return console.CodeOf(doc.Verdict), nil
	}
	tried := counted(f.Among)
	if doc.Kind == setsys.Coterie {
		tried = "nondominated ones: " + tried
	}
	rows := [][2]string{{"tried", tried}, {"survive", fmt.Sprintf("%s: %s", console.Counted(o.goal.Failures, "failure"), counted(f.Surviving))}}
	doc.P = o.goal.P
	switch {
	case o.ranges:
		more, err := doc.ranges(f)
		if err != nil {
			return console.ExitInternal, err
		}
		if rows = append(rows, more...); len(f.Ranges) == 0 && f.Cut == nil {
			rows = append(rows, [2]string{"best", "none found"})
		}
	case f.Best == nil:
		rows = append(rows, [2]string{"best", "none found"})
	default:
		doc.Value, doc.Best = f.Value, &f.Count
		name, value := "available", f.Value.RatString()
		if !f.Value.IsInt() {
			value += fmt.Sprintf(" (%s)", console.Rounded(f.Value, 10))
		}
		if o.goal.Load {
			doc.Size = f.Size
			name, value = "load", value+fmt.Sprintf(", with %s nodes a quorum on average", f.Size.RatString())
		}
		rows = append(rows, [2]string{name, value}, [2]string{"best", counted(f.Count) + ", the first: " + f.Best.Quorums.String()})
	}
	return o.print(s, doc.searchHead, doc, rows)
}

// ranges fills the ranges in which structures are the best, and returns the rows that say the same.
func (b *bestReport) ranges(f *search.Found) (rows [][2]string, err error) {
	single := 0
	for _, r := range f.Ranges {
		y := bestRange{Best: r.Count}
		if y.Structure, err = encoded(r.First); err != nil {
			return nil, err
		}
		var where []string
		wide := false
		for _, i := range r.Where {
			y.Where = append(y.Where, between{[2]*big.Rat{i.Lo.Lo, i.Lo.Hi}, [2]*big.Rat{i.Hi.Lo, i.Hi.Hi}})
			where = append(where, i.String())
			wide = wide || i.Lo.Compare(i.Hi) != 0
		}
		b.Ranges = append(b.Ranges, y)
		if !wide {
			single++
			continue
		}
		rows = append(rows, [2]string{"best", fmt.Sprintf("for p in %s: %s, the first: %s", strings.Join(where, " and "), counted(r.Count), r.First.Quorums)})
	}
	if single > 0 {
		rows = append(rows, [2]string{"also", fmt.Sprintf("as available for single p: %d further kinds of availability (--json lists them)", single)})
	}
	return rows, nil
}
