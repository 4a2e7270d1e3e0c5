package protocols

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"qcheck/protocols/instance"
)

// Each package compiles the methods of all generic types that it can see from what it mentions. Every protocol mentions a
// Model, so what searches, proofs and replays are made of is not to be seen from there.
func TestModelHidesTables(t *testing.T) {
	heavy := []string{"explore/internal/table", "explore/internal/engine", "explore/internal/reduce", "explore/internal/plain"}
	known := map[reflect.Type]bool{}
	var walk func(x reflect.Type, way string)
	walk = func(x reflect.Type, way string) {
		if known[x] {
			return
		}
		known[x] = true
		if x.Name() != "" {
			way += " " + x.String()
			if slices.ContainsFunc(heavy, func(p string) bool { return strings.HasSuffix(x.PkgPath(), p) }) {
				t.Errorf("it has%s", way)
				return
			}
		}
		for m := range x.Methods() {
			walk(m.Type, way+"."+m.Name)
		}
		switch x.Kind() {
		case reflect.Map:
			walk(x.Key(), way)
			walk(x.Elem(), way)
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
			walk(x.Elem(), way)
		case reflect.Struct:
			for f := range x.Fields() {
				walk(f.Type, way+"."+f.Name)
			}
		case reflect.Func:
			for of := range x.Ins() {
				walk(of, way)
			}
			for of := range x.Outs() {
				walk(of, way)
			}
		}
	}
	walk(reflect.TypeFor[*instance.Model](), "")
	if len(known) < 100 {
		t.Errorf("%d types were seen", len(known))
	}
}
