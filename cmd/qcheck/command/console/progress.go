package console

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"qcheck/explore"
	"qcheck/explore/views"
	"qcheck/protocols/check"
)

// A Progress is a line on a terminal that says how far a search has come. It
// is nil off terminals.
type Progress struct {
	mu sync.Mutex
	w  io.Writer
	on bool // the line is there
	of string
	// over ends the clock, nil for none.
	over func()
}

// NewProgress returns the progress line for w, nil if w is no terminal, or one
// that cannot erase a line (TERM=dumb).
func NewProgress(w io.Writer) *Progress {
	if !IsTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Progress{w: w}
}

// Show returns what the search calls about once a second; nil for no progress.
func (p *Progress) Show() func(explore.Progress) {
	if p == nil {
		return nil
	}
	var before explore.Progress
	return func(now explore.Progress) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if now.Elapsed <= before.Elapsed {
			before = explore.Progress{} // of another search
		}
		rate := 0.0
		if past := now.Elapsed - before.Elapsed; past > 0 && now.Doing == before.Doing { // otherwise other states are counted
			rate = float64(now.States-before.States) / past.Seconds()
		}
		before = now
		if p.of == "" {
			return // the search is over
		}
		p.write(progressLine(p.of, now, rate, textWidth(p.w)))
	}
}

// Follow has the line show how far the searches and proofs come that have these options.
func (p *Progress) Follow(o *check.Options) {
	if p == nil {
		return
	}
	o.Begin, o.Progress, o.Viewed = p.Begin, p.Show(), p.viewed
}

// viewed is called by local views while they are closed.
func (p *Progress) viewed(now views.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of != "" {
		p.write(fmt.Sprintf("%s: %s, %s views, %s", p.of, now.Doing, Thousands(now.Views), now.Elapsed.Round(time.Second)))
	}
}

// Count returns what is called with how many of all things are done.
func (p *Progress) Count(things string) func(done, all int) {
	began, last := time.Now(), time.Now()
	return func(done, all int) {
		if p == nil {
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if now := time.Now(); p.of != "" && now.Sub(last) >= time.Second {
			last = now
			p.write(fmt.Sprintf("%s: %s of %s %s, %s", p.of, Thousands(done), Thousands(all), things, now.Sub(began).Round(time.Second)))
		}
	}
}

// Clock shows how long something takes until it ends, from the second second on.
func (p *Progress) Clock(what string) {
	if p == nil {
		return
	}
	p.Begin(what)
	over := make(chan struct{})
	p.over = func() { close(over) }
	began := time.Now()
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				p.mu.Lock()
				if p.of == what {
					p.write(fmt.Sprintf("%s: %s", what, time.Since(began).Round(time.Second)))
				}
				p.mu.Unlock()
			}
		}
	}()
}

// write puts a line in place of the one that is there. It leaves out what does not
// fit: a line that is broken cannot be erased.
func (p *Progress) write(line string) {
	if width := textWidth(p.w); width > 0 && utf8.RuneCountInString(line) >= width {
		line = string([]rune(line)[:width-1])
	}
	p.on = true
	io.WriteString(p.w, "\r\x1b[K"+line)
}

// progressLine says how far a search has come, with as much as fits into one
// line of a terminal: one that is broken cannot be erased. The rate is that of
// states found since the line before. What is done while the search stands still is said first.
func progressLine(of string, now explore.Progress, rate float64, width int) string {
	short := ""
	if now.Doing != "" {
		of, short = now.Doing+"; "+of, now.Doing+": "
	}
	states := Thousands(now.States) + " states"
	depth := fmt.Sprintf("depth %d", now.Depth)
	grown := depth
	if now.Growth > 0 {
		grown += fmt.Sprintf(" (%.1f times depth %d)", now.Growth, now.Depth-1)
	}
	elapsed := now.Elapsed.Round(time.Second).String()
	kept := ""
	if now.Kept < now.States {
		kept = fmt.Sprintf(" (%s kept)", Thousands(now.Kept))
	}
	cost := fmt.Sprintf("%s/s, %.1f GB", brief(rate), float64(now.Memory)/(1<<30))
	for _, line := range []string{
		fmt.Sprintf("%s: %s, %s%s, %s transitions, %s, %s", of, grown, states, kept, Thousands(now.Transitions), cost, elapsed),
		fmt.Sprintf("%s: %s, %s%s, %s, %s", of, grown, states, kept, cost, elapsed),
		fmt.Sprintf("%s: %s, %s, %s, %s", of, grown, states, cost, elapsed),
		fmt.Sprintf("%s%s, %s, %s, %s", short, grown, states, cost, elapsed),
		fmt.Sprintf("%s%s, %s, %s, %s", short, depth, states, cost, elapsed),
		fmt.Sprintf("%s%s, %s, %s", short, states, depth, elapsed),
		short + states + ", " + elapsed,
	} {
		if width == 0 || utf8.RuneCountInString(line) < width { // some terminals break after the last column
			return line
		}
	}
	return ""
}

// brief writes a number with two or three digits that count: 950, 12 k, 1.4 M.
func brief(x float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if x >= unit.size {
			if x < 10*unit.size {
				return fmt.Sprintf("%.1f%s", x/unit.size, unit.name)
			}
			return fmt.Sprintf("%.0f%s", x/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.0f", x)
}

// Begin says what is searched from now on.
func (p *Progress) Begin(what string) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.of = what
	}
}

// End says that the search is over, and erases the line.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of = ""
	if p.over != nil {
		p.over()
		p.over = nil
	}
	if p.on {
		p.on = false
		io.WriteString(p.w, "\r\x1b[K")
	}
}
