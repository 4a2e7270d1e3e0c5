package corpus

import (
	"slices"

	"qcheck/corpus/algorithms"
	"qcheck/corpus/baldoni"
	"qcheck/corpus/field"
	"qcheck/corpus/jiang"
	"qcheck/corpus/kakugawa"
	"qcheck/corpus/kameikakugawa"
	"qcheck/corpus/manabetajima"
)

// Entries returns every entry, in listing order: structures by paper, then by
// place in the paper, then protocols. The slice and the entries are the caller's.
func Entries() []*Entry {
	return slices.Concat(
		kakugawa.Entries(), kameikakugawa.Entries(), manabetajima.Entries(), jiang.Entries(), baldoni.Entries(), field.Entries(), algorithms.Entries(),
	)
}
