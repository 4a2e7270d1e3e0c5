package engine

import (
	"fmt"
	"reflect"
	"strconv"
)

// How certificates write a block: the numbers of the record that are not 0, each with its
// place from 1 on, and behind them the messages of each channel that is not empty.

// Plain writes a block.
func (b *values) Plain(block BlockID) string {
	row := b.Blocks.At(block)
	r := b.Records.At(row.Record())
	numbers := []uint64{uint64(r.known), uint64(bit(r.same)), uint64(r.Asked)}
	if b.environment() {
		numbers = r.environmental(numbers, b.Faults.Suspect)
	}
	text := appendPlain(nil, reflect.ValueOf(b.form(r).Typed(r.State)), numbers...)
	for to, c := range row.channels(b.N) {
		packets := b.PacketsIn(c)
		if len(packets) > 0 {
			text = fmt.Appendf(text, ">%d", to+1)
		}
		for _, id := range packets {
			k := b.Packets.At(id)
			text = append(text, '(')
			text = append(text, appendPlain(nil, reflect.ValueOf(b.P.Message.Typed(k.Msg)), uint64(k.known))...)
			text = append(text, ')')
		}
	}
	return string(text)
}

// appendPlain appends some numbers, and those of which a value consists.
func appendPlain(text []byte, v reflect.Value, before ...uint64) []byte {
	at := 0
	put := func(number string) {
		if at++; number == "0" {
			return
		}
		if len(text) > 0 {
			text = append(text, ' ')
		}
		text = append(strconv.AppendInt(text, int64(at), 10), '=')
		text = append(text, number...)
	}
	for _, x := range before {
		put(strconv.FormatUint(x, 10))
	}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch {
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case v.Kind() == reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case v.CanInt():
			put(strconv.FormatInt(v.Int(), 10))
		case v.CanUint():
			put(strconv.FormatUint(v.Uint(), 10))
		case v.Bool():
			put("1")
		default:
			put("0")
		}
	}
	walk(v)
	return text
}

// Layout names the numbers in records and messages, in their order.
func (b *values) Layout() (local, message []string) {
	local = []string{"clock", "own", "asked"}
	if b.environment() {
		local = append(local, "down", "crashes left", "restarts left", "losses left", "copies left")
	}
	if b.Faults.Suspect {
		local = append(local, "untold")
	}
	return append(local, names(b.P.Local.Type, "")...),
		append([]string{"clock"}, names(b.P.Message.Type, "")...)
}

// names names the numbers of which values of a type consist, as Go does below a variable
// with the given name.
func names(t reflect.Type, below string) []string {
	var all []string
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			all = append(all, names(t.Field(i).Type, below+"."+t.Field(i).Name)...)
		}
	case reflect.Array:
		for i := range t.Len() {
			all = append(all, names(t.Elem(), fmt.Sprintf("%s[%d]", below, i))...)
		}
	default:
		all = append(all, below)
	}
	return all
}
