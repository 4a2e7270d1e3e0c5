package protocols

import (
	"qcheck/protocols/baldoni"
	"qcheck/protocols/complement"
	"qcheck/protocols/gcs"
	"qcheck/protocols/instance"
	"qcheck/protocols/jiang"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/manabetajima"
	"qcheck/protocols/mutin"
	"qcheck/protocols/raymond"
	"qcheck/protocols/raynal"
	"qcheck/protocols/ricartagrawala"
)

// All returns every algorithm of the project, in listing order. A program with
// further ones appends them.
func All() instance.Registry {
	return instance.Registry{
		kakugawa.Algorithm(),
		raymond.Algorithm(),
		manabetajima.Algorithm(),
		jiang.Algorithm(),
		baldoni.Algorithm(),
		mutin.Algorithm(),
		gcs.Algorithm(),
		complement.Algorithm(),
		raynal.Algorithm(),
		maekawa.Algorithm(),
		ricartagrawala.Algorithm(),
		lamport.Algorithm(),
	}
}
