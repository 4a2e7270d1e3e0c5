package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	if err := setsys.CheckSyntax(file, data, "trace"); err != nil {
		return nil, err
	}
	r := &traceReader{d: json.NewDecoder(bytes.NewReader(data)), file: file, data: data}
	r.d.UseNumber()
	t := &Trace{Process: -1, Loop: -1}
	if err := r.trace(t); err != nil {
		return nil, err
	}
	return t, nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (t *Trace) UnmarshalJSON(data []byte) error {
	u, err := Decode("trace", data)
	if err == nil {
		*t = *u
	}
	return err
}

// A traceReader reads JSON and knows where it is.
type traceReader struct {
	d    *json.Decoder
	file string
	data []byte
}

// next returns the offset of the next token, behind one comma or colon.
func (r *traceReader) next() int {
	at := r.skipBlanks(int(r.d.InputOffset()))
	if at < len(r.data) && (r.data[at] == ',' || r.data[at] == ':') {
		at = r.skipBlanks(at + 1)
	}
	return at
}

func (r *traceReader) skipBlanks(at int) int {
	for at < len(r.data) && strings.IndexByte(" \t\r\n", r.data[at]) >= 0 {
		at++
	}
	return at
}

func (r *traceReader) errorAt(at int, format string, args ...any) error {
	return setsys.ErrorAt(r.file, r.data, min(at, len(r.data)), format, args...)
}

// broken is the error for what is no JSON to the decoder, though its syntax was
// found right.
func (r *traceReader) broken(at int, err error) error { return r.errorAt(at, "%s", err) }

// token reads the next token, which must be of type T.
func token[T any](r *traceReader, want string) (T, int, error) {
	at := r.next()
	tok, err := r.d.Token()
	v, ok := tok.(T)
	if err != nil {
		err = r.broken(at, err)
	} else if !ok {
		err = r.errorAt(at, "%s is expected here", want)
	}
	return v, at, err
}

func (r *traceReader) delim(want json.Delim, name string) error {
	got, at, err := token[json.Delim](r, name)
	if err == nil && got != want {
		err = r.errorAt(at, "%s is expected here", name)
	}
	return err
}

// object reads an object and calls field for each key. It must have the
// required keys.
func (r *traceReader) object(name string, required []string, field func(key string, at int) error) error {
	start := r.next()
	if err := r.delim('{', name+" (an object)"); err != nil {
		return err
	}
	var seen []string
	for r.d.More() {
		key, at, err := token[string](r, "a key")
		if err != nil {
			return err
		}
		if slices.Contains(seen, key) {
			return r.errorAt(at, "key %q is there twice", clip(key))
		}
		seen = append(seen, key)
		if err := field(key, at); err != nil {
			return err
		}
	}
	if err := r.delim('}', "the end of "+name); err != nil {
		return err
	}
	for _, key := range required {
		if !slices.Contains(seen, key) {
			return r.errorAt(start, "%s has no %q", name, key)
		}
	}
	return nil
}

func (r *traceReader) list(name string, element func() error) error {
	if err := r.delim('[', name+" (a list)"); err != nil {
		return err
	}
	for r.d.More() {
		if err := element(); err != nil {
			return err
		}
	}
	return r.delim(']', "the end of "+name)
}

func (r *traceReader) text(name string) (string, error) {
	s, at, err := token[string](r, name+" (a string)")
	if err == nil && s == "" {
		err = r.errorAt(at, "%s is empty", name)
	}
	return s, err
}

func (r *traceReader) choice(name string, choices ...string) (string, error) {
	s, at, err := token[string](r, name+" (a string)")
	if err == nil && !slices.Contains(choices, s) {
		err = r.errorAt(at, "%s must be %s, not %q", name, strings.Join(choices, " or "), clip(s))
	}
	return s, err
}

func (r *traceReader) number(name string, least int) (int, error) {
	n, at, err := token[json.Number](r, fmt.Sprintf("%s (an integer)", name))
	if err != nil {
		return 0, err
	}
	return r.inRange(n, at, name, least)
}

func (r *traceReader) inRange(n json.Number, at int, name string, least int) (int, error) {
	v, err := strconv.Atoi(n.String())
	if err != nil || v < least || v > maxTraceNumber {
		return 0, r.errorAt(at, "%s must be an integer of at least %d, not %s", name, least, clip(n.String()))
	}
	return v, nil
}

