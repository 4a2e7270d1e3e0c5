// Command qcheck verifies quorum structures and quorum-based protocols,
// exhaustively, and shows a witness for what does not hold.
//
// Run "qcheck help" for the commands. Results go to standard output and
// nothing else does; the exit codes are described by "qcheck help exit-codes".
package main

import (
	"qcheck/cmd/qcheck/command"
	"qcheck/protocols"
)

func main() { command.Main(protocols.All()) }
