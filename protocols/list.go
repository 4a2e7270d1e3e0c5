package protocols

import (
	"slices"
	"sync"

	"qcheck/protocols/abd"
	"qcheck/protocols/agrawalelabbadi"
	"qcheck/protocols/baldoni"
	"qcheck/protocols/carvalhoroucairol"
	"qcheck/protocols/complement"
	"qcheck/protocols/gcs"
	"qcheck/protocols/instance"
	"qcheck/protocols/jiang"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/leaselock"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/manabetajima"
	"qcheck/protocols/mutin"
	"qcheck/protocols/naimitrehel"
	"qcheck/protocols/paxos"
	"qcheck/protocols/raftelection"
	"qcheck/protocols/raymond"
	"qcheck/protocols/raymondtree"
	"qcheck/protocols/raynal"
	"qcheck/protocols/ricartagrawala"
	"qcheck/protocols/suzukikasami"
	"qcheck/protocols/twophasecommit"
)

// All returns every algorithm of the project, in listing order. A program with
// further ones appends them.
func All() instance.Registry { return slices.Clone(all()) }

// all is asked for by each line of the corpus, and what algorithms are made of is large.
var all = sync.OnceValue(func() instance.Registry {
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
		agrawalelabbadi.Algorithm(),
		ricartagrawala.Algorithm(),
		carvalhoroucairol.Algorithm(),
		lamport.Algorithm(),
		suzukikasami.Algorithm(),
		naimitrehel.Algorithm(),
		raymondtree.Algorithm(),
		leaselock.Algorithm(),
		paxos.Algorithm(),
		raftelection.Algorithm(),
		abd.Algorithm(),
		twophasecommit.Algorithm(),
	}
})
