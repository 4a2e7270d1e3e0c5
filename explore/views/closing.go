package views

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"qcheck/explore"
	"qcheck/explore/yield"
)

// A Closing is a proof in the making: how it ends before the views are all, and how properties are decided by them, whatever the views
// are of.
type Closing struct {
	*Proof
	Limits    Limits
	Doing     string // what is done
	Undefined string // a step that is not defined

	ctx    context.Context
	start  time.Time
	said   string // what was done when that was said last
	looked time.Time
}

// NewClosing begins one, which ends with the context.
func NewClosing(ctx context.Context, limits Limits) Closing {
	return Closing{Proof: &Proof{}, Limits: limits, ctx: ctx, start: time.Now()}
}

// stop ends a closing, since what follows is not known.
type stop struct{}

// Refuse ends the closing of a protocol that is none that the argument is about.
func (c *Closing) Refuse(format string, args ...any) {
	c.Refused = fmt.Sprintf(format, args...)
	panic(stop{})
}

// Limit ends the closing at a limit, or at a bound of the model.
func (c *Closing) Limit(format string, args ...any) {
	c.Stopped = fmt.Sprintf(format, args...)
	panic(stop{})
}

// Look ends the closing at a limit of time or memory, and says now and then how far it is; there are so many views by now.
func (c *Closing) Look(views int) {
	yield.Now()
	if err := context.Cause(c.ctx); err != nil {
		c.Limit("%s", err)
	}
	now := time.Now()
	if c.said == c.Doing && now.Sub(c.looked) < 500*time.Millisecond {
		return
	}
	c.said, c.looked = c.Doing, now
	if c.Limits.Memory > 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if int64(m.Sys-m.HeapReleased) > c.Limits.Memory {
			c.Limit("the program has more than %d bytes of memory", c.Limits.Memory)
		}
	}
	if c.Limits.Progress != nil {
		c.Limits.Progress(Progress{Doing: c.Doing, Views: views, Elapsed: now.Sub(c.start)})
	}
}

// Undefine notes a step that is not defined; the first one is kept.
func (c *Closing) Undefine(format string, args ...any) {
	if c.Undefined == "" {
		c.Undefined = fmt.Sprintf(format, args...)
	}
}

// Attempt calls f, and reports whether it came to its end. Otherwise it says why not.
func (c *Closing) Attempt(f func()) (why string, ok bool) {
	defer func() {
		switch x := recover().(type) {
		case nil:
			return
		case stop:
		case *explore.Mistake:
			c.Refused = x.Error()
		default:
			panic(x)
		}
		why, ok = c.Refused+c.Stopped, false
	}()
	f()
	return "", true
}

// Afterwards attempts what no verdict depends on: these are there.
func (c *Closing) Afterwards(doing string, f func()) {
	c.Doing = doing
	if _, ok := c.Attempt(f); !ok {
		c.Stopped = ""
	}
}

// A Question is one about views that are closed: Why returns what is against a property, nothing if it is proved. Doing is said meanwhile.
type Question struct {
	Property explore.Property
	Doing    string
	Why      func() string
}

// Decide answers questions, each within what is left of the limits. There are no results if the protocol is refused meanwhile: nothing of
// it can be trusted then.
func (c *Closing) Decide(questions []Question) {
	for _, q := range questions {
		c.Doing = q.Doing
		r := Result{Property: q.Property}
		if cut, ok := c.Attempt(func() { r.Why = q.Why() }); !ok {
			if r.Why, c.Stopped = cut, ""; c.Refused != "" {
				c.Results = nil
				return
			}
		}
		r.Proved = r.Why == ""
		c.Results = append(c.Results, r)
	}
}

// Defined asks whether all steps are defined; endless reports whether messages of a process to itself may go on without end.
func (c *Closing) Defined(endless func() bool) Question {
	return Question{explore.WellDefined, "messages to oneself are followed", func() string {
		switch {
		case c.Undefined != "":
			return "the views do not exclude a step that is not defined: " + c.Undefined
		case endless():
			return "the views do not exclude that a process sends itself messages without end"
		}
		return ""
	}}
}

// Ended returns the proof, of so many views and halves.
func (c *Closing) Ended(views, halves int) *Proof {
	c.Views, c.Halves, c.Elapsed = views, halves, time.Since(c.start)
	return c.Proof
}
