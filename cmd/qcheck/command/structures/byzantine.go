package structures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/page"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/fault"
)

const byzantineHelp = `Judges the quorums of a coterie, or of a trust graph, when some nodes lie
(Malkhi and Reiter, "Byzantine Quorum Systems"). Q1 and Q2 are any two quorums;
there must be a quorum without the nodes that lie.

  dissemination  Q1 and Q2 share a node that tells the truth: enough for data
                 that are signed
  masking        those that tell the truth are there even if as many others
                 among the shared nodes may lie: a reader outvotes these
  q3, q4         no three, no four sets of nodes that may lie at once are all
                 nodes: there can be a dissemination, a masking quorum system

If the file says what nodes assume, each with its own quorums and its own sets
that may lie ("assumptions"), it is an asymmetric quorum system (Cachin and
Tackmann): for any two nodes, dissemination, and b3 in place of q3: no set that
may lie by the one, one by the other, and one by both are all nodes.

--f says how many nodes may lie, whichever they are. --faulty names nodes, or
failure domains, that may lie at once, and may be given several times; it takes
the place of --f. Assumptions of the file leave no room for either. Without all
of these it says how many may lie at most, and how many may fail: the rows are
those of the largest f with which the properties of --check hold, or of f = 1.

It exits with 1 if one of the properties of --check does not hold, or if the
structure is not what it claims to be, as "qcheck structure" judges it; then it
judges no liars, unless --allow-broken-structure asks for that.`

// byzantineOptions are the flags of "qcheck byzantine".
type byzantineOptions struct {
	f      int
	faulty []string
	check  string
	reading
}

// byzantineProperties are all that --check may name.
var byzantineProperties = append(properties.ByzantineProperties(false), "b3")

func byzantineCommand(env *console.Env) *cobra.Command {
	var o byzantineOptions
	c := &cobra.Command{
		Use: "byzantine FILE", Short: "judge a structure some of whose nodes lie", Long: byzantineHelp, Args: console.Files("structure file", 1),
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			return byzantineFile(ctx, s, o, args[0])
		}),
	}
	fs := c.Flags()
	console.NumberFlag(fs, &o.f, "f", -1, -1, setsys.MaxNodes, "how many nodes may lie; -1: the most with which the properties of --check hold")
	console.ListFlag(fs, "faulty", "nodes or failure domains that may lie at once; may be given several times", func(text string) error {
		o.faulty = append(o.faulty, text)
		return nil
	})
	console.TextFlag(fs, &o.check, "check", "LIST", "dissemination", "the properties that must hold, separated by commas: "+strings.Join(byzantineProperties, ", "))
	allowBrokenFlag(fs, &o.broken)
	o.define(fs)
	console.Suggest(c, "check", byzantineProperties...)
	return c
}

type (
	byzantineJSON struct {
		Schema      string                 `json:"schema"`
		File        string                 `json:"file"`
		F           *int                   `json:"f,omitempty"`
		FailSets    []*setsys.NamedSet     `json:"failProne,omitempty"`
		Assumptions int                    `json:"assumptions,omitempty"`
		Live        *properties.Tolerance  `json:"live,omitempty"`    // how many may fail, if the file and the flags do not say who may lie
		Largest     []properties.Tolerance `json:"largest,omitempty"` // then, too: how many may lie
		Structure   verdict.Verdict        `json:"structure"`         // is it what it claims to be
		Broken      string                 `json:"broken,omitempty"`  // why not, or why that is unknown
		Verdict     verdict.Verdict        `json:"verdict"`           // of the structure, and of those that must hold
		Checked     []byzantineResultJSON  `json:"properties"`

		claim *claim
		safe  properties.Tolerance // with how many liars what is asked for holds
	}
	byzantineResultJSON struct {
		Name     string             `json:"name"`
		Required bool               `json:"required"`
		Verdict  verdict.Verdict    `json:"verdict"`
		Text     string             `json:"text,omitempty"`
		Quorums  []*setsys.NamedSet `json:"quorums,omitempty"`
		Faulty   []*setsys.NamedSet `json:"faulty,omitempty"`
	}
)