func (r *traceReader) trace(t *Trace) error {
	required := []string{"schema", "algorithm", "n", "requests", "clock", "selfMessages", "property", "detail", "shortest", "steps"}
	in := &t.Instance
	loopAt := 0
	err := r.object("the trace", required, func(key string, at int) (err error) {
		switch key {
		case "schema":
			_, err = r.choice("schema", Schema, earlierSchema)
		case "version":
			t.Version, err = r.text(key)
		case "algorithm":
			in.Algorithm, err = r.text(key)
		case "variant":
			in.Variant, err = r.text(key)
		case "n":
			in.N, err = r.number(key, 1)
		case "k":
			var k int
			k, err = r.number(key, 1)
			*in = in.With(instance.K, strconv.Itoa(k))
		case "parameters":
			err = r.object(key, nil, func(name string, at int) error {
				if name == instance.K {
					return r.errorAt(at, "%s is a key of the trace", name)
				}
				text, err := r.text(name)
				*in = in.With(name, text)
				return err
			})
		case "structure":
			in.Quorums.Structure, err = r.structure()
		case "quorumChoice":
			in.Quorums.Choice, err = r.choice(key, instance.Any, instance.Fixed)
		case "requests":
			err = r.list(key, func() error { return r.bound(in) })
		case "clock":
			var clock string
			clock, err = r.choice(key, explore.Causal.String(), explore.Integer.String())
			if clock == explore.Integer.String() {
				in.Clock = explore.Integer
			}
		case "clockMax":
			in.ClockMax, err = r.number(key, 1)
		case "selfMessages":
			var way string
			way, err = r.choice(key, instance.SelfMessages(false), instance.SelfMessages(true))
			in.Queued = way == instance.SelfMessages(true)
		case "network":
			var names []string
			for _, n := range explore.Networks() {
				names = append(names, n.String())
			}
			in.Network, err = r.choice(key, names...)
		case "faults":
			at := r.next()
			var text string
			if text, err = r.text(key); err == nil {
				if in.Faults, err = instance.ReadFaults(text); err != nil {
					err = r.errorAt(at, "faults %v", err)
				}
			}
		case "property":
			var name string
			name, err = r.text(key)
			t.Property = explore.PropertyNamed(name)
		case "detail":
			t.Detail, err = r.text(key)
		case "process":
			t.Process, err = r.number(key, 1)
			t.Process--
		case "shortest":
			t.Shortest, _, err = token[bool](r, "shortest (true or false)")
		case "start":
			t.Start, err = r.number(key, 2)
			t.Start--
		case "loop":
			loopAt = at
			t.Loop, err = r.number(key, 1)
			t.Loop--
		case "steps":
			err = r.list(key, func() error { return r.step(t) })
		default:
			err = r.errorAt(at, "unknown key %q", clip(key))
		}
		return err
	})
	if err == nil && t.Loop >= len(t.Steps) {
		err = r.errorAt(loopAt, "loop is %d, but there are %d steps", t.Loop+1, len(t.Steps))
	}
	return err
}

func (r *traceReader) bound(in *instance.Instance) error {
	at := r.next()
	tok, err := r.d.Token()
	if err != nil {
		return r.broken(at, err)
	}
	if tok == "unbounded" {
		in.Requests = append(in.Requests, explore.Unbounded)
		return nil
	}
	n, ok := tok.(json.Number)
	if !ok {
		return r.errorAt(at, "requests are integers or \"unbounded\"")
	}
	v, err := r.inRange(n, at, "a number of requests", 0)
	in.Requests = append(in.Requests, v)
	return err
}

func (r *traceReader) step(t *Trace) error {
	s := explore.TraceStep{From: -1}
	err := r.object("a step", []string{"process", "step"}, func(key string, at int) (err error) {
		switch key {
		case "process":
			s.Process, err = r.number(key, 1)
			s.Process--
		case "from":
			s.From, err = r.number(key, 1)
			s.From--
		case "step":
			s.Name, err = r.text(key)
		case "alternative":
			s.Outcome, err = r.number(key, 0)
		case "place":
			value := r.next()
			s.Place, err = r.number(key, explore.SamePlace)
			if err == nil && s.Place == 0 {
				err = r.errorAt(value, "place is 0: places count from 1")
			}
		default:
			err = r.errorAt(at, "unknown key %q", clip(key))
		}
		return err
	})
	t.Steps = append(t.Steps, s)
	return err
}

// structure reads the structure file, at the place where it stands and with blanks
// before it, so that errors say where in this file they are.
func (r *traceReader) structure() (*setsys.Structure, error) {
	at := r.next()
	if at < len(r.data) && r.data[at] != '{' {
		return nil, r.errorAt(at, "structure (an object) is expected here")
	}
	var value json.RawMessage
	if err := r.d.Decode(&value); err != nil {
		return nil, r.broken(at, err)
	}
	blanks := bytes.Map(func(c rune) rune {
		if c == '\n' {
			return c
		}
		return ' '
	}, r.data[:at])
	return setsys.Decode(r.file, append(blanks, value...), setsys.DecodeOptions{MaxSets: setsys.DefaultMaxSets, Construct: construct.Build})
}

// clip cuts what messages repeat of a file.
func clip(s string) string {
	const limit = 40
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "..."
	}
	return s
}
