// Command qcheck is qcheck with more algorithms.
package main

import (
	"examples/orderedlocks"
	"examples/ring"

	"qcheck/cmd/qcheck/command"
	"qcheck/protocols"
)

func main() {
	command.Main(append(protocols.All(), ring.Algorithm(), orderedlocks.Algorithm()))
}
