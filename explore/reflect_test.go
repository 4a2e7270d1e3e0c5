package explore

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"qcheck/explore/protocol"
)

type inner struct {
	Flag bool
	T    protocol.Stamp
	pair [2]protocol.Stamp
}

type outer struct {
	A    uint8
	T    protocol.Stamp
	Rows [2]inner
	Last int64
	end  protocol.Stamp
}

func TestStampOffsets(t *testing.T) {
	at, err := protocol.StampOffsets(reflect.TypeFor[outer]())
	if err != nil {
		t.Fatal(err)
	}
	v := outer{T: 1, Rows: [2]inner{{T: 2, pair: [2]protocol.Stamp{3, 4}}, {T: 5, pair: [2]protocol.Stamp{6, 7}}}, Last: -1, end: 8}
	var seen []protocol.Stamp
	for _, offset := range at {
		s := (*protocol.Stamp)(unsafe.Add(unsafe.Pointer(&v), offset))
		seen = append(seen, *s)
		*s *= 10
	}
	if !slices.Equal(seen, []protocol.Stamp{1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("stamps %v", seen)
	}
	want := outer{T: 10, Rows: [2]inner{{T: 20, pair: [2]protocol.Stamp{30, 40}}, {T: 50, pair: [2]protocol.Stamp{60, 70}}}, Last: -1, end: 80}
	if v != want {
		t.Errorf("%+v, want %+v", v, want)
	}
	for _, plain := range []reflect.Type{reflect.TypeFor[struct{}](), reflect.TypeFor[uint64](), reflect.TypeFor[[3]protocol.Set]()} {
		if at, err := protocol.StampOffsets(plain); err != nil || len(at) != 0 {
			t.Errorf("%v: stamps at %v, %v", plain, at, err)
		}
	}
}

func TestTypesThatAreRefused(t *testing.T) {
	for want, typ := range map[string]reflect.Type{
		"string":    reflect.TypeFor[struct{ Name string }](),
		"ptr":       reflect.TypeFor[*int](),
		"interface": reflect.TypeFor[[2]any](),
		"chan":      reflect.TypeFor[struct{ C chan int }](),
		"float64":   reflect.TypeFor[struct{ A [1]struct{ F float64 } }](),
		"uintptr":   reflect.TypeFor[uintptr](),
	} {
		if _, err := protocol.StampOffsets(typ); err == nil || !strings.Contains(err.Error(), "is a "+want) {
			t.Errorf("%v: %v, want %s", typ, err, want)
		}
	}
}

func TestModelsThatAreRefused(t *testing.T) {
	good := func() protocol.Protocol[uint8, uint8] {
		return protocol.Protocol[uint8, uint8]{
			Name: "good", N: 2,
			Init:      func(int) uint8 { return 0 },
			Deliver:   func(int, uint8, int, uint8) []protocol.Step[uint8, uint8] { return nil },
			Exclusion: protocol.Exclusion[uint8]{Observe: func(int, uint8) protocol.Observation { return protocol.Observation{} }},
		}
	}
	m, err := NewModel(good())
	if err != nil || m.Name() != "good" || m.Processes() != 2 || len(m.Steps()) != 0 {
		t.Errorf("%v, %v", m, err)
	}
	for why, change := range map[string]func(*protocol.Protocol[uint8, uint8]){
		"1 to 16 processes, not 0":  func(p *protocol.Protocol[uint8, uint8]) { p.N = 0 },
		"1 to 16 processes, not 17": func(p *protocol.Protocol[uint8, uint8]) { p.N = 17 },
		"lacks Init, and Starts":    func(p *protocol.Protocol[uint8, uint8]) { p.Init = nil },
		"returns no start": func(p *protocol.Protocol[uint8, uint8]) {
			p.Init, p.Starts = nil, func() []protocol.Start[uint8, uint8] { return nil }
		},
		"no Observe": func(p *protocol.Protocol[uint8, uint8]) { p.Observe, p.Safe = nil, protocol.AtMost(1) },
		"not -1":     func(p *protocol.Protocol[uint8, uint8]) { p.Clock.Start = -1 },
		"not 2047":   func(p *protocol.Protocol[uint8, uint8]) { p.Clock.Start = 2047 },
	} {
		p := good()
		change(&p)
		if _, err := NewModel(p); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v, want %s", err, why)
		}
	}
	named := protocol.Protocol[struct{ Name string }, uint8]{
		Name: "named", N: 1,
		Init:      func(int) struct{ Name string } { return struct{ Name string }{} },
		Deliver:   func(int, struct{ Name string }, int, uint8) []protocol.Step[struct{ Name string }, uint8] { return nil },
		Exclusion: protocol.Exclusion[struct{ Name string }]{Observe: func(int, struct{ Name string }) protocol.Observation { return protocol.Observation{} }},
	}
	if _, err := NewModel(named); err == nil || !strings.Contains(err.Error(), ".Name is a string") {
		t.Errorf("a string: %v", err)
	}
}
