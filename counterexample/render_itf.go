package counterexample

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"

	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/counterexample/values"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys"
)

// RenderITF writes the run in the Informal Trace Format (Apalache's ADR 15),
// which viewers of TLA+ traces read. The variables of a state are
//
//	step      what led to it, in words
//	local     the local state of each process, a record
//	phase     of each process: thinking, waiting or inside
//	clock     of each process, with integer clocks
//	channels  the messages on their way, by sender and receiver
//
// Processes count from 1; where they have names, "#meta" has these in the order of
// the numbers, as "processes". With causal stamps, a time stamp is its number in the
// order of those in use, so one stamp may have different numbers in different
// states; with integer clocks it is the pair of clock value and process. A
// cycle is a loop of the format. A step that is not defined has no state after
// it: what is missing is in the description.
func RenderITF(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	n := telling.Processes(run)
	r := telling.Read(t, run)
	vars := []string{"step", "local", "phase", "channels"}
	if len(run.Configs[0].Clocks) > 0 {
		vars = append(vars, "clock")
	}
	states := []any{}
	for i, c := range run.Configs {
		step := "start"
		if i > 0 {
			step = r.Happens(i - 1)
		}
		local, phase, clock, channels := itfMap{}, itfMap{}, itfMap{}, itfMap{}
		for p := range n {
			local.put(p+1, itfOf(values.Addressable(c.Locals[p]), n, len(c.Clocks) > 0))
			phase.put(p+1, c.Observations[p].Phase.String())
			if len(c.Clocks) > 0 {
				clock.put(p+1, c.Clocks[p])
			}
		}
		for j, channel := range c.Channels {
			msgs := []any{}
			for _, m := range channel {
				msgs = append(msgs, itfOf(values.Addressable(m), n, len(c.Clocks) > 0))
			}
			if len(msgs) > 0 {
				channels.put(map[string]any{"#tup": []int{j/n + 1, j%n + 1}}, msgs)
			}
		}
		state := map[string]any{"#meta": map[string]any{"index": i}, "step": step, "local": local.value(), "phase": phase.value(), "channels": channels.value()}
		if len(c.Clocks) > 0 {
			state["clock"] = clock.value()
		}
		states = append(states, state)
	}
	end := ""
	if t.Loop >= 0 {
		states = states[:len(states)-1] // the last one is that of the loop point
		end = fmt.Sprintf(",\n \"loop\": %d", t.Loop)
	}
	var b bytes.Buffer
	line := func(before string, v any, after string) error {
		text, err := setsys.MarshalJSON(v)
		b.WriteString(before)
		b.Write(text)
		b.WriteString(after)
		return err
	}
	meta := map[string]any{
		"format":             "ITF",
		"format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
		"description":        fmt.Sprintf("%s, %s: %s", t.Instance.Algorithm, t.Instance.Variant, r.Violation()),
	}
	if len(r.Processes) > 0 {
		meta["processes"] = r.Processes
	}
	errs := []error{line("{\"#meta\": ", meta, ",\n"), line(" \"vars\": ", vars, ",\n \"states\": [\n")}
	for i, state := range states {
		sep := ",\n"
		if i == len(states)-1 {
			sep = "\n"
		}
		errs = append(errs, line("  ", state, sep))
	}
	fmt.Fprintf(&b, " ]%s}\n", end)
	_, err := w.Write(b.Bytes())
	return errors.Join(append(errs, err)...)
}

// An itfMap is a function of the format, in the order of putting.
type itfMap struct{ pairs [][]any }

func (m *itfMap) put(key, value any) { m.pairs = append(m.pairs, []any{key, value}) }

func (m *itfMap) value() any {
	if m.pairs == nil {
		return map[string]any{"#map": []any{}}
	}
	return map[string]any{"#map": m.pairs}
}

// exact is the first number that readers of JSON may round.
const exact = 1 << 53

// itfOf returns a value of a protocol's type in the form of the format. Zeros at
// the end of an array are dropped as far as it is longer than n.
func itfOf(v reflect.Value, n int, integer bool) any {
	switch {
	case v.Type() == values.StampType() && integer:
		clock, process := values.IntegerStamp(explore.Stamp(v.Uint()))
		return map[string]any{"#tup": []uint16{clock, process}}
	case v.Type() == values.StampType():
		return v.Uint()
	case v.Type() == reflect.TypeFor[explore.Set]():
		members := []int{}
		for _, p := range explore.Set(v.Uint()).Members() {
			members = append(members, p+1)
		}
		return map[string]any{"#set": members}
	}
	if s, ok := values.Stringer(v); ok && !obvious.Stamped(v.Type()) {
		if text, ok := values.Call(s); ok {
			return text
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		record := map[string]any{}
		for i := range v.NumField() {
			record[v.Type().Field(i).Name] = itfOf(v.Field(i), n, integer)
		}
		return record
	case reflect.Array:
		length := v.Len()
		for length > n && v.Index(length-1).IsZero() {
			length--
		}
		elements := []any{}
		for i := range length {
			elements = append(elements, itfOf(v.Index(i), n, integer))
		}
		return elements
	}
	plain := values.PlainOf(v)
	if v.CanInt() && (v.Int() >= exact || v.Int() <= -exact) || v.CanUint() && v.Uint() >= exact {
		return map[string]any{"#bigint": fmt.Sprint(plain)}
	}
	return plain
}
