// Command qcheck verifies quorum structures and quorum-based protocols,
// exhaustively, and shows a witness for what does not hold.
//
// Run "qcheck help" for the commands. Results go to standard output and
// nothing else does; the exit codes are described by "qcheck help exit-codes".
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	os.Exit(int(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)))
}
