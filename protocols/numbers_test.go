package protocols_test

import (
	"math"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/abd"
	"qcheck/protocols/carvalhoroucairol"
	"qcheck/protocols/instance"
	"qcheck/protocols/prototest"
	"qcheck/protocols/raymond"
	"qcheck/protocols/raynal"
	"qcheck/protocols/ricartagrawala"
	"qcheck/protocols/suzukikasami"
	"qcheck/setsys/slow"
)

// end says of the first of some steps whether it is the end of what the model can count.
func end[L, M comparable](steps []explore.Step[L, M]) bool { return steps[0].Overflow != "" }

// No number begins again from 0: the step that would take the last one further ends the search, and the step before does not.
func TestNumbersDoNotBeginAgain(t *testing.T) {
	ricart := prototest.Build(t, ricartagrawala.New, ricartagrawala.Config{N: 2, Variant: "numbers"})
	carvalho := prototest.Build(t, carvalhoroucairol.New, carvalhoroucairol.Config{N: 2, Variant: "numbers"})
	suzuki := prototest.Build(t, suzukikasami.New, suzukikasami.Config{N: 2})
	of := func(variant string) explore.Protocol[raymond.State, raymond.Message] {
		return prototest.Build(t, raymond.New, raymond.Config{N: 2, K: 2, Variant: variant})
	}
	config := abd.Config{N: 1, Writers: 3, Writes: 100, Read: []explore.Set{1}, Write: []explore.Set{1}}
	register := prototest.Build(t, abd.New, config)
	config.Writers, config.Variant = 1, "single-writer"
	alone := prototest.Build(t, abd.New, config)
	for name, at := range map[string]func(below int) bool{
		"ricart-agrawala": func(b int) bool {
			return end(ricart.Actions(0, ricartagrawala.State{Highest: uint16(math.MaxUint16 - b)}))
		},
		"carvalho-roucairol": func(b int) bool {
			return end(carvalho.Actions(0, carvalhoroucairol.State{Highest: uint16(math.MaxUint16 - b)}))
		},
		"suzuki-kasami": func(b int) bool {
			return end(suzuki.Actions(1, suzukikasami.State[uint8]{RN: explore.PerProcess[uint8]{0, uint8(math.MaxUint8 - b)}}))
		},
		"raymond, deferred": func(b int) bool {
			s := raymond.State{Phase: explore.Inside, Stamp: 1, Deferred: explore.PerProcess[uint16]{0, uint16(math.MaxUint16 - b)}}
			return end(of("printed").Deliver(0, s, 1, raymond.Message{Kind: raymond.REQUEST, Stamp: 2}))
		},
		"raymond, counted": func(b int) bool {
			return end(of("carried").Deliver(0, raymond.State{Replies: uint16(math.MaxUint16 - b)}, 1, raymond.Message{Kind: raymond.REPLY}))
		},
		"raymond, owed": func(b int) bool {
			return end(of("spin").Actions(0, raymond.State{Owed: explore.PerProcess[uint16]{0, uint16(math.MaxUint16 - b)}}))
		},
		"abd": func(b int) bool {
			m := abd.Message{Kind: abd.ANSWER, Operation: 1, Tag: abd.Tag{Number: uint8(math.MaxUint8 - b), Writer: 3}}
			return end(register.Deliver(1, abd.State{Phase: abd.Querying}, 0, m))
		},
		"abd, one writer": func(b int) bool {
			return end(alone.Actions(1, abd.State{Tag: abd.Tag{Number: uint8(math.MaxUint8 - b), Writer: 2}}))
		},
	} {
		if at(1) || !at(0) {
			t.Errorf("%s: ends one before the last %t, and with the last %t", name, at(1), at(0))
		}
	}
}

// What is used of resources is counted beyond 32767: 255 times 254 that are freed at once are taken away.
func TestManyResources(t *testing.T) {
	p := prototest.Build(t, raynal.New, raynal.Config{N: 2, M: 255, Variant: "overwritten"})
	s := raynal.State{Used: explore.PerProcess[int32]{0, 300}}
	m := raynal.Message{Kind: raynal.NOT_USED, Units: 255 * 254}
	if got := p.Deliver(0, s, 1, m)[0].Next.Used[1]; got != 300-255*254 {
		t.Errorf("%d", got)
	}
}

// Where messages are taken at once no channel fills, and runs of requests without bound come to the last number: that is no verdict.
func TestInstantNumbersEnd(t *testing.T) {
	slow.Only(t, "a minute")
	for algorithm, variant := range map[string]string{"ricart-agrawala": "numbers", "carvalho-roucairol": "numbers", "raymond": "spin"} {
		in := instance.Instance{Algorithm: algorithm, Variant: variant, N: 2, Network: "instant"}
		if algorithm == "raymond" {
			in.Params = map[string]string{"k": "2"}
		}
		in.Requests = in.Each(explore.Unbounded)
		m, err := protocols.All().Open(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := m.Instance.Options()
		o.Check = []explore.Property{explore.Safety}
		r, err := explore.Run(t.Context(), m.Model, o)
		if err != nil || r.Complete || r.Properties[0].Verdict != verdict.Unknown || !strings.Contains(r.Stopped, "65535") {
			t.Errorf("%s: %v, %+v", algorithm, err, r)
		}
	}
}
