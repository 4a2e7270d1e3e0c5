//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package check

import "time"

// processorTime returns how long the program has run, since nothing else is counted.
func processorTime() time.Duration { return time.Since(started) }
