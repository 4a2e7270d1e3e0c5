// Command qcheck is qcheck with two more algorithms.
package main

import (
	"examples/ring"
	"examples/suzukikasami"

	"qcheck/cmd/qcheck/command"
	"qcheck/protocols"
)

func main() {
	command.Main(append(protocols.All(), suzukikasami.Algorithm(), ring.Algorithm()))
}
