package kakugawa

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"qcheck/corpus/entry"
	"qcheck/setsys"
)

// A simulated is a line of testdata/kakugawa.figures: the averages of both algorithms.
type simulated struct {
	figure, k, n              int
	p, ours, ourError         float64
	others, entries           float64
	hers, herError, herOthers float64
	herEntries                float64
}

func simulatedFigures() ([]simulated, error) {
	data, err := files.ReadFile("testdata/kakugawa.figures")
	if err != nil {
		return nil, err
	}
	var all []simulated
	for line := range strings.Lines(string(data)) {
		var x simulated
		if line[0] < '1' || line[0] > '9' {
			continue
		}
		if _, err := fmt.Sscan(line, &x.figure, &x.k, &x.n, &x.p, &x.ours, &x.ourError, &x.others, &x.entries,
			&x.hers, &x.herError, &x.herOthers, &x.herEntries); err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if len(all) == 0 {
		return nil, errors.New("there are no averages")
	}
	return all, nil
}

// compared states that no two lines which are to be compared are wrong: it returns
// what is wrong with the first two that are.
func compared(apply func(x, y simulated) bool, wrong func(x, y simulated) string) entry.Program {
	return func(entry.Asked, *setsys.Structure, entry.Values) string {
		all := entry.Known(simulatedFigures())
		for i, x := range all {
			at := slices.IndexFunc(all[i:], func(y simulated) bool { return apply(x, y) && wrong(x, y) != "" })
			if at >= 0 {
				return wrong(x, all[i+at])
			}
		}
		return ""
	}
}

// fewer states that the algorithm takes fewer messages than Raymond's up to some p.
func fewer(most float64) entry.Program {
	return compared(func(x, y simulated) bool { return x == y && x.p <= most }, func(x, _ simulated) string {
		if x.ours < x.hers {
			return ""
		}
		return fmt.Sprintf("k = %d, n = %d, p = %v: %.2f messages, and %.2f of Raymond's", x.k, x.n, x.p, x.ours, x.hers)
	})
}

// grows: the second takes no fewer messages. Averages that differ by less than three standard
// errors are level.
func grows(x, y simulated) string {
	if y.ours >= x.ours-3*(x.ourError+y.ourError) {
		return ""
	}
	return fmt.Sprintf("%.2f messages for n = %d, p = %v, and %.2f for n = %d, p = %v", x.ours, x.n, x.p, y.ours, y.n, y.p)
}

// falls: the second takes fewer messages.
func falls(x, y simulated) string {
	if y.ours < x.ours {
		return ""
	}
	return fmt.Sprintf("p = %v: %.2f messages for k = %d, n = %d, and %.2f for k = %d, n = %d", x.p, x.ours, x.k, x.n, y.ours, y.k, y.n)
}
