package counterexample

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"qcheck/explore"
)

type paint uint8

func (c paint) String() string { return [...]string{"red", "green"}[c] }

type note struct {
	Colour paint
	At     explore.Stamp
	Count  int8
}

// Numbers that JSON readers may round are written as texts, arrays are cut to
// the processes as far as nothing is lost.
func TestITFValues(t *testing.T) {
	for _, c := range []struct {
		value   any
		integer bool
		want    string
	}{
		{uint64(1<<53 - 1), false, `9007199254740991`},
		{uint64(1 << 53), false, `{"#bigint":"9007199254740992"}`},
		{int64(math.MinInt64 + 1), false, `{"#bigint":"-9223372036854775807"}`},
		{int64(math.MinInt64), false, `{"#bigint":"-9223372036854775808"}`},
		{int8(-3), false, `-3`},
		{true, false, `true`},
		{paint(0), false, `"red"`},
		{explore.Stamp(3), false, `3`},
		{explore.Stamp(32*5 + 2), true, `{"#tup":[5,2]}`},
		{explore.Set(0), false, `{"#set":[]}`},
		{explore.SetOf(1, 2), false, `{"#set":[2,3]}`},
		{explore.ProcessOf(1), false, `2`},
		{explore.PerProcess[uint8]{1}, false, `[1,0]`},
		{[4]uint8{1}, false, `[1,0]`},
		{[4]uint8{0, 0, 3}, false, `[0,0,3]`},
		{note{Colour: 1, At: 1}, false, `{"At":1,"Colour":"green","Count":0}`},
		{struct{ hidden uint8 }{7}, false, `{"hidden":7}`},
	} {
		got, err := json.Marshal(itfOf(reflect.ValueOf(c.value), 2, c.integer))
		if err != nil || string(got) != c.want {
			t.Errorf("%T: %s, %v, want %s", c.value, got, err, c.want)
		}
	}
}
