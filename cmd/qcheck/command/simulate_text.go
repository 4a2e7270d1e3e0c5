package command

import (
	"fmt"
	"math"
	"strings"

	"qcheck/protocols/instance"
)

// writeSimulation writes the instances, and a table with a line for each p.
func writeSimulation(s streams, e *experiment) {
	o := e.options
	fmt.Fprintf(s.out, "Messages for each entry: %s of %s for each p, seed %d; a stay takes %s, a message %s\n",
		count(o.runs, "run"), count(o.units, "unit"), o.seed, count(o.stay, "unit"), delayText(o.delay))
	fmt.Fprintln(s.out, "  error: standard error; others: without messages to oneself; entries: in a unit")
	title := fmt.Sprintf("n = %d", e.models[0].Instance.N)
	if k := e.models[0].Setup.Int(instance.K); k > 0 {
		title = fmt.Sprintf("k = %d, %s", k, title)
	}
	fmt.Fprintf(s.out, "\n%s\n", s.style.strong(title))
	for _, in := range e.models {
		fmt.Fprintf(s.out, "  %s\n", instanceText(in))
	}
	writeColumns(s, simulationCells(e))
	writeWrong(s, e)
	if e.cut != "" {
		fmt.Fprintf(s.out, "\nunknown: what has no number was not finished: %s\n", e.cut)
	}
}

func delayText(units int) string {
	if units == 0 {
		return "no time"
	}
	return count(units, "unit")
}

// instanceText names an instance, with the number and the sizes of its quorums.
func instanceText(m *instance.Model) string {
	text := m.Label()
	st := m.Instance.Quorums.Structure
	if st == nil {
		return text
	}
	for _, f := range st.Families() {
		least, most := math.MaxInt, 0
		for _, q := range f.Family.All() {
			least, most = min(least, q.Len()), max(most, q.Len())
		}
		size := fmt.Sprint(most)
		if least < most {
			size = fmt.Sprintf("%d to %d", least, most)
		}
		text += fmt.Sprintf(", %s of %s", count(f.Family.Len(), "quorum"), size)
	}
	if m.Instance.Quorums.Choice == instance.Fixed {
		text += ", fixed"
	}
	return text
}

// simulationCells lays the table out.
func simulationCells(e *experiment) [][]string {
	head := []string{"p"}
	for _, in := range e.models {
		head = append(head, in.Algorithm.Name, "error", "others", "entries")
	}
	cells := [][]string{head}
	for p, line := range e.cells {
		row := []string{probabilityText(e.at[p], 4)}
		for _, c := range line {
			if c.mean == nil {
				row = append(row, "-", "-", "-", "-")
				continue
			}
			m := c.mean
			row = append(row, decimal(m.Mu), decimal(m.Error), decimal(m.MuOthers), decimal(float64(m.Entries)/float64(m.Units)))
		}
		cells = append(cells, row)
	}
	return cells
}

func decimal(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// writeWrong says which runs ended early.
func writeWrong(s streams, e *experiment) {
	for p, line := range e.cells {
		for i, c := range line {
			for _, w := range c.wrong {
				what := string(w.property) + " is violated"
				if w.property == "" {
					what = "a bound of the model is passed"
				}
				confirmed := ""
				if w.replayed {
					confirmed = "; replayed"
				}
				fmt.Fprintf(s.out, "  p = %s, %s: %s in %s of %d\n    first in run %d, unit %d, after %d steps: %s%s\n",
					probabilityText(e.at[p], 4), e.models[i].Algorithm.Name, s.style.paint("31", what),
					count(w.count, "run"), len(c.runs), w.run, w.unit, w.steps, strings.TrimSpace(w.detail), confirmed)
			}
		}
	}
}
