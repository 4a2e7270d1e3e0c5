package explore_test

import (
	"testing"

	"qcheck/explore"
)

// A search that reads its levels knows whether steps ask, and send to oneself, as one in memory
// does: also where requests are spent, and where an ask is not defined.
func TestLevelsSayWhatStepsDo(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	ask := step{Name: "ask", Kind: explore.Ask, Next: 1}
	own := ask
	own.Send = []explore.Out[uint8]{{To: 0, Msg: 1}}
	for _, x := range []struct {
		name     string
		first    step
		requests int
		asks, to bool
	}{
		{"asks", ask, 1, true, false},
		{"asks more often than it may", ask, 0, true, false},
		{"asks in a way that is not defined", step{Name: "ask", Kind: explore.Ask, Undefined: "no"}, 1, false, false},
		{"asks itself", own, 1, true, true},
		{"does not ask", step{Name: "move", Next: 1}, 1, false, false},
	} {
		model := func() explore.Model {
			m, err := explore.NewModel(explore.Protocol[uint8, uint8]{
				Name: "short", N: 1, Init: func(int) uint8 { return 0 },
				Actions: func(_ int, l uint8) []step {
					if l == 0 {
						return []step{x.first}
					}
					return nil
				},
				Deliver:   func(_ int, l uint8, _ int, _ uint8) []step { return []step{{Name: "take", Next: 2}} },
				Exclusion: explore.Exclusion[uint8]{Observe: func(int, uint8) explore.Observation { return explore.Observation{} }},
			})
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		dir := t.TempDir()
		for i, o := range []explore.Options{{}, {Levels: &explore.Levels{Dir: dir}}, {Levels: &explore.Levels{Dir: dir}}} {
			o.Requests = []int{x.requests}
			m := model()
			if _, err := explore.Run(t.Context(), m, o); err != nil {
				t.Fatalf("%s: %v", x.name, err)
			}
			if met := m.Met(); met.Asks.Load() != x.asks || met.ToSelf.Load() != x.to {
				t.Errorf("%s: search %d says that steps ask: %t, to oneself: %t", x.name, i, met.Asks.Load(), met.ToSelf.Load())
			}
		}
	}
}
