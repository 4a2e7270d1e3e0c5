package trace

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// maxTraceNumber bounds the numbers in a trace file.
const maxTraceNumber = 1_000_000_000

// Decode reads a trace file: one JSON object, with the keys that
// [Trace.Write] writes, in any order. Unknown keys, keys given twice, missing
// keys, wrong types, numbers out of range and trailing data are errors, each a
// [setsys.FileError] that says where. Whether the protocol has such a run is
// for Confirm to say.
func Decode(file string, data []byte) (*Trace, error) {
	var f traceFile
	places, err := setsys.ReadObject(file, data, "trace", &f)
	r := &traceReader{file, data, places}
	if other := r.text("schema", f.Schema, Schema, earlierSchema); f.Schema != "" && other != nil {
		return nil, other // whatever keys that has
	}
	if err == nil {
		err = r.check(f)
	}
	if err != nil {
		return nil, err
	}
	return r.trace(f)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (t *Trace) UnmarshalJSON(data []byte) error {
	u, err := Decode("trace", data)
	if err == nil {
		*t = *u
	}
	return err
}

// A traceReader reads a file whose values stand at these places.
type traceReader struct {
	file   string
	data   []byte
	places map[string]int
}

func (r *traceReader) errorAt(path, format string, args ...any) error {
	return setsys.ErrorAt(r.file, r.data, r.places[path], format, args...)
}

// text checks that what stands there is not empty, and one of these words if there are some.
func (r *traceReader) text(path, value string, words ...string) error {
	name := path[strings.LastIndex(path, ".")+1:]
	switch _, given := r.places[path]; {
	case given && len(words) > 0 && !slices.Contains(words, value):
		return r.errorAt(path, "%s must be %s, not %s", name, strings.Join(words, " or "), setsys.Quote(value))
	case given && value == "":
		return r.errorAt(path, "%s is empty", name)
	}
	return nil
}

// number checks that what stands there is in range.
func (r *traceReader) number(path string, value, least int) error {
	if _, given := r.places[path]; given && (value < least || value > maxTraceNumber) {
		return r.errorAt(path, "%s must be an integer of at least %d, not %d", path[strings.LastIndex(path, ".")+1:], least, value)
	}
	return nil
}

// check checks the values by themselves.
func (r *traceReader) check(f traceFile) error {
	var networks []string
	for _, n := range explore.Networks() {
		networks = append(networks, n.String())
	}
	all := []error{
		r.text("schema", f.Schema), r.text("version", f.Version), r.text("algorithm", f.Algorithm), r.text("variant", f.Variant),
		r.number("n", f.N, 1), r.number("k", f.K, 1), r.text("quorumChoice", f.QuorumChoice, instance.Any, instance.Fixed),
		r.text("clock", f.Clock, explore.Causal.String(), explore.Integer.String()), r.number("clockMax", f.ClockMax, 1),
		r.text("selfMessages", f.SelfMessages, instance.SelfMessages(false), instance.SelfMessages(true)), r.text("network", f.Network, networks...),
		r.text("property", f.Property), r.text("detail", f.Detail), r.number("process", f.Process, 1), r.number("start", f.Start, 2), r.number("loop", f.Loop, 1),
	}
	for i, s := range f.Steps {
		at := fmt.Sprintf("steps.%d.", i)
		all = append(all, r.number(at+"process", s.Process, 1), r.number(at+"from", s.From, 1), r.text(at+"step", s.Step), r.number(at+"alternative", s.Alternative, 0), r.number(at+"place", s.Place, explore.SamePlace))
		if _, given := r.places[at+"place"]; given && s.Place == 0 {
			all = append(all, r.errorAt(at+"place", "place is 0: places count from 1"))
		}
	}
	if f.Loop > len(f.Steps) {
		all = append(all, r.errorAt("loop", "loop is %d, but there are %d steps", f.Loop, len(f.Steps)))
	}
	if i := slices.IndexFunc(all, func(err error) bool { return err != nil }); i >= 0 {
		return all[i]
	}
	return nil
}

// trace returns what a file says whose values are right by themselves.
func (r *traceReader) trace(f traceFile) (*Trace, error) {
	in := instance.Instance{Algorithm: f.Algorithm, Variant: f.Variant, N: f.N, Params: f.Parameters, ClockMax: f.ClockMax, Queued: f.SelfMessages == instance.SelfMessages(true), Network: f.Network}
	for name, text := range f.Parameters {
		if err := r.text("parameters."+name, text); err != nil {
			return nil, err
		} else if name == instance.K {
			return nil, r.errorAt("parameters."+name, "%s is a key of the trace", name)
		}
	}
	if f.K > 0 {
		in = in.With(instance.K, strconv.Itoa(f.K))
	}
	for _, bound := range f.Requests {
		n, ok := bound.(float64)
		switch {
		case bound == instance.Requests(explore.Unbounded):
			n = explore.Unbounded
		case !ok || n < 0 || n > maxTraceNumber || n != math.Trunc(n):
			return nil, r.errorAt("requests", `requests are integers of at least 0, or "unbounded"`)
		}
		in.Requests = append(in.Requests, int(n))
	}
	if f.Clock == explore.Integer.String() {
		in.Clock = explore.Integer
	}
	var err error
	if f.Faults != "" {
		if in.Faults, err = instance.ReadFaults(f.Faults); err != nil {
			return nil, r.errorAt("faults", "faults %v", err)
		}
	}
	if in.Quorums.Choice = f.QuorumChoice; f.Structure != nil {
		if in.Quorums.Structure, err = r.structure(f.Structure); err != nil {
			return nil, err
		}
	}
	t := &Trace{
		Version: f.Version, Instance: in, Property: explore.PropertyNamed(f.Property), Detail: f.Detail, Process: f.Process - 1,
		Shortest: f.Shortest, Start: max(f.Start-1, 0), Loop: f.Loop - 1,
	}
	for _, s := range f.Steps {
		t.Steps = append(t.Steps, explore.TraceStep{Process: s.Process - 1, From: s.From - 1, Name: s.Step, Outcome: s.Alternative, Place: s.Place})
	}
	return t, nil
}

// structure reads the structure file, at the place where it stands and with blanks
// before it, so that errors say where in this file they are.
func (r *traceReader) structure(value []byte) (*setsys.Structure, error) {
	blanks := bytes.Map(func(c rune) rune {
		if c == '\n' {
			return c
		}
		return ' '
	}, r.data[:r.places["structure"]])
	return setsys.Decode(r.file, append(blanks, value...), setsys.DecodeOptions{MaxSets: setsys.DefaultMaxSets, Construct: construct.Build})
}
