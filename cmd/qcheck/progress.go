package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

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

// newProgress returns the progress line for w, nil if w is no terminal.
func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return nil
	}
	return &progress{w: w}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
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
		fmt.Fprintf(p.w, "\r\x1b[K%s: %s states, %s transitions, depth %d, %s", p.of,
			thousands(now.States), thousands(now.Transitions), now.Depth, now.Elapsed.Round(time.Second))
	}
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
func thousands[N int | int64](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
