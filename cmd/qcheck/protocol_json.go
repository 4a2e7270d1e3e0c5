package main

import (
	"bufio"
	"slices"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys"
)

// protocolSchema names the form of the document that "qcheck protocol --json"
// prints.
const protocolSchema = "qcheck/protocol/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	protocolJSON struct {
		Schema       string            `json:"schema"`
		Algorithm    string            `json:"algorithm"`
		Variant      string            `json:"variant"`
		N            int               `json:"n"`
		K            int               `json:"k,omitempty"`
		Parameters   map[string]string `json:"parameters,omitempty"`
		Requests     any               `json:"requests"` // one for all, or a list
		Clock        string            `json:"clock"`
		ClockMax     int               `json:"clockMax,omitempty"`
		POR          string            `json:"por"`
		SelfMessages string            `json:"selfMessages"`
		QuorumChoice string            `json:"quorumChoice,omitempty"`
		Structure    *quorumsJSON      `json:"structure,omitempty"`
		Limits       *limitsJSON       `json:"limits,omitempty"`
		Paranoid     bool              `json:"paranoid,omitempty"`
		Note         string            `json:"note,omitempty"`
		Complete     bool              `json:"complete"`
		Stopped      string            `json:"stopped,omitempty"`
		States       int64             `json:"states"`
		Transitions  int64             `json:"transitions"`
		Depth        int               `json:"depth"`
		Beyond       *int64            `json:"beyond,omitempty"` // with clockMax
		NeverRan     []string          `json:"neverRan"`
		Verdict      verdict.Verdict   `json:"verdict"`
		Properties   []findingJSON     `json:"properties"`
		Stats        *statsJSON        `json:"stats,omitempty"`
	}
	quorumsJSON struct {
		File   string      `json:"file,omitempty"`
		Name   string      `json:"name"`
		Kind   setsys.Kind `json:"kind"`
		K      int         `json:"k,omitempty"`
		M      int         `json:"m,omitempty"`
		Sets   int         `json:"sets"`
		Broken *breachJSON `json:"broken,omitempty"`
	}
	breachJSON struct {
		Property string `json:"property"`
		Text     string `json:"text"`
	}
	limitsJSON struct {
		States int64  `json:"states,omitempty"`
		Memory int64  `json:"memory,omitempty"`
		Time   string `json:"time,omitempty"`
	}
	findingJSON struct {
		Name         explore.Property      `json:"name"`
		Verdict      verdict.Verdict       `json:"verdict"`
		Detail       string                `json:"detail,omitempty"` // what is wrong, when it is violated
		Note         string                `json:"note,omitempty"`   // why it is unknown; or about integer clocks
		IntegerClock verdict.Verdict       `json:"integerClock,omitzero"`
		Length       *int                  `json:"length,omitempty"`
		Trace        *counterexample.Trace `json:"trace,omitempty"`
	}
	statsJSON struct {
		Workers         int         `json:"workers"`
		Seconds         float64     `json:"seconds"`
		StatesPerSecond int64       `json:"statesPerSecond"`
		Bytes           int64       `json:"bytes"`
		BytesPerState   float64     `json:"bytesPerState"`
		HandlerCalls    int64       `json:"handlerCalls"`
		Saved           int64       `json:"saved"` // events that the reduction left out
		Levels          []int64     `json:"levels"`
		Steps           []countJSON `json:"steps"`
	}
	countJSON struct {
		Name  string `json:"name"`
		Count int64  `json:"count"`
	}
)

func writeProtocolJSON(w *bufio.Writer, x *exploration) error {
	data, err := marshal(protocolDocument(x))
	if err != nil {
		return &internalError{err}
	}
	w.Write(data)
	w.WriteByte('\n')
	return nil
}

func protocolDocument(x *exploration) protocolJSON {
	p, r, o := x.instance.Params, x.result, x.options
	doc := protocolJSON{
		Schema: protocolSchema, Algorithm: x.instance.Algorithm.Name, Variant: p.Variant, N: p.N, Parameters: p.Settings,
		Requests: requestsDocument(x.requests), Clock: x.base.Clock.String(), ClockMax: x.base.ClockMax,
		POR: "off", SelfMessages: counterexample.SelfMessages(x.base.Queued), QuorumChoice: x.quorumChoice(),
		Paranoid: o.paranoid, Note: x.note,
		Complete: r.Complete, Stopped: r.Stopped, States: r.States, Transitions: r.Transitions, Depth: r.Depth,
		NeverRan: append([]string{}, r.NeverRan...), Verdict: x.verdict(), Properties: []findingJSON{},
	}
	if x.instance.Algorithm.HasK {
		doc.K = p.K
	}
	if r.Reduced {
		doc.POR = "stubborn"
	}
	if s := p.Structure; s != nil {
		doc.Structure = &quorumsJSON{File: o.structure, Name: s.Name, Kind: s.Kind, Sets: s.Families()[0].Family.Len()}
		if s.Kind.HasK() {
			doc.Structure.K = s.K
		}
		if s.Kind == setsys.RequestSets {
			doc.Structure.M = s.M
		}
		if x.broken != nil {
			doc.Structure.Broken = &breachJSON{x.broken.property, x.broken.text}
		}
	}
	if o.maxStates > 0 || o.maxMemory > 0 || o.timeout > 0 {
		doc.Limits = &limitsJSON{States: o.maxStates, Memory: int64(o.maxMemory)}
		if o.timeout > 0 {
			doc.Limits.Time = o.timeout.String()
		}
	}
	if x.base.ClockMax > 0 {
		doc.Beyond = &r.Beyond
	}
	for _, f := range x.findings {
		doc.Properties = append(doc.Properties, findingDocument(f))
	}
	if o.stats {
		doc.Stats = statsDocument(x)
	}
	return doc
}

func requestsDocument(bounds []int) any {
	if !slices.ContainsFunc(bounds, func(b int) bool { return b != bounds[0] }) {
		return counterexample.Requests(bounds[0])
	}
	var list []any
	for _, b := range bounds {
		list = append(list, counterexample.Requests(b))
	}
	return list
}

func findingDocument(f finding) findingJSON {
	doc := findingJSON{Name: f.Property, Verdict: f.Verdict}
	if f.Verdict != verdict.Violated {
		doc.Note = f.Detail
		return doc
	}
	length := len(f.trace.Steps)
	doc.Detail, doc.Note, doc.IntegerClock, doc.Length, doc.Trace = f.Detail, f.integerNote, f.integer, &length, f.trace
	return doc
}

func statsDocument(x *exploration) *statsJSON {
	r := x.result
	doc := &statsJSON{
		Workers: x.base.Workers, Seconds: r.Stats.Elapsed.Seconds(), Bytes: r.Stats.Bytes,
		HandlerCalls: r.Stats.HandlerCalls, Saved: r.Saved,
		Levels: append([]int64{}, r.Levels...), Steps: []countJSON{},
	}
	if s := r.Stats.Elapsed.Seconds(); s > 0 {
		doc.StatesPerSecond = int64(float64(r.States) / s)
	}
	if r.States > 0 {
		doc.BytesPerState = float64(r.Stats.Bytes) / float64(r.States)
	}
	for _, c := range r.Steps {
		doc.Steps = append(doc.Steps, countJSON(c))
	}
	return doc
}
