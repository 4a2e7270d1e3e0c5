package command

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"qcheck/explore"
)

// A progress is a line on a terminal that says how far a search has come. It
// is nil off terminals.
type progress struct {
	mu sync.Mutex
	w  io.Writer
	on bool // the line is there
	of string
}

// newProgress returns the progress line for w, nil if w is no terminal, or one
// that cannot erase a line (TERM=dumb).
func newProgress(w io.Writer) *progress {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &progress{w: w}
}

// show returns what the search calls about once a second; nil for no progress.
func (p *progress) show() func(explore.Progress) {
	if p == nil {
		return nil
	}
	return func(now explore.Progress) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.of == "" {
			return // the search is over
		}
		p.on = true
		io.WriteString(p.w, "\r\x1b[K"+progressLine(p.of, now, textWidth(p.w)))
	}
}

// progressLine says how far a search has come, with as much as fits into one
// line of a terminal: one that is broken cannot be erased.
func progressLine(of string, now explore.Progress, width int) string {
	states := thousands(now.States) + " states"
	elapsed := now.Elapsed.Round(time.Second).String()
	for _, line := range []string{
		fmt.Sprintf("%s: %s, %s transitions, depth %d, %s", of, states, thousands(now.Transitions), now.Depth, elapsed),
		fmt.Sprintf("%s: %s, depth %d, %s", of, states, now.Depth, elapsed),
		fmt.Sprintf("%s, depth %d, %s", states, now.Depth, elapsed),
		states + ", " + elapsed,
	} {
		if width == 0 || utf8.RuneCountInString(line) < width { // some terminals break after the last column
			return line
		}
	}
	return ""
}

// begin says what is searched from now on, and end that the search is over.
func (p *progress) begin(what string) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.of = what
	}
}

func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of = ""
	if p.on {
		p.on = false
		io.WriteString(p.w, "\r\x1b[K")
	}
}

// thousands writes a number with commas.
func thousands[N int | int64 | uint64](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
