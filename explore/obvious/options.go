package obvious

import "qcheck/explore"

// OptionsOf returns the options with which this package explores what a search
// with the given ones does.
func OptionsOf(o explore.Options) Options {
	return Options{Requests: o.Requests, Integer: o.Clock == explore.Integer, ClockMax: o.ClockMax, Queued: o.Queued}
}
