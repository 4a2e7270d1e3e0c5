package structures

import (
	"math/big"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/load"
	"qcheck/setsys"
)

// analysisSchema names the form of the document that "qcheck analyze --json"
// prints.
const analysisSchema = "qcheck/analysis/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	analysisJSON struct {
		Schema string `json:"schema"`
		File   string `json:"file"`
		structureJSON
		Families     []familyJSON      `json:"families"`
		Mixes        []mixJSON         `json:"mixes,omitzero"`
		Requirements []requirementJSON `json:"requirements,omitzero"`
		Required     *verdict.Verdict  `json:"required,omitempty"`
		Critical     *criticalJSON     `json:"critical,omitempty"`
	}
	familyJSON struct {
		Family   setsys.Role     `json:"family"`
		Quorums  *big.Int        `json:"quorums,omitempty"` // missing if not counted
		Sizes    []sizeCount     `json:"sizes"`
		Disjoint [][]any         `json:"disjoint,omitzero"`
		Rows     []availableJSON `json:"rows,omitzero"`
		Note     string          `json:"note,omitempty"` // why the keys before are missing
		Load     *loadJSON       `json:"load,omitempty"`
		LoadNote string          `json:"loadNote,omitempty"` // why there is none
		Latency  *latencyJSON    `json:"latency,omitempty"`
		Domains  *domainsJSON    `json:"domains,omitempty"`
	}
	availableJSON struct {
		R            int        `json:"r"`
		Sets         []*big.Int `json:"sets"`
		Failures     int        `json:"failures"`
		Fatal        []any      `json:"fatal,omitempty"`
		Availability []atJSON   `json:"availability"`
	}
	atJSON struct {
		P       string `json:"p"`
		Exact   string `json:"exact"`
		Rounded string `json:"rounded"`
	}
)

type (
	loadJSON struct {
		Load     string      `json:"load"`
		Rounded  string      `json:"rounded"`
		Capacity string      `json:"capacity"`
		Size     string      `json:"size"`
		Nodes    []string    `json:"nodes"`
		Strategy []groupJSON `json:"strategy,omitempty"`
		Weights  []string    `json:"weights,omitempty"`

		Symmetries [][]any `json:"symmetries,omitempty"`
	}
	groupJSON struct {
		Each     string  `json:"each,omitempty"`
		Count    int     `json:"count,omitempty"`
		Together string  `json:"together,omitempty"`
		Nodes    int     `json:"nodes"`
		Quorums  [][]any `json:"quorums,omitempty"`
		Quorum   []any   `json:"quorum,omitempty"`
	}
	mixJSON struct {
		Reads    string      `json:"reads"`
		Load     string      `json:"load,omitempty"`
		Rounded  string      `json:"rounded,omitempty"`
		Capacity string      `json:"capacity,omitempty"`
		Size     string      `json:"size,omitempty"`
		Nodes    []string    `json:"nodes,omitempty"`
		Write    []groupJSON `json:"write,omitempty"`
		Read     []groupJSON `json:"read,omitempty"`
		Weights  []string    `json:"weights,omitempty"`
		Note     string      `json:"note,omitempty"` // why the keys before are missing

		Symmetries [][]any `json:"symmetries,omitempty"`
	}
	latencyJSON struct {
		Mean      string         `json:"mean"`
		Quantiles []quantileJSON `json:"quantiles"`
		Steps     []stepJSON     `json:"steps"`
		Fastest   fastestJSON    `json:"fastest"`
	}
	quantileJSON struct {
		P       string `json:"p"`
		Latency string `json:"latency"`
	}
	stepJSON struct {
		Latency string `json:"latency"`
		AtMost  string `json:"atMost"`
	}
	fastestJSON struct {
		Latency string `json:"latency"`
		Quorum  []any  `json:"quorum"`
	}
	domainsJSON struct {
		Failures int        `json:"failures"`
		Fatal    []string   `json:"fatal,omitempty"`
		MayFail  [][]string `json:"mayFail"`
		Note     string     `json:"note,omitempty"`
	}
	requirementJSON struct {
		Requirement string          `json:"requirement"`
		Family      setsys.Role     `json:"family,omitempty"`
		Verdict     verdict.Verdict `json:"verdict"`
		Value       string          `json:"value,omitempty"`
		Reason      string          `json:"reason"`
		Nodes       []any           `json:"nodes,omitempty"`
		Domains     []string        `json:"domains,omitempty"`
	}
)

