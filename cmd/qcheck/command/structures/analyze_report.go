package structures

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/properties/domains"
	"qcheck/properties/load"
	"qcheck/properties/requirement"
	"qcheck/setsys"
)

// analysisSchema names the form of the document that "qcheck analyze --json"
// prints.
const analysisSchema = "qcheck/analysis/v1"

// An analysis is what was found of a structure. It is the document of --json, in the order of the
// exported fields, and text and page are written from it.
type analysis struct {
	Schema string `json:"schema"`
	File   string `json:"file"`
	structureJSON
	Families     []*familyAnalysis         `json:"families"`
	Mixes        []*mixAnalysis            `json:"mixes,omitzero"` // for structures with read and write quorums
	Requirements []requirement.Judgement   `json:"requirements,omitzero"`
	Required     *verdict.Verdict          `json:"required,omitempty"`
	Trust        *properties.TrustAnalysis `json:"trust,omitempty"` // of a trust graph
	Down         *setsys.NamedSet          `json:"down,omitempty"`  // nodes that are down, with --down

	structure *setsys.Structure
	claim     *claim
	at        []*big.Rat // the probabilities asked for
	digits    int
	asked     []properties.ID
	report    *properties.Report // on the properties asked for, and on nondomination where it is defined
	remark    []properties.Remark
}

type (
	// A familyAnalysis is the result for one family.
	familyAnalysis struct {
		Role     setsys.Role        `json:"family"`
		Quorums  *big.Int           `json:"quorums,omitempty"` // nil if not counted
		Sizes    []sizeCount        `json:"sizes"`
		Disjoint []*setsys.NamedSet `json:"disjoint,omitzero"`
		Rows     []availableRow     `json:"rows,omitzero"`
		Note     string             `json:"note,omitempty"` // why there is none of the fields before
		Load     *loadReport        `json:"load,omitempty"`
		LoadNote string             `json:"loadNote,omitempty"` // why there is none
		Domains  *domainsReport     `json:"domains,omitempty"`

		Reliable     *reliableReport `json:"reliable,omitempty"` // with the reliabilities of the file
		ReliableNote string          `json:"reliableNote,omitempty"`

		reliableErr error

		family    setsys.Family
		counted   *availability.Analysis // nil when there is none
		cut       error                  // why
		loads     familyLoad
		spread    *domains.Analysis // nil when there is none, or the structure has no domains
		spreadErr error             // why
	}
	availableRow struct {
		R            int                 `json:"r"`
		Sets         availability.Vector `json:"sets"`
		Failures     int                 `json:"failures"`
		Fatal        *setsys.NamedSet    `json:"fatal,omitempty"`
		Availability []availableAt       `json:"availability"`
	}
	availableAt struct {
		P       *big.Rat `json:"p"`
		Exact   *big.Rat `json:"exact"`
		Rounded string   `json:"rounded"`
	}
	loadReport struct {
		Load       *big.Rat      `json:"load"`
		Rounded    string        `json:"rounded"`
		Capacity   *big.Rat      `json:"capacity"`
		Size       *big.Rat      `json:"size"`
		Capacities []*big.Rat    `json:"capacities,omitempty"` // of the nodes; without, each is 1
		Nodes      []*big.Rat    `json:"nodes"`
		Strategy   []groupReport `json:"strategy,omitempty"` // of a family; of two, the next ones
		Write      []groupReport `json:"write,omitempty"`
		Read       []groupReport `json:"read,omitempty"`
		Weights    []*big.Rat    `json:"weights,omitempty"`
		Symmetries [][]any       `json:"symmetries,omitempty"`
	}
	// A groupReport has quorums of a strategy: each of a count is chosen with the same
	// probability, or one and those that symmetries make of it together.
	groupReport struct {
		Each     *big.Rat           `json:"each,omitempty"`
		Count    int                `json:"count,omitempty"`
		Together *big.Rat           `json:"together,omitempty"`
		Nodes    int                `json:"nodes"`
		Quorums  []*setsys.NamedSet `json:"quorums,omitempty"`
		Quorum   *setsys.NamedSet   `json:"quorum,omitempty"`
	}
	// A mixAnalysis is the load of read and write quorums together.
	mixAnalysis struct {
		Reads       *big.Rat `json:"reads"` // the part of the requests that are reads
		*loadReport          // nil if there is none
		Note        string   `json:"note,omitempty"` // then why

		found *load.Result
		err   error // why there is none
	}
	domainsReport struct {
		Failures int         `json:"failures"`
		Fatal    domainSet   `json:"fatal,omitempty"`
		MayFail  []domainSet `json:"mayFail"`
		Note     string      `json:"note,omitempty"` // why something is missing
	}
)

