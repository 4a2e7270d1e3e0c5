// Command qcheck is qcheck with more algorithms.
package main

import (
	"examples/orderedlocks"
	"examples/ring"
	"examples/suzukikasami"

	"qcheck/cmd/qcheck/command"
	"qcheck/protocols"
)

func main() {
	command.Main(append(protocols.All(), suzukikasami.Algorithm(), ring.Algorithm(), orderedlocks.Algorithm()))
}
