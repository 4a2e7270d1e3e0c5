//go:build unix

package command

import (
	"os"
	"syscall"
)

// interrupts are the signals that end a run with what has been found so far. Batch
// systems send SIGUSR1 some time before they end a task.
func interrupts() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGUSR1} }
