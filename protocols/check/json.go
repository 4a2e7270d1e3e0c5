package check

import (
	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// Schema names the form of a report as JSON, which "qcheck protocol --json"
// prints.
const Schema = "qcheck/protocol/v2"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	reportFile struct {
		head
		Structure   *quorumsFile    `json:"structure,omitempty"`
		Limits      *Limits         `json:"limits,omitempty"`
		Paranoid    bool            `json:"paranoid,omitempty"`
		Note        string          `json:"note,omitempty"`
		Complete    bool            `json:"complete"`
		Stopped     string          `json:"stopped,omitempty"`
		Within      int             `json:"within"`
		Asked       string          `json:"asked,omitempty"` // of a reduced search
		States      int64           `json:"states"`
		Transitions int64           `json:"transitions"`
		Symmetry    int             `json:"symmetry"` // number of renamings
		Orbits      int64           `json:"orbits"`
		Depth       int             `json:"depth"`
		Resting     *int64          `json:"resting,omitempty"` // where messages are taken at once
		Beyond      *int64          `json:"beyond,omitempty"`  // with clockMax
		NeverRan    []string        `json:"neverRan"`
		Verdict     verdict.Verdict `json:"verdict"`
		Properties  []findingFile   `json:"properties"`
		Summary     string          `json:"summary,omitempty"` // the sentence with all that the verdict depends on
		Proof       *proofFile      `json:"proof,omitempty"`
		Attempts    []Attempt       `json:"attempts,omitempty"`
		Stats       *Stats          `json:"stats,omitempty"`
	}
	// A proofFile is what local views decided, for requests without bound or, if it is
	// bounded, for those of the instance.
	proofFile struct {
		Processes int                `json:"processes,omitempty"` // of a view
		Bounded   bool               `json:"bounded,omitempty"`
		Views     int                `json:"views"`
		Halves    int                `json:"halves"` // states of requesters, or of processes
		Proved    []explore.Property `json:"proved"`
		// Confirmed is so if the second checker has checked all that is proved; Unconfirmed says why it has not.
		Confirmed   bool   `json:"confirmed"`
		Unconfirmed string `json:"unconfirmed,omitempty"`
		Note        string `json:"note,omitempty"` // why they are not all
	}
	quorumsFile struct {
		File   string      `json:"file,omitempty"`
		Name   string      `json:"name"`
		Kind   setsys.Kind `json:"kind"`
		K      int         `json:"k,omitempty"`
		M      int         `json:"m,omitempty"`
		Sets   int         `json:"sets"`
		Names  []string    `json:"names,omitempty"` // of the nodes, which are the processes, by number
		Own    [][]int     `json:"own,omitempty"`   // the request sets of processes, where the algorithm has them itself
		Broken *Breach     `json:"broken,omitempty"`
	}
	// Limits are those of a search; they decide what is unknown.
	Limits struct {
		States int64  `json:"states,omitempty"`
		Memory int64  `json:"memory,omitempty"`
		Time   string `json:"time,omitempty"`
		Views  int    `json:"views,omitempty"` // of a proof
	}
	findingFile struct {
		Name         explore.Property `json:"name"`
		Verdict      verdict.Verdict  `json:"verdict"`
		By           string           `json:"by,omitempty"`       // localViews, if not a search
		HoldsFor     string           `json:"holdsFor,omitempty"` // the most requests for which it is known to hold, if it is unknown
		Detail       string           `json:"detail,omitempty"`   // what is wrong, when it is violated
		Why          []string         `json:"why,omitempty"`      // what explains the run
		Note         string           `json:"note,omitempty"`     // why it is unknown; or about integer clocks
		IntegerClock verdict.Verdict  `json:"integerClock,omitzero"`
		Length       *int             `json:"length,omitempty"`
		Trace        *trace.Trace     `json:"trace,omitempty"`
		Crashes      []Crash          `json:"crashes,omitempty"` // of survives
	}
	// Stats is what a search cost.
	Stats struct {
		Workers         int                 `json:"workers"`
		Seconds         float64             `json:"seconds"`
		StatesPerSecond int64               `json:"statesPerSecond"`
		Bytes           int64               `json:"bytes"`
		BytesPerState   float64             `json:"bytesPerState"` // that was kept
		HandlerCalls    int64               `json:"handlerCalls"`
		Saved           int64               `json:"saved"`               // events that the reduction left out
		Unreduced       string              `json:"unreduced,omitempty"` // why there was none
		Levels          []int64             `json:"levels"`
		Steps           []explore.StepCount `json:"steps"`
	}
)

// A head is what the documents of reports and measurements begin with.
type head struct {
	Schema string `json:"schema"`
	instance.Named
	Requests any    `json:"requests"` // one for all, or a list
	Clock    string `json:"clock"`
	ClockMax int    `json:"clockMax,omitempty"`
	POR      string `json:"por,omitempty"` // of a search
	instance.Placed
	QuorumChoice string `json:"quorumChoice,omitempty"`
}

