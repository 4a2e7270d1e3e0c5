package structures

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties/census"
	"qcheck/properties/search"
	"qcheck/setsys"
)

const searchHelp = `Answers questions about all structures of a kind on few nodes, by trying all of
them; of those that differ only in the names of nodes, one. The exit code is 1
when there is no structure as asked for, and 3 when the search was cut: then
the counts are of what was found so far, and the best is the best so far.`

const searchCensusHelp = `Counts the structures of a kind that have its required properties and minimal
quorums: labelled, each for itself; and up to renaming, one for all that differ
only in the names of nodes. It also counts the nondominated ones, where the kind
has domination. At most 5 nodes; coteries, k-coteries and k-arbiters on at most
7.`

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

func searchCommand(r *console.Env) *cobra.Command {
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
		searchFor(r, "census", "how many structures there are, and nondominated ones", searchCensusHelp),
		searchFor(r, "load", "the least load at a given resilience", "Finds the structure with the least load.\n"+searchBestHelp),
		searchFor(r, "availability", "the greatest availability", "Finds the most available structure.\n"+searchBestHelp+searchRangesHelp),
		searchFor(r, "sizes", "sizes of quorums that cannot be lowered", searchSizesHelp),
	)
	return c
}

// searchFor is the command for one question.
func searchFor(r *console.Env, question, short, long string) *cobra.Command {
	o := &searchOptions{}
	c := &cobra.Command{
		Use: question + " --kind KIND --n N", Short: short, Long: long, Args: console.NoArguments,
		RunE: r.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
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
			if o.ranges {
				return o.bestRanges(ctx, s, p)
			}
			return o.best(ctx, s, p)
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
		kinds, nodes = []string{string(setsys.HKArbiter), string(setsys.RequestSets)}, search.MaxSizeNodes
	}
	if question == "census" || question == "sizes" {
		console.NumberFlag(fs, &o.class.M, "m", 0, 1, 10, "the parameter m of request sets")
	}
	console.WordFlag(fs, &o.kind, "kind", "", "the kind of structure", kinds...)
	console.NumberFlag(fs, &o.class.N, "n", 0, 1, nodes, "the number of nodes")
	console.NumberFlag(fs, &o.class.K, "k", 0, 1, 10, "the parameter k of the kinds that have one")
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
	case question == "sizes" && o.structure && o.class.Kind != setsys.RequestSets:
		return errors.New("--structure is for request-sets; qcheck construct prints a uniform (h,k)-arbiter")
	case o.structure && o.json:
		return errors.New("--structure and --json exclude each other")
	case o.ranges && (o.p.Given || o.structure):
		return errors.New("--ranges is about every probability, and many structures: without --p and --structure")
	case question == "availability" && len(o.p.At) != 1:
		return errors.New("--p needs one probability")
	case question == "availability":
		o.goal.P = o.p.At[0]
		if o.goal.R > max(o.class.K, 1) {
			return fmt.Errorf("--r needs a number of at most k, which is %d", max(o.class.K, 1))
		}
	}
	return nil
}

// The document that "qcheck search --json" prints.
type (
	searchJSON struct {
		Schema       string          `json:"schema"`
		Question     string          `json:"question"`
		Kind         setsys.Kind     `json:"kind"`
		Nodes        int             `json:"nodes"`
		K            int             `json:"k,omitempty"`
		M            int             `json:"m,omitempty"`
		Verdict      verdict.Verdict `json:"verdict"`
		Cut          string          `json:"cut,omitempty"`
		All          *countJSON      `json:"all,omitempty"`
		Nondominated *countJSON      `json:"nondominated,omitempty"`
		*bestJSON
	}
	bestJSON struct {
		P         string          `json:"p,omitempty"`
		R         int             `json:"r,omitempty"`
		Failures  int             `json:"failures"`
		Tried     *countJSON      `json:"tried"`
		Surviving *countJSON      `json:"surviving"`
		Value     string          `json:"value,omitempty"`
		Size      string          `json:"size,omitempty"`
		Best      *countJSON      `json:"best,omitempty"`
		Structure json.RawMessage `json:"structure,omitempty"`
		Ranges    []rangeJSON     `json:"ranges,omitempty"`
	}
	countJSON struct {
		UpToRenaming int `json:"upToRenaming"`
		Labelled     int `json:"labelled"`
	}
)

func (o *searchOptions) document(question string, v verdict.Verdict, cut error) *searchJSON {
	doc := &searchJSON{Schema: "qcheck/search/v1", Question: question, Kind: o.class.Kind, Nodes: o.class.N, K: o.class.K, M: o.class.M, Verdict: v}
	if cut != nil {
		doc.Cut = cut.Error()
	}
	return doc
}

func jsonOfCount(c *search.Count) *countJSON {
	if c == nil {
		return nil
	}
	return &countJSON{c.UpToRenaming, c.Labelled}
}

