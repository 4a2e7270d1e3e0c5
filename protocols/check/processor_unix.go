//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package check

import (
	"syscall"
	"time"
)

// processorTime returns how much processor time the program has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(started)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
