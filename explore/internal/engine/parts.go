package engine

import (
	"reflect"

	"qcheck/explore/internal/plain"
)

// Parts returns the parts of a protocol's states: local states, each field of them,
// messages, and the contents of a channel.
func (b *values) Parts() []Part {
	type field struct {
		reflect.StructField
		values map[plain.Value]bool
	}
	var fields []field
	if t := b.P.Local.Type; t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			fields = append(fields, field{t.Field(i), map[plain.Value]bool{}})
		}
	}
	states := map[plain.Value]bool{}
	for id := range b.Records.Len() {
		r := b.Records.At(RecordID(id))
		state := r.State
		if int(r.Process) == b.N || states[state] {
			continue
		}
		states[state] = true
		for _, f := range fields {
			f.values[state[f.Offset:f.Offset+f.Type.Size()]] = true
		}
	}
	messages := map[plain.Value]bool{}
	for id := range b.Packets.Len() {
		messages[b.Packets.At(PacketID(id)).Msg] = true
	}
	parts := []Part{{"local states", len(states)}}
	for _, f := range fields {
		parts = append(parts, Part{"field " + f.Name, len(f.values)})
	}
	return append(parts, Part{"messages", len(messages)}, Part{"contents of a channel", b.contents.Len()})
}
