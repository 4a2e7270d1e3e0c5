package protocols

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// The table of docs/networks.md: which algorithms need the order of messages.
func TestNetworksPage(t *testing.T) {
	rows := rowsOf(t, 5)
	for _, cells := range rows {
		t.Run(cells[0]+cells[1], func(t *testing.T) {
			name, _, _ := strings.Cut(strings.Trim(cells[0], "`"), "`")
			in := instance.Instance{Algorithm: name, Network: explore.Unordered.String()}
			flags := strings.Fields(strings.Trim(cells[1], "`"))
			in.N, _ = strconv.Atoi(flags[1])
			for text := range strings.SplitSeq(flags[3], ",") {
				r, _ := strconv.Atoi(text)
				in.Requests = append(in.Requests, r)
			}
			m, err := All().Open(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			o := m.Instance.Options()
			if !slow.Tests() {
				o.MaxStates = 20_000
			}
			r, err := explore.Run(context.Background(), m.Model, o)
			if err != nil {
				t.Fatal(err)
			}
			for i, property := range []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom} {
				got := ""
				switch pr := r.Properties[i]; {
				case pr.Property != property:
					t.Fatalf("%s in place of %s", pr.Property, property)
				case pr.Verdict == verdict.Unknown && !slow.Tests():
					continue
				case pr.Verdict == verdict.Violated:
					got = fmt.Sprint(len(pr.Trace.Steps))
				default:
					got = pr.Verdict.String()
				}
				if got != cells[2+i] {
					t.Errorf("%s: %s, and the page says %s", property, got, cells[2+i])
				}
			}
		})
	}
	if len(rows) < 15 {
		t.Errorf("%d rows", len(rows))
	}
}

// rowsOf returns the rows of the table of docs/networks.md that has so many columns and instances.
func rowsOf(t *testing.T, columns int) (rows [][]string) {
	page, err := os.ReadFile("../docs/networks.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(page), "\n") {
		if cells := strings.Split(strings.Trim(line, "| "), " | "); len(cells) == columns && strings.Contains(cells[1], "--n ") {
			rows = append(rows, cells)
		}
	}
	return rows
}