func analysisDocument(a *analysis) analysisJSON {
	doc := analysisJSON{Schema: analysisSchema, File: a.file, structureJSON: *fileDocument(fileResult{report: a.report, asked: a.structure.Properties != nil, remark: a.remark}).structureJSON}
	// Nondomination is a fact here, not a demand.
	var verdicts []verdict.Verdict
	for _, r := range a.report.Results {
		if r.Property != properties.Nondomination {
			verdicts = append(verdicts, r.Verdict)
		}
	}
	doc.Verdict = verdict.All(verdicts...)
	names := a.structure.Universe.Names
	for _, f := range a.families {
		x := familyJSON{Family: f.Role, Quorums: totalOf(a.report.Sizes[f.Role]), Sizes: familySizes(f.RoleFamily, a.report)}
		if f.Family.Formula() == nil {
			x.Quorums = big.NewInt(int64(f.Family.Len()))
		}
		if x.Sizes == nil {
			x.Sizes = []sizeCount{}
		}
		a.document(&x, f)
		if f.cut != nil {
			x.Note = f.note()
			doc.Families = append(doc.Families, x)
			continue
		}
		x.Disjoint = [][]any{}
		for _, q := range f.Packing {
			x.Disjoint = append(x.Disjoint, names(q))
		}
		x.Rows = []availableJSON{}
		for _, row := range f.Rows {
			y := availableJSON{R: row.R, Sets: row.Counts, Failures: row.Survives}
			if row.Survives >= 0 {
				y.Fatal = names(row.Fatal)
			}
			for _, p := range a.at {
				r := row.Counts.At(p)
				y.Availability = append(y.Availability, atJSON{p.RatString(), r.RatString(), console.Rounded(r, a.digits)})
			}
			x.Rows = append(x.Rows, y)
		}
		doc.Families = append(doc.Families, x)
	}
	doc.Critical = criticalDocument(a.critical)
	for _, m := range a.mixes {
		doc.Mixes = append(doc.Mixes, a.mixDocument(m))
	}
	for _, j := range a.judged {
		x := requirementJSON{Requirement: j.Requirement.Text, Family: j.Role, Verdict: j.Verdict, Reason: j.Reason}
		if j.Value != nil {
			x.Value = j.Value.RatString()
		}
		if !j.Down.IsEmpty() {
			x.Nodes = names(j.Down)
		}
		if !j.DownDomains.IsEmpty() {
			x.Domains = domainNames(a.structure, j.DownDomains)
		}
		doc.Requirements = append(doc.Requirements, x)
	}
	if len(a.judged) > 0 {
		var verdicts []verdict.Verdict
		for _, j := range a.judged {
			verdicts = append(verdicts, j.Verdict)
		}
		doc.Required = new(verdict.All(verdicts...))
	}
	return doc
}

