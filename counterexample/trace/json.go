package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// Schema is the value of "schema" in a trace file. Files of the version
// before it are read, too: they have the short forms of names of properties.
const (
	Schema        = "qcheck/trace/v2"
	earlierSchema = "qcheck/trace/v1"
)

// traceFile is the JSON form of a trace; the order of the fields is that of the
// keys. Processes count from 1, and so do steps.
type traceFile struct {
	Schema  string `json:"schema"`
	Version string `json:"version,omitempty"`
	instance.Named
	Structure    json.RawMessage `json:"structure,omitempty"`
	QuorumChoice string          `json:"quorumChoice,omitempty"`
	Requests     []any           `json:"requests"`
	Clock        string          `json:"clock"`
	ClockMax     int             `json:"clockMax,omitempty"`
	instance.Placed
	Property string `json:"property"`
	Detail   string `json:"detail"`
	Process  int    `json:"process,omitempty"`
	Shortest bool   `json:"shortest"`
	Loop     int    `json:"loop,omitempty"`  // the first step of the cycle
	Start    int    `json:"start,omitempty"` // in which of the protocol's starts the run begins; 0 for the first
	Steps    []Step `json:"steps"`
}

// A Step is one of a trace as files have it.
type Step struct {
	Process     int    `json:"process"`
	From        int    `json:"from,omitempty"`
	Step        string `json:"step"`
	Alternative int    `json:"alternative,omitempty"` // from 0
	Place       int    `json:"place,omitempty"`
}

func (t *Trace) file() (traceFile, error) {
	in := t.Instance
	named, err := in.Named()
	f := traceFile{
		Schema: Schema, Version: t.Version, Named: named, Clock: in.Clock.String(), ClockMax: in.ClockMax, Placed: in.Placed(), QuorumChoice: in.Quorums.Choice,
		Property: string(t.Property), Detail: t.Detail, Process: t.Process + 1, Shortest: t.Shortest,
		Loop: t.Loop + 1, Requests: []any{}, Steps: StepsOf(t.Steps),
	}
	if t.Start > 0 {
		f.Start = t.Start + 1
	}
	if s := in.Quorums.Structure; s != nil && err == nil {
		var b bytes.Buffer
		err = setsys.Encode(&b, s)
		f.Structure = b.Bytes()
	}
	for _, r := range in.Requests {
		f.Requests = append(f.Requests, instance.Requests(r))
	}
	return f, err
}

// StepsOf returns steps as files have them.
func StepsOf(steps []explore.TraceStep) []Step {
	all := []Step{}
	for _, s := range steps {
		all = append(all, Step{s.Process + 1, s.From + 1, s.Name, s.Outcome, s.Place})
	}
	return all
}

// MarshalJSON writes the trace in its file form (see [Decode]), on one
// line.
func (t *Trace) MarshalJSON() ([]byte, error) {
	f, err := t.file()
	if err != nil {
		return nil, err
	}
	return setsys.MarshalJSON(f)
}

// Write writes the trace as a trace file: one key and one step a line.
func (t *Trace) Write(w io.Writer) error {
	line, err := setsys.MarshalJSON(t)
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
			var steps []string
			for _, s := range StepsOf(t.Steps) {
				line, err := setsys.MarshalJSON(s)
				if err != nil {
					return err
				}
				steps = append(steps, string(line))
			}
			text = "[\n    " + strings.Join(steps, ",\n    ") + "\n  ]"
		}
		fmt.Fprintf(&b, "%s  %q: %s", sep, key, text)
	}
	b.WriteString("\n}\n")
	_, err = io.WriteString(w, b.String())
	return err
}