// conclude fills in what is known when all is judged.
func (a *analysis) conclude() {
	a.structureJSON = *fileDocument(fileResult{report: a.report, asked: a.structure.Properties != nil, remark: a.remark}).structureJSON
	a.Verdict = verdict.All(a.claim.Verdict, a.demanded().Verdict)
	if a.Families == nil {
		a.Families = []*familyAnalysis{}
	}
	var verdicts []verdict.Verdict
	for _, j := range a.Requirements {
		verdicts = append(verdicts, j.Verdict)
	}
	if verdicts != nil {
		a.Required = new(verdict.All(verdicts...))
	}
}

// reportAvailability reports what was counted.
func (a *analysis) reportAvailability(x *familyAnalysis) {
	u := a.structure.Universe
	switch {
	case errors.Is(x.cut, availability.ErrEmptyQuorum):
		x.Note = "availability is not defined: a quorum is empty"
		return
	case x.cut != nil:
		x.Note = "unknown: " + x.cut.Error()
		return
	}
	x.Disjoint, x.Rows = append([]*setsys.NamedSet{}, u.Sets(x.counted.Packing...)...), []availableRow{}
	for _, row := range x.counted.Rows {
		y := availableRow{R: row.R, Sets: row.Counts, Failures: row.Survives}
		if row.Survives >= 0 {
			y.Fatal = u.Set(row.Fatal)
		}
		for _, p := range a.at {
			r := row.Counts.At(p)
			y.Availability = append(y.Availability, availableAt{p, r, console.Rounded(r, a.digits)})
		}
		x.Rows = append(x.Rows, y)
	}
}

// reportLoad reports the load of a family.
func (a *analysis) reportLoad(ctx context.Context, x *familyAnalysis) {
	if x.loads.err != nil {
		x.LoadNote = loadNote(x.loads.err)
		return
	}
	r := x.loads.found
	if r == nil {
		size := new(big.Rat)
		for _, node := range load.Even(x.family, nil) {
			size.Add(size, node)
		}
		busiest := slices.MaxFunc(x.loads.nodes, (*big.Rat).Cmp)
		x.Load = &loadReport{
			Load: busiest, Rounded: console.Rounded(busiest, a.digits), Capacity: new(big.Rat).Inv(busiest), Size: size,
			Capacities: capacities(a.structure, x.Role), Nodes: x.loads.nodes,
		}
		return
	}
	x.Load = a.loadReport(r)
	x.Load.Capacities, x.Load.Strategy = capacities(a.structure, x.Role), a.groups(r.Strategies[0])
}

// loadReport returns the report on a load, without how quorums are chosen.
func (a *analysis) loadReport(r *load.Result) *loadReport {
	return &loadReport{Load: r.Load, Rounded: console.Rounded(r.Load, a.digits), Capacity: r.Capacity(), Size: r.Size, Nodes: r.Nodes, Weights: r.Weights, Symmetries: a.symmetries(r)}
}

// maxStrategy is how many quorums of a strategy are listed.
const maxStrategy = 10_000

// groups returns a strategy, whose quorums are listed if they are few enough.
func (a *analysis) groups(s load.Strategy) (all []groupReport) {
	total := 0
	for _, g := range s.Groups {
		total += g.Quorums.Len()
	}
	for _, g := range s.Groups {
		x := groupReport{Each: g.Each, Count: g.Quorums.Len(), Nodes: g.Quorums.At(0).Len()}
		if total <= maxStrategy {
			for _, q := range g.Quorums.All() {
				x.Quorums = append(x.Quorums, a.structure.Universe.Set(q))
			}
		}
		all = append(all, x)
	}
	for _, o := range s.Orbits {
		all = append(all, groupReport{Together: o.Together, Nodes: o.Quorum.Len(), Quorum: a.structure.Universe.Set(o.Quorum)})
	}
	return all
}

// symmetries returns the image of each node under each symmetry.
func (a *analysis) symmetries(r *load.Result) (all [][]any) {
	u := a.structure.Universe
	for _, permutation := range r.Symmetries {
		var images []any
		for _, v := range permutation {
			images = append(images, u.Names(setsys.NewNodeSet(u.Len(), v))...)
		}
		all = append(all, images)
	}
	return all
}