// document adds what is known of the load, the latency and the domains of a
// family.
func (a *analysis) document(x *familyJSON, f familyAnalysis) {
	if f.loads.err != nil {
		x.LoadNote = loadNote(f.loads.err)
	} else {
		x.Load = a.loadDocument(f)
	}
	if r := f.loads.found; r != nil && a.structure.Latencies != nil {
		l := r.Strategies[0].Latency(a.structure.Latencies)
		quorum, time := load.Fastest(listedIfFew(f.Family), a.structure.Latencies)
		x.Latency = &latencyJSON{Mean: l.Mean.RatString(), Quantiles: []quantileJSON{}, Fastest: fastestJSON{time.RatString(), a.structure.Universe.Names(quorum)}}
		for _, q := range a.quantiles {
			x.Latency.Quantiles = append(x.Latency.Quantiles, quantileJSON{q.RatString(), l.Quantile(q).RatString()})
		}
		for _, step := range l.Steps {
			x.Latency.Steps = append(x.Latency.Steps, stepJSON{step.Time.RatString(), step.AtMost.RatString()})
		}
	}
	if len(a.structure.Domains) == 0 {
		return
	}
	x.Domains = &domainsJSON{MayFail: [][]string{}}
	if f.spreadErr != nil {
		x.Domains.Failures, x.Domains.Note = -1, domainsNote(f.spreadErr)
		return
	}
	x.Domains.Failures = f.spread.Survives
	if f.spread.HasFatal() {
		x.Domains.Fatal = domainNames(a.structure, f.spread.Fatal)
	}
	if f.spread.MayFail == nil && f.spread.Survives >= 0 {
		x.Domains.Note = tooManyDomains
	}
	for _, set := range f.spread.MayFail {
		x.Domains.MayFail = append(x.Domains.MayFail, domainNames(a.structure, set))
	}
}

func (a *analysis) loadDocument(f familyAnalysis) *loadJSON {
	r := f.loads.found
	if r == nil {
		busiest, size := new(big.Rat), new(big.Rat)
		for _, x := range f.loads.nodes {
			size.Add(size, x)
			if x.Cmp(busiest) > 0 {
				busiest = x
			}
		}
		return &loadJSON{
			Load: busiest.RatString(), Rounded: console.Rounded(busiest, a.digits), Capacity: new(big.Rat).Inv(busiest).RatString(),
			Size: size.RatString(), Nodes: fractions(f.loads.nodes),
		}
	}
	return &loadJSON{
		Load: r.Load.RatString(), Rounded: console.Rounded(r.Load, a.digits), Capacity: r.Capacity().RatString(), Size: r.Size.RatString(),
		Nodes: fractions(r.Nodes), Strategy: groups(r.Strategies[0], a.structure.Universe), Weights: fractions(r.Weights),
		Symmetries: symmetries(r, a.structure.Universe),
	}
}

func (a *analysis) mixDocument(m mixAnalysis) mixJSON {
	if m.err != nil {
		return mixJSON{Reads: m.reads.RatString(), Note: loadNote(m.err)}
	}
	r, u := m.found, a.structure.Universe
	return mixJSON{
		Reads: m.reads.RatString(), Load: r.Load.RatString(), Rounded: console.Rounded(r.Load, a.digits), Capacity: r.Capacity().RatString(), Size: r.Size.RatString(),
		Nodes: fractions(r.Nodes), Write: groups(r.Strategies[0], u), Read: groups(r.Strategies[1], u), Weights: fractions(r.Weights),
		Symmetries: symmetries(r, u),
	}
}

// maxStrategy is how many quorums of a strategy are listed.
const maxStrategy = 10_000

// groups returns a strategy, whose quorums are listed if they are few enough.
func groups(s load.Strategy, u setsys.Universe) []groupJSON {
	total := 0
	for _, g := range s.Groups {
		total += g.Quorums.Len()
	}
	var all []groupJSON
	for _, g := range s.Groups {
		x := groupJSON{Each: g.Each.RatString(), Count: g.Quorums.Len(), Nodes: g.Quorums.At(0).Len()}
		if total <= maxStrategy {
			for _, q := range g.Quorums.All() {
				x.Quorums = append(x.Quorums, u.Names(q))
			}
		}
		all = append(all, x)
	}
	for _, o := range s.Orbits {
		all = append(all, groupJSON{Together: o.Together.RatString(), Nodes: o.Quorum.Len(), Quorum: u.Names(o.Quorum)})
	}
	return all
}

// symmetries returns the image of each node under each symmetry.
func symmetries(r *load.Result, u setsys.Universe) [][]any {
	var all [][]any
	for _, permutation := range r.Symmetries {
		var images []any
		for _, v := range permutation {
			images = append(images, u.Names(setsys.NewNodeSet(u.Len(), v))...)
		}
		all = append(all, images)
	}
	return all
}

func fractions(list []*big.Rat) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = x.RatString()
	}
	return texts
}
