package algorithms

import (
	"testing"

	"qcheck/corpus/entry"
	"qcheck/protocols"
)

// TestEveryVariant: each variant of each algorithm is explored on three
// instances or more.
func TestEveryVariant(t *testing.T) {
	count := map[string]int{}
	for _, e := range Entries() {
		for _, c := range e.Cases {
			if !c.Explored() {
				continue
			}
			m, err := protocols.All().Open(*c.Instance, entry.ReadStructure)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			count[m.Instance.Algorithm+" "+m.Instance.Variant]++
		}
	}
	for _, a := range protocols.All() {
		for _, v := range a.Variants {
			if name := a.Name + " " + v.Name; count[name] < 3 {
				t.Errorf("%s: %d instances", name, count[name])
			}
		}
	}
}
