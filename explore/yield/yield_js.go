package yield

import (
	"syscall/js"
	"time"
)

const (
	// apart is how much time lies between two rests: they take some milliseconds each, since browsers
	// wake nobody earlier.
	apart = 100 * time.Millisecond
	// mostSkipped is how many calls do not look at the clock, at most: each look leaves the program.
	mostSkipped = 64
)

var (
	rested = time.Now() // when
	looked = rested
	skip   = 1 // so many calls look at the clock once
	calls  int
)

// Now rests if the last rest is a while ago. How often the clock is asked follows from how often Now
// is called.
func Now() {
	if calls++; calls < skip {
		return
	}
	calls = 0
	now := time.Now()
	if skip = min(2*skip, mostSkipped); now.Sub(looked) > apart/mostSkipped {
		skip = 1
	}
	if looked = now; now.Sub(rested) >= apart {
		rest()
		rested = time.Now()
		looked = rested
	}
}

// rest waits until the page had its turn. To sleep is not enough for that: while garbage is collected
// there is always a goroutine that runs, and the program does not leave.
func rest() {
	had := make(chan struct{})
	turn := js.FuncOf(func(js.Value, []js.Value) any { close(had); return nil })
	js.Global().Call("setTimeout", turn, 0)
	<-had
	turn.Release()
}