func countText(c search.Count) string {
	return fmt.Sprintf("%s up to renaming, %s labelled", console.Thousands(c.UpToRenaming), console.Thousands(c.Labelled))
}

// of names the class in the first line.
func (o *searchOptions) of() [2]string {
	text := fmt.Sprintf("%s, n = %d", o.class.Kind, o.class.N)
	if o.class.K > 0 {
		text += fmt.Sprintf(", k = %d", o.class.K)
	}
	if o.class.M > 0 {
		text += fmt.Sprintf(", m = %d", o.class.M)
	}
	return [2]string{"kind", text}
}

// census is "qcheck search census".
func (o *searchOptions) census(ctx context.Context, s console.Streams, p *console.Progress) (console.ExitCode, error) {
	x, err := search.TakeCensus(ctx, o.class)
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	v := verdict.Holds
	if x.Cut != nil {
		v = verdict.Unknown
	}
	if o.json {
		doc := o.document("census", v, x.Cut)
		doc.All, doc.Nondominated = jsonOfCount(x.All), jsonOfCount(x.Nondominated)
		return console.CodeOf(v), console.WriteJSON(s.Out, doc)
	}
	rows := [][2]string{o.of()}
	if x.All != nil {
		rows = append(rows, [2]string{"counted", "all: " + countText(*x.All)})
	}
	if x.Nondominated != nil {
		rows = append(rows, [2]string{"counted", "nondominated: " + countText(*x.Nondominated)})
	}
	console.WriteFacts(s, cutRow(rows, x.Cut))
	return console.CodeOf(v), nil
}

// cutRow says that a search was cut, if it was.
func cutRow(rows [][2]string, cut error) [][2]string {
	if cut != nil {
		rows = append(rows, [2]string{"unknown", fmt.Sprintf("%v; this is what was found until then", cut)})
	}
	return rows
}

// best is "qcheck search load" and "qcheck search availability".
func (o *searchOptions) best(ctx context.Context, s console.Streams, p *console.Progress) (console.ExitCode, error) {
	f, err := search.Best(ctx, o.class, o.goal)
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	v := verdict.Holds
	switch {
	case f.Cut != nil:
		v = verdict.Unknown
	case f.Best == nil:
		v = verdict.Violated
	}
	var file bytes.Buffer
	if f.Best != nil {
		if err := setsys.Encode(&file, f.Best); err != nil {
			return console.ExitInternal, console.Internal(err)
		}
	}
	switch {
	case o.json:
		return console.CodeOf(v), console.WriteJSON(s.Out, o.bestDocument(f, v, file.Bytes()))
	case o.structure:
		s.Out.Write(file.Bytes())
		if f.Best == nil {
			s.Warn("no structure was found that survives %s", console.Counted(int64(o.goal.Failures), "failure"))
		} else if f.Cut != nil {
			s.Warn("unknown: %v; this is the best so far", f.Cut)
		}
		return console.CodeOf(v), nil
	}
	tried := countText(f.Among)
	if o.class.Kind == setsys.Coterie {
		tried = "nondominated ones: " + tried
	}
	rows := [][2]string{o.of(), {"tried", tried}, {"survive", fmt.Sprintf("%s: %s", console.Counted(int64(o.goal.Failures), "failure"), countText(f.Surviving))}}
	if f.Best != nil {
		name, value := "available", f.Value.RatString()+aboutValue(f.Value)
		if o.goal.Load {
			name, value = "load", value+fmt.Sprintf(", with %s nodes a quorum on average", f.Size.RatString())
		}
		rows = append(rows, [2]string{name, value}, [2]string{"best", countText(f.Count) + ", the first: " + f.Best.Quorums.String()})
	} else {
		rows = append(rows, [2]string{"best", "none found"})
	}
	console.WriteFacts(s, cutRow(rows, f.Cut))
	return console.CodeOf(v), nil
}

// aboutValue is a fraction as a decimal number, in parentheses.
func aboutValue(x *big.Rat) string {
	if x.IsInt() {
		return ""
	}
	return fmt.Sprintf(" (%s)", console.Rounded(x, 10))
}

func (o *searchOptions) bestDocument(f *search.Found, v verdict.Verdict, file []byte) *searchJSON {
	b := &bestJSON{Failures: o.goal.Failures, Tried: jsonOfCount(&f.Among), Surviving: jsonOfCount(&f.Surviving)}
	question := "load"
	if !o.goal.Load {
		question, b.P, b.R = "availability", o.goal.P.RatString(), o.goal.R
	}
	if f.Best != nil {
		b.Value, b.Best, b.Structure = f.Value.RatString(), jsonOfCount(&f.Count), file
		if o.goal.Load {
			b.Size = f.Size.RatString()
		}
	}
	doc := o.document(question, v, f.Cut)
	doc.bestJSON = b
	return doc
}
