package explore

import (
	"slices"
	"testing"

	"qcheck/explore/protocol"
)

// TestParts counts the values of a protocol in which they can be counted by hand: each of
// two processes sends the other its number of letters, one to three.
func TestParts(t *testing.T) {
	type local struct {
		Sent     uint8
		received [2]uint8
		Idle     bool
	}
	type step = protocol.Step[local, uint8]
	m, err := NewModel(protocol.Protocol[local, uint8]{
		Name: "letters", N: 2, Steps: []string{"send", "take"},
		Init: func(p int) local { return local{} },
		Actions: func(p int, l local) []step {
			if l.Sent == 3 {
				return nil
			}
			l.Sent++
			return []step{{Name: "send", Next: l, Send: []protocol.Out[uint8]{{To: 1 - p, Msg: l.Sent}}}}
		},
		Deliver: func(p int, l local, from int, m uint8) []step {
			l.received[from] = m
			return []step{{Name: "take", Next: l}}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), m, Options{Requests: []int{0, 0}, Asymmetric: true, Parts: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []Part{
		{Name: "local states", Values: 28}, // 4 numbers sent by 4 received, of each process; where nothing was received they are the same
		{Name: "field Sent", Values: 4},
		{Name: "field received", Values: 7},
		{Name: "field Idle", Values: 1},
		{Name: "messages", Values: 3},
		{Name: "contents of a channel", Values: 7}, // 0 to 3 of the letters in a row: none, 1, 2, 3, 12, 23, 123
	}
	if !slices.Equal(r.Stats.Parts, want) {
		t.Errorf("%v, want %v", r.Stats.Parts, want)
	}
}
