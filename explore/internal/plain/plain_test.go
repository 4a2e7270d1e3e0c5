package plain

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"qcheck/explore/protocol"
	"qcheck/setsys/slow"
)

// A thing has all that values are made of: padding, a blank field, stamps, and names of processes
// within each other.
type thing struct {
	Flag  bool
	Wide  int64
	_     uint16
	Stamp protocol.Stamp
	Who   protocol.Process
	All   protocol.Set
	Of    protocol.PerProcess[entry]
	List  [2]entry
}

type entry struct {
	Small uint8
	Count uint32
	At    protocol.Stamp
	Known protocol.Set
	Next  protocol.Process
}

const processes = 3

// fill sets each number of a value to a small random one, blank fields left out.
func fill(v reflect.Value, r *rand.Rand) {
	eachPart(v, nil, func(x reflect.Value, _ []int) {
		switch {
		case x.Kind() == reflect.Bool:
			x.SetBool(r.IntN(2) == 0)
		case x.Type() == reflect.TypeFor[protocol.Set]():
			x.SetUint(uint64(r.IntN(1 << processes)))
		case x.CanInt():
			x.SetInt(int64(r.IntN(5)) - 2)
		default:
			x.SetUint(uint64(r.IntN(1 + processes)))
		}
	})
}

// eachPart calls f for each number, with the processes whose entries it is in.
func eachPart(v reflect.Value, in []int, f func(x reflect.Value, in []int)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				eachPart(v.Field(i), in, f)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			if protocol.IsPerProcess(v.Type()) {
				eachPart(v.Index(i), append(slices.Clone(in), i), f)
			} else {
				eachPart(v.Index(i), in, f)
			}
		}
	default:
		f(v, in)
	}
}

func changed(x thing, f func(x reflect.Value, in []int)) thing {
	eachPart(reflect.ValueOf(&x).Elem(), nil, f)
	return x
}

func renamedThing(x thing, r []int) thing {
	name := func(v *protocol.Process) {
		if *v > 0 && int(*v) <= len(r) {
			*v = protocol.ProcessOf(r[v.Index()])
		}
	}
	set := func(s *protocol.Set) {
		var to protocol.Set
		for _, p := range s.Members() {
			if p < len(r) {
				p = r[p]
			}
			to = to.With(p)
		}
		*s = to
	}
	one := func(e *entry) {
		name(&e.Next)
		set(&e.Known)
	}
	name(&x.Who)
	set(&x.All)
	for i := range x.List {
		one(&x.List[i])
	}
	of := x.Of
	for p, e := range of {
		one(&e)
		if p < len(r) {
			p = r[p]
		}
		x.Of[p] = e
	}
	return x
}

// Values are compared with what reflection, and plain code, makes of the same things.
func TestValues(t *testing.T) {
	form, err := FormOf[thing]()
	if err != nil {
		t.Fatal(err)
	}
	r := slow.Random(t, 1)
	for range 500 {
		var x thing
		fill(reflect.ValueOf(&x).Elem(), r)
		clear(x.Of[processes:]) // there are no others
		v := Pack(form, x)
		same := func(what string, got Value, want thing) {
			t.Helper()
			if got != Pack(form, want) || Unpack[thing](got) != want || form.Typed(got) != any(want) {
				t.Fatalf("%s of %+v is %+v, not %+v", what, x, Unpack[thing](got), want)
			}
		}
		same("itself", v, x)
		dirty := x
		blank, _ := reflect.TypeFor[thing]().FieldByName("_")
		*(*uint16)(unsafe.Add(unsafe.Pointer(&dirty), blank.Offset)) = 7
		if *(*uint8)(unsafe.Add(unsafe.Pointer(&dirty), blank.Offset)) == 0 || Pack(form, dirty) != v {
			t.Fatal("a blank field tells values apart")
		}

		parts := AppendParts([]byte("head"), v, form)
		if len(parts) != len("head")+form.Size() {
			t.Fatalf("%d bytes of parts, not %d", len(parts)-4, form.Size())
		}
		back, rest := FromParts(append(parts[4:], "rest"...), form)
		if same("the parts", back, x); string(rest) != "rest" {
			t.Fatalf("%q is left", rest)
		}

		var met []protocol.Stamp
		twice := v
		twice.EachStamp(form, func(s protocol.Stamp) protocol.Stamp {
			met = append(met, s)
			return s * 2
		})
		var want []protocol.Stamp
		same("doubled stamps", twice, changed(x, func(y reflect.Value, _ []int) {
			if y.Type() == reflect.TypeFor[protocol.Stamp]() {
				want = append(want, protocol.Stamp(y.Uint()))
				y.SetUint(2 * y.Uint())
			}
		}))
		if same("the value before", v, x); !slices.Equal(met, want) {
			t.Fatalf("stamps %v, not %v", met, want)
		}

		keep := protocol.Set(r.IntN(1 << processes))
		same("the cut", v.Cut(form, keep), changed(x, func(y reflect.Value, in []int) {
			switch {
			case slices.ContainsFunc(in, func(p int) bool { return !keep.Has(p) }):
				y.SetZero()
			case y.Type() == reflect.TypeFor[protocol.Set]():
				y.SetUint(y.Uint() & uint64(keep))
			}
		}))
		by := r.Perm(processes)
		same("the renamed one", v.Renamed(form, by), renamedThing(x, by))
	}
	var none Value
	none.EachStamp(form, func(protocol.Stamp) protocol.Stamp { t.Error("no value has a stamp"); return 0 })
	if none.Cut(form, 0) != "" || none.Renamed(form, []int{1, 0}) != "" || Unpack[thing](none) != (thing{}) {
		t.Error("no value is something")
	}
}
