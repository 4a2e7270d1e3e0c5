//go:build !js

package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/metrics"
	"sync"
	"time"
	"unicode/utf8"

	"qcheck/cmd/qcheck/command/console"
)

// A Runner is the whole of qcheck: it does what args say, and returns the exit code.
type Runner func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// outputs are the files that commands may write: those that the page shows.
var outputs = []string{"page.html", "run.json"}

// leftAlone is how long a process goes on that nobody listens to.
const leftAlone = 5 * time.Second

// runOne is the process of one run: it reads a request and then what is typed, and writes events.
func runOne(ctx context.Context, run Runner, l limits, from io.Reader, to io.Writer) error {
	in := json.NewDecoder(from)
	var r Request
	if err := in.Decode(&r); err != nil {
		return fmt.Errorf("no request: %w", err)
	}
	if len(r.Args) == 0 {
		return errors.New("the request has no arguments")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ctx, stop := context.WithTimeoutCause(ctx, l.time, fmt.Errorf("the time limit of %s that the playground has was reached", l.time))
	defer stop()
	events := &events{to: json.NewEncoder(to)}
	go l.watchMemory(ctx, cancel, events)
	typed, typing := io.Pipe()
	defer typed.Close()
	if r.Args[0] != "walk" {
		typing.Close()
	}
	go listen(in, events, typing, cancel)
	out, errs := &writer{events: events}, &writer{events: events, errs: true}
	code := run(ctx, r.Args, typed, out, screen{errs})
	for _, name := range outputs {
		if text, err := os.ReadFile(name); err == nil {
			events.send(Event{File: name, Text: string(text)})
		}
	}
	events.send(Event{Code: &code})
	return nil
}

// listen does what is said to the run, until nobody is there who could say something.
func listen(in *json.Decoder, events *events, typing *io.PipeWriter, cancel context.CancelCauseFunc) {
	lines := make(chan string, 1<<10)
	go func() {
		for text := range lines {
			io.WriteString(typing, text) // fails once nobody reads
		}
		typing.Close()
	}()
	defer close(lines)
	for {
		var w word
		if err := in.Decode(&w); err != nil {
			cancel(errors.New("the page was left"))
			time.AfterFunc(leftAlone, func() { os.Exit(int(console.ExitUnknown)) })
			return
		}
		if w.Stop {
			cancel(errors.New(cmp.Or(w.Why, "it was stopped")))
			events.send(Event{Stopping: true})
		}
		if w.Input != "" {
			lines <- w.Input
		}
	}
}

// events are those of a run, which several goroutines write.
type events struct {
	mu sync.Mutex
	to *json.Encoder
}

func (e *events) send(x Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.to.Encode(x) // fails when nobody reads, and then the process ends soon
}

// A writer makes events of what is written to a stream. What begins a letter that is not whole yet
// waits for the rest of it.
type writer struct {
	events *events
	errs   bool
	begun  []byte
}

func (w *writer) Write(text []byte) (int, error) {
	all := append(w.begun, text...)
	whole := len(all)
	for back := 1; back < utf8.UTFMax && back <= len(all); back++ {
		if at := len(all) - back; utf8.RuneStart(all[at]) {
			if !utf8.FullRune(all[at:]) {
				whole = at
			}
			break
		}
	}
	w.begun = bytes.Clone(all[whole:])
	switch said := string(all[:whole]); {
	case said == "":
	case w.errs:
		w.events.send(Event{Err: said})
	default:
		w.events.send(Event{Out: said})
	}
	return len(text), nil
}

// A screen is standard error, where progress is shown.
type screen struct{ io.Writer }

// IsScreen says that it is a [console.Screen].
func (screen) IsScreen() {}

// limits are those of a run.
type limits struct {
	time   time.Duration
	memory int64
}

// noMemory is why runs end that take too much.
func (l limits) noMemory() error {
	return fmt.Errorf("the memory limit of %d MiB that the playground has was reached", l.memory>>20)
}

// watchMemory says how much memory the process takes, and ends the run when that is too much.
func (l limits) watchMemory(ctx context.Context, cancel context.CancelCauseFunc, events *events) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	said := int64(0)
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(sample)
		now := int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
		if now > l.memory {
			cancel(l.noMemory())
			return
		}
		if now>>23 != said>>23 { // 8 MiB
			said = now
			events.send(Event{Memory: now})
		}
	}
}
