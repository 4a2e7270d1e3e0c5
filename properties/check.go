package properties

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qcheck/counterexample"
	"qcheck/explore/verdict"
	"qcheck/setsys"
)

// An ID names a property in files, flags and output.
type ID string

// The properties.
const (
	NonEmpty              ID = "nonempty"
	Intersection          ID = "intersection"
	NonIntersection       ID = "non-intersection"
	Minimality            ID = "minimality"
	WriteIntersection     ID = "write-intersection"
	WriteNonIntersection  ID = "write-non-intersection"
	WriteReadIntersection ID = "write-read-intersection"
	WriteMinimality       ID = "write-minimality"
	ReadMinimality        ID = "read-minimality"
	SelfMembership        ID = "self-membership"
	Arbitration           ID = "arbitration"
	StrongNonIntersection ID = "strong-non-intersection"
	Nondomination         ID = "nondomination"
	PairwiseIntersection  ID = "pairwise-intersection"
	Singhal               ID = "singhal"
	LocalRecovery         ID = "local-recovery"
	LocalRecoveryExact    ID = "local-recovery-exact"
	FullSets              ID = "full-sets"
)

// Required returns the properties that make a structure one of the kind.
func Required(kind setsys.Kind) []ID {
	switch kind {
	case setsys.Coterie, setsys.KArbiter, setsys.HKArbiter:
		return []ID{NonEmpty, Intersection, Minimality}
	case setsys.KCoterie:
		return []ID{NonEmpty, Intersection, NonIntersection, Minimality}
	case setsys.KWRCoterie:
		return []ID{NonEmpty, WriteIntersection, WriteNonIntersection, WriteReadIntersection, WriteMinimality, ReadMinimality}
	case setsys.RequestSets:
		return []ID{NonEmpty, SelfMembership, Arbitration}
	}
	return nil
}

// Optional returns the further properties that are defined for the kind.
func Optional(kind setsys.Kind) []ID {
	switch kind {
	case setsys.Coterie, setsys.KArbiter, setsys.HKArbiter:
		return []ID{Nondomination}
	case setsys.KCoterie:
		return []ID{StrongNonIntersection, Nondomination}
	case setsys.RequestSets:
		return []ID{PairwiseIntersection, Singhal, LocalRecovery, LocalRecoveryExact, FullSets}
	}
	return nil
}

// Every returns the required and the optional properties of the kind.
func Every(kind setsys.Kind) []ID { return append(Required(kind), Optional(kind)...) }

// Parse returns the properties that a comma-separated list names for the kind:
// property ids, "required", or "every". Each is returned once, in the order of
// [Every]. An unknown name, or one that is not defined for the kind, is an
// error.
func Parse(kind setsys.Kind, list string) ([]ID, error) {
	var ids []ID
	for _, name := range strings.Split(list, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "required":
			ids = append(ids, Required(kind)...)
		case name == "every":
			ids = append(ids, Every(kind)...)
		case slices.Contains(Every(kind), ID(name)):
			ids = append(ids, ID(name))
		default:
			return nil, fmt.Errorf("unknown property %q for kind %s", name, kind)
		}
	}
	var ordered []ID
	for _, id := range Every(kind) {
		if slices.Contains(ids, id) {
			ordered = append(ordered, id)
		}
	}
	return ordered, nil
}

// A Result is the verdict on one property.
type Result struct {
	Property ID
	Verdict  verdict.Verdict
	Witness  *counterexample.Witness // when violated
	Note     string                  // why there was nothing to check, or why the verdict is unknown; mostly empty
}

// A Report is the verdict on a structure and on each property asked for.
type Report struct {
	Structure *setsys.Structure
	Verdict   verdict.Verdict
	Results   []Result
}

// Check judges the structure by the given properties; nil means
// Required(s.Kind). When ctx ends, the properties not decided by then are
// unknown. The error says that the structure is not valid (see
// [setsys.Structure.Validate]) or that a property is not defined for its kind.
func Check(ctx context.Context, s *setsys.Structure, ids []ID) (*Report, error) {
	panic("to come")
}
