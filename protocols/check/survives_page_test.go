package check_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
)

// The table of docs/networks.md: who waits when one crashes.
func TestSurvivesPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/networks.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.SplitSeq(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 6 || !strings.Contains(cells[1], "--n ") {
			continue
		}
		rows++
		name, _, _ := strings.Cut(strings.Trim(cells[0], "`"), "`")
		in, err := protocols.All().Parse("--algorithm " + name + " " + strings.Trim(cells[1], "`") + " --check survives")
		if err != nil {
			t.Fatal(err)
		}
		r, err := check.Protocol(t.Context(), in, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range r.Findings[0].Crashes {
			if got := cell(c); got != cells[2+i] {
				t.Errorf("%s, %s: %s, and the page says %s", name, c.When, got, cells[2+i])
			}
		}
	}
	if rows < 15 {
		t.Errorf("%d rows", rows)
	}
}

// cell writes what comes of a crash as the table has it.
func cell(c check.Crash) string {
	if c.Never {
		return "–"
	}
	if c.Verdict != verdict.Violated {
		return map[verdict.Verdict]string{verdict.Holds: "nobody"}[c.Verdict]
	}
	waits := "wait"
	if len(c.Waiting) == 1 {
		waits = "waits"
	}
	return fmt.Sprintf("%s: %s %s (%d)", list(c.Crashed), list(c.Waiting), waits, c.Steps)
}

func list(processes []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(processes), "[]"), " ", " and ")
}