func byzantineFile(ctx context.Context, s console.Streams, o byzantineOptions, file string) (console.ExitCode, error) {
	asked, err := someOf("check", o.check, byzantineProperties)
	if err != nil {
		return console.ExitUsage, err
	}
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	structure, err := readFormulas(ctx, s.In, file, o.maxSets)
	if err != nil {
		return console.ExitHolds, raisable(err)
	}
	name := console.DisplayName(file)
	if structure.Kind != setsys.Coterie {
		return console.ExitUsage, fmt.Errorf("%s: want a coterie, which has one family of quorums, found a %s", name, structure.KindName())
	}
	ids, err := demanded(file, structure)
	if err != nil {
		return console.ExitUsage, err
	}
	if structure, err = solve(ctx, file, structure); err != nil {
		return console.ExitUnknown, err
	}
	claim, err := claimed(ctx, file, structure, ids, o.broken)
	if err != nil {
		return console.CodeOfError(err), err
	}
	if q := structure.Quorums; !claim.refused() && q.IsListed() && (q.Len() == 0 || q.HasEmpty()) {
		return console.ExitUsage, fmt.Errorf("%s: there is no quorum, or an empty one", name)
	}
	var failProne setsys.Family
	faults := "" // in words
	doc := &byzantineJSON{Schema: "qcheck/byzantine/v1", File: file, Structure: claim.Verdict, Broken: claim.says(), Checked: []byzantineResultJSON{}, claim: claim}
	u := structure.Universe
	f := o.f
	assumptions := structure.Quorums.Assumptions()
	switch {
	case o.faulty != nil && o.f >= 0:
		return console.ExitUsage, errors.New("--f and --faulty: one of the two says who may lie")
	case assumptions != nil && (o.faulty != nil || o.f >= 0):
		return console.ExitUsage, fmt.Errorf("%s: the assumptions of the file say who may lie, not --f or --faulty", name)
	case assumptions != nil:
		doc.Assumptions = len(assumptions)
		faults = console.Count(len(assumptions), "assumption")
	case o.faulty != nil:
		b := setsys.NewFamilyBuilder(structure.Universe.Len())
		for _, list := range o.faulty {
			nodes, err := nodesNamed(structure, list)
			if err != nil {
				return console.ExitUsage, fmt.Errorf("--faulty: %w", err)
			}
			b.Add(nodes)
			doc.FailSets = append(doc.FailSets, u.Set(nodes))
		}
		failProne, faults = b.Family(), console.Count(b.Len(), "set")+" of nodes that may lie at once"
	case f >= 0:
		faults = fmt.Sprintf("f = %d", f)
	}
	judged := properties.ByzantineProperties(len(assumptions) > 1)
	for _, property := range asked {
		if !slices.Contains(judged, property) {
			return console.ExitUsage, fmt.Errorf("--check %s: of %s, %s are judged", property, cmp.Or(faults, "any f liars"), strings.Join(judged, ", "))
		}
	}
	verdicts := []verdict.Verdict{claim.counted()}
	var results []properties.ByzantineResult
	if !claim.refused() {
		if assumptions == nil && o.faulty == nil {
			if f < 0 {
				live, all, err := properties.Tolerances(ctx, structure)
				if err != nil {
					return console.ExitInternal, fault.New("%s: %w", name, err)
				}
				doc.Live, doc.Largest, doc.safe = &live, all, properties.Tolerance{Least: setsys.MaxNodes, Most: setsys.MaxNodes}
				for _, t := range all {
					if slices.Contains(asked, t.Property) {
						doc.safe.Least, doc.safe.Most = min(doc.safe.Least, t.Least), min(doc.safe.Most, t.Most)
					}
				}
				if f = max(doc.safe.Least, 1); doc.safe.Least < doc.safe.Most {
					verdicts = append(verdicts, verdict.Unknown)
				}
			}
			doc.F, failProne = &f, setsys.AnyNodes(structure.Universe.Len(), f, setsys.DefaultMaxSets)
		}
		if results, err = properties.Byzantine(ctx, structure, failProne); err != nil {
			return console.ExitInternal, fault.New("%s: %w", name, err)
		}
	}
	for _, r := range results {
		x := byzantineResultJSON{r.Property, slices.Contains(asked, r.Property), r.Verdict, r.Text, u.Sets(r.Quorums...), u.Sets(r.Faulty...)}
		if x.Required {
			verdicts = append(verdicts, r.Verdict)
		}
		doc.Checked = append(doc.Checked, x)
	}
	doc.Verdict = verdict.All(verdicts...)
	return answered(s, o.json, o.all, doc.Verdict, doc, func(s console.Streams) { writeByzantine(s, name, doc, faults) })
}

