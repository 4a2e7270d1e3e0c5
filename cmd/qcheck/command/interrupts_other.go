//go:build !unix && !js

package command

import (
	"os"
	"syscall"
)

// interrupts are the signals that end a run with what has been found so far.
func interrupts() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }
