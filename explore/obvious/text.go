package obvious

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
)

// Text writes the state as certificates do (see package certify).
func (s State) Text() string {
	var text strings.Builder
	for p, l := range s.Local {
		if p > 0 {
			text.WriteByte('|')
		}
		if s.Down == nil {
			text.WriteString(sparse(s.Heard[p], s.Own[p], s.Asked[p], l))
		} else {
			text.WriteString(sparse(s.Heard[p], s.Own[p], s.Asked[p], s.Down[p], Budget{}, s.untold(p), l))
		}
		for to := range s.Local {
			for i, k := range s.Channels[p*len(s.Local)+to] {
				if i == 0 {
					fmt.Fprintf(&text, ">%d", to+1)
				}
				text.WriteString("(" + sparse(k.Heard, k.Msg) + ")")
			}
		}
	}
	if s.Down != nil {
		if s.History == nil {
			s.History = struct{}{}
		}
		text.WriteString("|" + sparse(0, 0, 0, 0, s.Left, s.untold(-1), s.History))
	}
	return text.String()
}

// untold returns what there is of reports of a process, or of the environment: nothing if there are none.
func (s State) untold(p int) any {
	switch {
	case s.Untold == nil:
		return struct{}{}
	case p < 0:
		return explore.Set(0)
	}
	return s.Untold[p]
}

// sparse writes the numbers of which some values consist, without those that are 0.
func sparse(values ...any) string {
	var text []byte
	at := 0
	for _, value := range values {
		numbers(reflect.ValueOf(value), func(v reflect.Value) {
			if at++; v.IsZero() {
				return
			}
			text = append(strconv.AppendInt(append(text, ' '), int64(at), 10), '=')
			switch {
			case v.CanInt():
				text = strconv.AppendInt(text, v.Int(), 10)
			case v.CanUint():
				text = strconv.AppendUint(text, v.Uint(), 10)
			default:
				text = append(text, '1') // true
			}
		})
	}
	return strings.TrimPrefix(string(text), " ")
}

// numbers calls f for each number of which a value consists.
func numbers(v reflect.Value, f func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			numbers(v.Field(i), f)
		}
	case reflect.Array:
		for i := range v.Len() {
			numbers(v.Index(i), f)
		}
	default:
		f(v)
	}
}

// Numbers names the numbers of which, in the text of a state, the record of a process and
// a message consist.
func (x Semantics) Numbers() (local, message []string) {
	head := []string{"clock", "own", "asked"}
	if x.w.Faults.Any() || x.w.History != nil {
		head = append(head, "down", "crashes left", "restarts left", "losses left", "copies left")
	}
	if x.w.Faults.Suspect {
		head = append(head, "untold")
	}
	return append(head, names(reflect.TypeOf(x.w.local), "")...),
		slices.Concat([]string{"clock"}, names(reflect.TypeOf(x.w.message), ""))
}

// names names the numbers of which values of a type consist.
func names(t reflect.Type, name string) (all []string) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			all = append(all, names(t.Field(i).Type, name+"."+t.Field(i).Name)...)
		}
	case reflect.Array:
		for i := range t.Len() {
			all = append(all, names(t.Elem(), fmt.Sprintf("%s[%d]", name, i))...)
		}
	default:
		all = append(all, name)
	}
	return all
}
