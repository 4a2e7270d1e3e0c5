package attack

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestDebug(t *testing.T) {
	seed, err := strconv.Atoi(os.Getenv("SEED"))
	if err != nil {
		t.Skip()
	}
	x := draw(uint64(seed))
	x.protocol.Clock.TickOnFresh = os.Getenv("TOF") != ""
	fmt.Printf("%+v queued %v sel %v obl %v req %v\n", x.protocol.Clock, x.queued, x.protocol.Selective, x.protocol.Obliged, x.requests)
	m := machineFor(x.protocol, x.options)
	if os.Getenv("DRIFT") != "" {
		m.clocks, m.gap = drifting, 1
	}
	g := m.reach(3000)
	for p := range x.n {
		states, _ := g.cycles(kept{func(i int) bool { return g.waits(i, p) }, true}, 150000)
		fmt.Println("process", p, "cycle states", len(states), "of", len(g.worlds))
		n := 0
		for i := range g.worlds {
			if !states[i] {
				continue
			}
			if n++; n > 12 {
				break
			}
			fmt.Printf("%d: %v\n", i, g.worlds[i].key())
			for j, mv := range g.moves[i] {
				in := ""
				if states[g.to[i][j]] {
					in = "*"
				}
				fmt.Printf("    %s%d<-%d %s place %d becomes %v -> %d\n", in, mv.process, mv.from, mv.name, mv.place, mv.becomes, g.to[i][j])
			}
		}
	}
}
