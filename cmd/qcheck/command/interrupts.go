//go:build !js

package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// onInterrupt has the first signal end the run with what has been found so far.
func onInterrupt(cancel context.CancelCauseFunc) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, interrupts()...)
	go func() {
		cancel(fmt.Errorf("it was stopped by a signal (%s)", signalName(<-signals)))
		signal.Stop(signals) // a second one ends the process at once
	}()
}

// signalName is what a signal is called.
func signalName(s os.Signal) string {
	switch s {
	case os.Interrupt:
		return "SIGINT"
	case syscall.SIGTERM:
		return "SIGTERM"
	}
	return s.String()
}
