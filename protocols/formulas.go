package protocols

import (
	"fmt"
	"math"
	"strings"

	"qcheck/explore"
)

// A Formula is what a paper says of the messages or the delays of an entry.
type Formula struct {
	Source, Text string
	// Least and Most are its bounds for the instance, None for no bound.
	Least, Most int
}

// None stands for no bound.
const None = -1

// String writes the formula with its values.
func (f Formula) String() string {
	switch {
	case f.Least == None:
		return fmt.Sprintf("at most %d: %s (%s)", f.Most, f.Text, f.Source)
	case f.Most == None:
		return fmt.Sprintf("at least %d: %s (%s)", f.Least, f.Text, f.Source)
	case f.Least == f.Most:
		return fmt.Sprintf("%d: %s (%s)", f.Least, f.Text, f.Source)
	}
	return fmt.Sprintf("%d to %d: %s (%s)", f.Least, f.Most, f.Text, f.Source)
}

// Allows reports whether the formula has a number within its bounds.
func (f Formula) Allows(x int) bool {
	return (f.Least == None || x >= f.Least) && (f.Most == None || x <= f.Most)
}

// MessageFormulas returns what papers say of the number of messages of an entry
// of a process, when it asks alone or not.
func (i *Instance) MessageFormulas(process int, alone bool) []Formula {
	p := i.Params
	exactly := func(source, text string, x int) []Formula { return []Formula{{source, text, x, x}} }
	switch i.Algorithm.Name {
	case "kakugawa":
		least, most := sizesOf(choices(p)[process])
		source := "Kakugawa, section 3.4"
		switch {
		case alone:
			return []Formula{{source, "3|Q|", 3 * least, 3 * most}}
		case of(p, "no-retry", false):
			return []Formula{{source, "3|Q| to 6|Q| without retrying", 3 * least, 6 * most}}
		}
		return []Formula{{source, "3|Q| to 6n", 3 * least, 6 * p.N}}
	case "manabe-tajima":
		return i.manabeTajimaFormulas(process, alone)
	case "jiang":
		return i.jiangFormulas(process, alone)
	case "baldoni":
		return i.baldoniFormulas(process, alone)
	case "raynal":
		return []Formula{{"Baldoni, section 8", "3(N-1)", None, 3 * (p.N - 1)}}
	case "mutin":
		least, most := sizesOf(choices(p)[process])
		if of(p, "mutex", "lock") != "lock" {
			return nil // what mx sends is O(|Q|)
		}
		return []Formula{{"Kamei and Kakugawa, Lemma 3, and 3 for the lock", "5|Q| to 6|Q|, and mx", 5*least + 3, 6*most + 3}}
	case "ricart-agrawala":
		return exactly("Ricart and Agrawala, 1981", "2(n-1)", 2*(p.N-1))
	case "lamport":
		return exactly("Lamport, 1978", "3(n-1)", 3*(p.N-1))
	case "raymond":
		return exactly("Raymond, 1989, all REPLYs counted", "2(n-1)", 2*(p.N-1))
	}
	return nil
}

func (i *Instance) manabeTajimaFormulas(process int, alone bool) []Formula {
	p := i.Params
	first, last := 1, p.K
	if h := of(p, "units", ones(p.N))[process]; h != 0 {
		first, last = h, h
	}
	f := Formula{"Manabe and Tajima, section 4.3", "3|q| to (3h+3)|q|", math.MaxInt, 0}
	for h := first; h <= last; h++ {
		least, most := sizesOf(sets(p.Structure.ByUnits[h-1]))
		factor := 3*h + 3
		if alone {
			factor, f.Text = 3, "3|q|"
		}
		f.Least, f.Most = min(f.Least, 3*least), max(f.Most, factor*most)
	}
	return []Formula{f}
}

// baldoniFormulas: the formula as printed is for request sets that are all of one
// size, as small as can be; for others it is the same with their size.
func (i *Instance) baldoniFormulas(process int, alone bool) []Formula {
	p := i.Params
	root := int(math.Ceil(math.Pow(float64(p.N), float64(p.M())/float64(p.M()+1)) - 1 - 1e-9))
	others, minimal := p.N-1, true // the members of a request set but for the process
	if p.Structure != nil {
		others = choices(p)[process][0].Len() - 1
		for _, r := range choices(p) {
			minimal = minimal && r[0].Len()-1 == root
		}
	} else {
		minimal = others == root
	}
	f := Formula{"Baldoni, section 8, with |R|-1 for the root", "3(|R|-1) to 5(|R|-1)", 3 * others, 5 * others}
	if minimal {
		f.Source, f.Text = "Baldoni, section 8", "3⌈N^(M/(M+1))-1⌉ to 5⌈N^(M/(M+1))-1⌉"
	}
	if alone {
		f.Text, _, _ = strings.Cut(f.Text, " to ")
		f.Most = f.Least
	}
	return []Formula{f}
}

func (i *Instance) jiangFormulas(process int, alone bool) []Formula {
	write, read := i.jiangChoices(process)
	least, most := math.MaxInt, 0
	rings := []explore.Set{}
	for _, q := range write {
		for _, r := range read {
			rings = append(rings, q|r)
			ring := (q | r).Len()
			least, most = min(least, 2*q.Len()+2*ring+1), max(most, 2*q.Len()+2*ring+1)
		}
	}
	if alone {
		return []Formula{{"Jiang, section 5", "2|Q| + 2|Q ∪ P| + 1", least, most}}
	}
	quorum, _ := sizesOf(write)
	_, ring := sizesOf(rings)
	return []Formula{{"Jiang, section 5", "2|Q| + 4 to 6n + 2|Q ∪ P| + 1", 2*quorum + 4, 6*i.Params.N + 2*ring + 1}}
}

// jiangChoices returns the write quorums and the read quorums that a node may
// take.
func (i *Instance) jiangChoices(process int) (write, read []explore.Set) {
	write, read = sets(i.Params.Structure.Write), sets(i.Params.Structure.Read)
	if i.Params.Fixed {
		q, r := process%len(write), process%len(read)
		write, read = write[q:q+1], read[r:r+1]
	}
	return write, read
}

// DelayFormulas returns what papers say of the time that a process waits, when
// it asks alone or not. What they say is at least needed counts messages to
// oneself, and is left out where these are not queued.
func (i *Instance) DelayFormulas(process int, alone, queued bool) []Formula {
	switch i.Algorithm.Name {
	case "mutin":
		return []Formula{{"Kamei and Kakugawa, Lemma 4", "7", None, 7}}
	case "gcs":
		return []Formula{{"Kamei and Kakugawa, section 5", "9", None, 9}}
	case "jiang":
		if !queued {
			return nil
		}
		if !alone {
			return []Formula{{"Jiang, section 5, where the resource is in use", "3", 3, None}}
		}
		write, read := i.jiangChoices(process)
		least := math.MaxInt
		for _, q := range write {
			for _, r := range read {
				least = min(least, (q|r).Len()+3)
			}
		}
		return []Formula{{"Jiang, section 5", "|Q ∪ P| + 3", least, None}}
	}
	return nil
}

// sizesOf returns the sizes of the smallest and the largest set.
func sizesOf(all []explore.Set) (least, most int) {
	least = explore.MaxProcesses
	for _, s := range all {
		least, most = min(least, s.Len()), max(most, s.Len())
	}
	return least, most
}
