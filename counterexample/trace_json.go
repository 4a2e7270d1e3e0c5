package counterexample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// TraceSchema is the value of "schema" in a trace file.
const TraceSchema = "qcheck/trace/v1"

// traceFile is the JSON form of a trace; the order of the fields is that of the
// keys. Processes count from 1, and so do steps.
type traceFile struct {
	Schema       string            `json:"schema"`
	Algorithm    string            `json:"algorithm"`
	Variant      string            `json:"variant"`
	N            int               `json:"n"`
	K            int               `json:"k,omitempty"`
	Parameters   map[string]string `json:"parameters,omitempty"`
	Structure    json.RawMessage   `json:"structure,omitempty"`
	QuorumChoice string            `json:"quorumChoice,omitempty"`
	Requests     []any             `json:"requests"`
	Clock        string            `json:"clock"`
	ClockMax     int               `json:"clockMax,omitempty"`
	SelfMessages string            `json:"selfMessages"`
	Property     string            `json:"property"`
	Detail       string            `json:"detail"`
	Process      int               `json:"process,omitempty"`
	Shortest     bool              `json:"shortest"`
	Loop         int               `json:"loop,omitempty"` // the first step of the cycle
	Steps        []stepFile        `json:"steps"`
}

type stepFile struct {
	Process     int    `json:"process"`
	From        int    `json:"from,omitempty"`
	Step        string `json:"step"`
	Alternative int    `json:"alternative,omitempty"` // from 0
	Place       int    `json:"place,omitempty"`
}

func (t *Trace) file() traceFile {
	f := traceFile{
		Schema: TraceSchema, Algorithm: t.Instance.Algorithm, Variant: t.Instance.Variant,
		N: t.Instance.N, K: t.Instance.K, Parameters: t.Instance.Parameters, Clock: t.Instance.Clock.String(), ClockMax: t.Instance.ClockMax,
		SelfMessages: SelfMessages(t.Instance.Queued), QuorumChoice: t.Instance.QuorumChoice, Structure: t.Instance.Structure,
		Property: string(t.Property), Detail: t.Detail, Process: t.Process + 1, Shortest: t.Shortest,
		Loop: t.Loop + 1, Requests: []any{}, Steps: []stepFile{},
	}
	for _, r := range t.Instance.Requests {
		f.Requests = append(f.Requests, Requests(r))
	}
	for _, s := range t.Steps {
		f.Steps = append(f.Steps, stepFile{s.Process + 1, s.From + 1, s.Name, s.Outcome, s.Place})
	}
	return f
}

// SelfMessages returns what files and commands call the ways in which a
// process's messages to itself go: call or queued.
func SelfMessages(queued bool) string {
	if queued {
		return "queued"
	}
	return "call"
}

// Requests returns a bound on requests as JSON has it: a number or "unbounded".
func Requests(bound int) any {
	if bound == explore.Unbounded {
		return "unbounded"
	}
	return bound
}

// MarshalJSON writes the trace in its file form (see [DecodeTrace]), on one
// line.
func (t *Trace) MarshalJSON() ([]byte, error) { return marshal(t.file()) }

// marshal is json.Marshal that leaves <, > and & as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// RenderJSON writes the trace as a trace file: one key and one step a line.
func RenderJSON(w io.Writer, t *Trace, _ *obvious.Run) error {
	line, err := marshal(t)
	if err != nil {
		return err
	}
	// The keys of the one object, each with its value as it stands.
	d := json.NewDecoder(bytes.NewReader(line))
	if _, err := d.Token(); err != nil {
		return err
	}
	var b strings.Builder
	for sep := "{\n"; d.More(); sep = ",\n" {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		text := string(value)
		if key == "steps" && len(t.Steps) > 0 {
			var steps []json.RawMessage
			if err := json.Unmarshal(value, &steps); err != nil {
				return err
			}
			text = "[\n    " + string(bytes.Join(raw(steps), []byte(",\n    "))) + "\n  ]"
		}
		fmt.Fprintf(&b, "%s  %q: %s", sep, key, text)
	}
	b.WriteString("\n}\n")
	_, err = io.WriteString(w, b.String())
	return err
}

func raw(list []json.RawMessage) [][]byte {
	var parts [][]byte
	for _, r := range list {
		parts = append(parts, r)
	}
	return parts
}