// liars says with how many liars, which are any.
func liars(t properties.Tolerance) string {
	switch {
	case t.Least < t.Most && t.Least < 0:
		return "unknown"
	case t.Least < t.Most:
		return fmt.Sprintf("with f <= %d, perhaps more", t.Least)
	case t.Least < 0:
		return "with no f"
	case t.Least == 0:
		return "with f = 0 alone"
	}
	return fmt.Sprintf("with f <= %d", t.Least)
}

// answer is the first line; faults are who may lie, empty if that is what is asked.
func (doc *byzantineJSON) answer(faults string) string {
	if faults == "" {
		text := "safe " + liars(doc.safe)
		switch {
		case doc.safe.Most <= 0:
			text = "not safe if a node lies"
		case doc.safe.Least < 0:
			text = "unknown how many may lie"
		}
		if doc.Live.Least == doc.Live.Most {
			text += fmt.Sprintf(", live with %d down", doc.Live.Least)
		}
		return fmt.Sprintf("%s: dissemination %s, masking %s", text, liars(doc.Largest[0]), liars(doc.Largest[1]))
	}
	var is, not, open []string
	for _, r := range doc.Checked {
		switch {
		case byzantineMeanings[r.Name].condition: // which is of the sets that may lie alone
		case r.Verdict == verdict.Holds:
			is = append(is, r.Name)
		case r.Verdict == verdict.Violated:
			not = append(not, r.Name)
		default:
			open = append(open, r.Name)
		}
	}
	var parts []string
	switch a := "a "; {
	case len(is) > 0:
		if doc.Assumptions > 1 {
			a = "an asymmetric "
		}
		parts = append(parts, a+strings.Join(is, " and ")+" quorum system")
		if len(not) > 0 {
			parts[0] += ", and no " + strings.Join(not, " or ") + " one"
		}
	case len(open) == 0:
		parts = append(parts, "no Byzantine quorum system")
	case len(not) > 0:
		parts = append(parts, "no "+strings.Join(not, " or ")+" quorum system")
	}
	if len(open) > 0 {
		parts = append(parts, "unknown: "+strings.Join(open, ", "))
	}
	return "with " + faults + ", " + strings.Join(parts, "; ")
}

func writeByzantine(s console.Streams, name string, doc *byzantineJSON, faults string) {
	if doc.claim.refused() {
		fmt.Fprintf(s.Out, "%s\n\n  %s\n", s.Style.Strong(name+": "+doc.claim.says()), withheld)
		return
	}
	answer := doc.claim.before(doc.answer(faults))
	fmt.Fprintf(s.Out, "%s\n\n", s.Style.Strong(name+": "+answer))
	if faults == "" {
		fmt.Fprintf(s.Out, "  with f = %d\n\n", *doc.F)
	}
	var all []page.Verdict
	for _, r := range doc.Checked {
		all = append(all, page.Verdict{Verdict: r.Verdict, Property: r.Name, Meaning: byzantineMeanings[r.Name].text, Details: []string{r.Text}})
	}
	console.WriteVerdicts(s, 13, all)
}

// byzantineMeanings says what the properties demand, and which of them are conditions on
// who may lie, whatever the quorums are.
var byzantineMeanings = map[string]struct {
	text      string
	condition bool
}{
	"dissemination": {text: "any two quorums share a node that tells the truth"},
	"masking":       {text: "of what any two quorums share, those that tell the truth are not outvoted"},
	"q3":            {"no three sets that may lie are all nodes: else no quorums are a dissemination system", true},
	"q4":            {"no four sets that may lie are all nodes: else no quorums are a masking system", true},
	"b3":            {"no set by one node, one by another and one by both are all nodes: else no quorums do", true},
}
