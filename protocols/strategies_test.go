//go:build unix

package protocols

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/protocols/instance"
)

// What each strategy costs, of all algorithms with two to five processes: see docs/performance.md. Each search has so
// much processor time.
const strategyTime = 4 * time.Second

// processorTime returns how much the program has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// decidedBy returns the name of the strategy of a result.
func decidedBy(r *explore.Result) string {
	switch {
	case r.Reduced && r.Symmetry > 1:
		return "both"
	case r.Reduced:
		return "reduction"
	case r.Symmetry > 1:
		return "symmetry"
	}
	return "full"
}

// strategyRun searches for so long at most, and returns what that took.
func strategyRun(b *testing.B, m explore.Model, o explore.Options) (*explore.Result, time.Duration) {
	ctx, cancel := context.WithCancelCause(b.Context())
	defer cancel(nil)
	began := processorTime()
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
				if processorTime()-began > strategyTime {
					cancel(errors.New("its time is over"))
					return
				}
			}
		}
	}()
	o.MaxMemory = 3 << 30
	r, err := explore.Run(ctx, m, o)
	close(done)
	if err != nil {
		b.Fatal(err)
	}
	return r, processorTime() - began
}

// BenchmarkStrategies writes the table of docs/performance.md: one request each, safety, well-definedness and freedom of
// deadlock, on one worker.
func BenchmarkStrategies(b *testing.B) {
	for n := 2; n <= 5; n++ {
		for _, a := range All() {
			for k := 1; k < n; k++ {
				in := instance.Instance{Algorithm: a.Name, N: n, Requests: []int{1}}
				name := fmt.Sprintf("%s/n=%d", a.Name, n)
				if _, ok := a.Param(instance.K); ok {
					in, name = in.With(instance.K, fmt.Sprint(k)), fmt.Sprintf("%s/k=%d", name, k)
				} else if k > 1 {
					break
				}
				b.Run(name, func(b *testing.B) {
					m, err := All().Open(in, nil)
					if err != nil {
						b.Skip(err)
					}
					o := m.Instance.Options()
					o.Check = nil
					var cells []string
					var best, byDefault time.Duration
					for _, s := range []struct {
						name string
						set  func(o *explore.Options)
					}{
						{"default", func(*explore.Options) {}},
						{"full", func(o *explore.Options) { o.Full, o.Asymmetric = true, true }},
						{"symmetry", func(o *explore.Options) { o.Full = true }},
						{"reduction", func(o *explore.Options) { o.Derive, o.Asymmetric = true, true }},
						{"both", func(o *explore.Options) { o.Derive = true }},
					} {
						x := o
						s.set(&x)
						r, took := strategyRun(b, m.Model, x)
						by := decidedBy(r)
						cell := fmt.Sprintf("%d, %.2f s", r.Orbits, took.Seconds())
						switch open := !r.Complete && r.Stopped != ""; {
						case open:
							cell = "> " + cell
						case s.name == "default":
							byDefault = took
							cell = by + ": " + cell
						case s.name != by: // it is the same as another one, or cannot be had
							cell = "–"
						case best == 0 || took < best:
							best = took
						}
						cells = append(cells, cell)
					}
					ratio := "–"
					if best > 0 && byDefault > 0 {
						ratio = fmt.Sprintf("%.1f", byDefault.Seconds()/best.Seconds())
					}
					fmt.Fprintf(os.Stdout, "| %s | %s | %s |\n", name, strings.Join(cells, " | "), ratio)
				})
			}
		}
	}
}