func headOf(schema string, in instance.Instance) (head, error) {
	named, err := in.Named()
	return head{Schema: schema, Named: named, Requests: in.RequestsDocument(), Clock: in.Clock.String(), ClockMax: in.ClockMax, Placed: in.Placed(), QuorumChoice: in.Quorums.Choice}, err
}

// MarshalJSON writes the report on one line.
func (r *Report) MarshalJSON() ([]byte, error) {
	doc, err := r.document()
	if err != nil {
		return nil, err
	}
	return setsys.MarshalJSON(doc)
}

func (r *Report) document() (reportFile, error) {
	in, found, o := r.Instance, r.Result, r.Options
	begins, err := headOf(Schema, in)
	if err != nil {
		return reportFile{}, err
	}
	begins.POR = "off"
	doc := reportFile{
		head: begins, Paranoid: o.Paranoid, Note: r.Note,
		Complete: found.Complete, Stopped: found.Stopped, Within: found.Within, Asked: found.Asked, States: found.States, Transitions: found.Transitions, Symmetry: max(1, found.Symmetry), Orbits: found.Orbits, Depth: found.Depth,
		NeverRan: append([]string{}, found.NeverRan...), Verdict: r.Verdict(), Summary: r.Summary(), Properties: []findingFile{},
	}
	if found.Reduced {
		doc.POR = "stubborn"
	}
	if s := in.Quorums.Structure; s != nil {
		doc.Structure = &quorumsFile{File: in.Quorums.FileName(), Name: s.Name, Kind: s.Kind, Sets: s.Families()[0].Family.Len(), Names: in.Names()}
		if s.Kind.HasK() {
			doc.Structure.K = s.K
		}
		if s.Kind == setsys.RequestSets {
			doc.Structure.M = s.M
		}
		if s.Kind == setsys.RequestSets && r.Model.OwnQuorums() {
			for _, q := range s.Requests.All() {
				var nodes []int
				for p := range q.All() {
					nodes = append(nodes, p+1)
				}
				doc.Structure.Own = append(doc.Structure.Own, nodes)
			}
		}
		doc.Structure.Broken = r.Broken
	}
	doc.Limits = o.Limits()
	if r.Model.Network() == explore.Instant {
		doc.Resting = &found.Resting
	}
	if in.ClockMax > 0 {
		doc.Beyond = &found.Beyond
	}
	for _, f := range r.Findings {
		doc.Properties = append(doc.Properties, findingDocument(f))
	}
	if p := r.Proof; p != nil && p.Refused == "" {
		doc.Proof = &proofFile{Processes: p.Processes, Bounded: r.proofBounded(), Views: p.Views, Halves: p.Halves, Confirmed: p.Confirmed, Unconfirmed: p.Unconfirmed, Proved: []explore.Property{}, Note: p.Stopped}
		for _, x := range p.Results {
			if x.Proved {
				doc.Proof.Proved = append(doc.Proof.Proved, x.Property)
			}
		}
	}
	if len(r.Attempts) > 1 {
		for _, a := range r.Attempts {
			a.Holds = append([]explore.Property{}, a.Holds...)
			doc.Attempts = append(doc.Attempts, a)
		}
	}
	if o.Stats {
		doc.Stats = r.Costs()
	}
	return doc, nil
}

// Limits returns the limits, nil for none.
func (o Options) Limits() *Limits {
	if o.MaxStates == 0 && o.MaxMemory == 0 && o.Timeout == 0 && o.MaxViews == 0 {
		return nil
	}
	l := &Limits{States: o.MaxStates, Memory: o.MaxMemory, Views: o.MaxViews}
	if o.Timeout > 0 {
		l.Time = o.Timeout.String()
	}
	return l
}

// by says what decides it: local views, or nothing for a search.
func (f Finding) by() string {
	if f.ByViews {
		return "localViews"
	}
	return ""
}

func findingDocument(f Finding) findingFile {
	doc := findingFile{Name: f.Property, Verdict: f.Verdict, HoldsFor: f.HoldsFor, By: f.by(), Crashes: f.Crashes}
	if f.Verdict == verdict.Violated {
		doc.Detail, doc.Note, doc.IntegerClock = f.Detail, f.IntegerNote, f.Integer
	} else {
		doc.Note = f.Detail
	}
	if f.Trace != nil {
		length := len(f.Trace.Steps)
		doc.Length, doc.Trace, doc.Why = &length, f.Trace, telling.Why(f.Trace, f.Run)
	}
	return doc
}

// Costs says what the search cost.
func (report *Report) Costs() *Stats {
	r := report.Result
	doc := &Stats{
		Workers: max(report.Options.Workers, 1), Seconds: r.Stats.Elapsed.Seconds(), Bytes: r.Stats.Bytes,
		HandlerCalls: r.Stats.HandlerCalls, Saved: r.Saved, Unreduced: r.Unreduced,
		Levels: append([]int64{}, r.Levels...), Steps: append([]explore.StepCount{}, r.Steps...),
	}
	if s := r.Stats.Elapsed.Seconds(); s > 0 {
		doc.StatesPerSecond = int64(float64(r.States) / s)
	}
	if r.States > 0 {
		doc.BytesPerState = float64(r.Stats.Bytes) / float64(r.Orbits)
	}
	return doc
}
