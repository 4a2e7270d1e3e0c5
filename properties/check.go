package properties

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/explore/verdict"
	"qcheck/explore/yield"
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/near"
)

// An ID names a property in files, flags and output.
type ID = property.ID

// A Witness shows that a structure violates a property.
type Witness = property.Witness

// The properties.
const (
	NonEmpty              = property.NonEmpty
	Intersection          = property.Intersection
	NonIntersection       = property.NonIntersection
	Minimality            = property.Minimality
	WriteIntersection     = property.WriteIntersection
	ReadIntersection      = property.ReadIntersection
	WriteNonIntersection  = property.WriteNonIntersection
	WriteReadIntersection = property.WriteReadIntersection
	WriteMinimality       = property.WriteMinimality
	ReadMinimality        = property.ReadMinimality
	SelfMembership        = property.SelfMembership
	Arbitration           = property.Arbitration
	StrongNonIntersection = property.StrongNonIntersection
	Nondomination         = property.Nondomination
	PairwiseIntersection  = property.PairwiseIntersection
	Singhal               = property.Singhal
	LocalRecovery         = property.LocalRecovery
	LocalRecoveryExact    = property.LocalRecoveryExact
	FullSets              = property.FullSets
)

// Required returns the properties that make a structure one of the kind.
func Required(kind setsys.Kind) []ID { return property.Required(kind) }

// Optional returns the further properties that are defined for the kind.
func Optional(kind setsys.Kind) []ID { return property.Optional(kind) }

// All returns the properties of all kinds.
func All() []ID { return property.All() }

// Meaning is the requirement of the property on the structure, in words. A k or m
// of 0 is written as the letter.
func Meaning(id ID, s *setsys.Structure) string { return property.Meaning(id, s) }

// Every returns the required and the optional properties of the kind.
func Every(kind setsys.Kind) []ID { return append(Required(kind), Optional(kind)...) }

// Parse returns the properties that a comma-separated list names for the kind:
// property ids, "required", or "every". Each is returned once, in the order of
// [Every]. An unknown name, or one that is not defined for the kind, is an
// error.
func Parse(kind setsys.Kind, list string) ([]ID, error) { return parse(kind, strings.Split(list, ",")) }

func parse(kind setsys.Kind, names []string) ([]ID, error) {
	var ids []ID
	for _, name := range names {
		switch name = strings.TrimSpace(name); {
		case name == "required":
			ids = append(ids, Required(kind)...)
		case name == "every":
			ids = append(ids, Every(kind)...)
		case slices.Contains(Every(kind), ID(name)):
			ids = append(ids, ID(name))
		default:
			return nil, unknown(kind, name)
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

// Asked returns the properties that the structure is to be judged by: those that
// it names, in the order of [Every], or those that its kind requires when it names
// none. Its errors are those of [Parse].
func Asked(s *setsys.Structure) ([]ID, error) {
	if s.Properties == nil {
		return Required(s.Kind), nil
	}
	return parse(s.Kind, s.Properties)
}

// Known is nil for the name of a property that is defined for structures of the
// kind, and of a list that [Parse] knows, and otherwise the error. It is made for
// [setsys.DecodeOptions].
func Known(kind setsys.Kind, name string) error {
	if slices.Contains([]string{"required", "every"}, name) || slices.Contains(Every(kind), ID(name)) {
		return nil
	}
	return unknown(kind, name)
}

func unknown(kind setsys.Kind, name string) error {
	if name == "byzantine" || slices.Contains(ByzantineProperties(false), name) {
		return fmt.Errorf(`property %q is about nodes that lie: "qcheck byzantine" judges it`, name)
	}
	return fmt.Errorf("unknown property %q for kind %s%s", name, kind, near.Hint(name, Every(kind)))
}

// A Result is the verdict on one property.
type Result struct {
	Property ID              `json:"name"`
	Verdict  verdict.Verdict `json:"verdict"`
	Note     string          `json:"note,omitempty"`    // why there was nothing to check, or why the verdict is unknown
	Method   string          `json:"method,omitempty"`  // for families that are formulas: how it was decided
	Witness  *Witness        `json:"witness,omitempty"` // when violated
}

// A Report is the verdict on a structure and on each property asked for.
type Report struct {
	Structure *setsys.Structure // trust graphs with their formulas, as far as these were found
	Verdict   verdict.Verdict
	Results   []Result

	// Sizes has, for each family that is a formula, how many quorums have each
	// number of nodes, 0 to n. Families are missing that were not counted, because
	// that takes too long.
	Sizes map[setsys.Role][]*big.Int
}

// Check judges the structure by the given properties; nil means
// Required(s.Kind). When ctx ends, the properties not decided by then are
// unknown. The error says that the structure is not valid (see
// [setsys.Structure.Validate]) or that a property is not defined for its kind.
func Check(ctx context.Context, s *setsys.Structure, ids []ID) (*Report, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if ids == nil {
		ids = Required(s.Kind)
	}
	for _, id := range ids {
		if !slices.Contains(Every(s.Kind), id) {
			return nil, unknown(s.Kind, string(id))
		}
	}
	c := newChecker(yield.NewWatch(ctx), s)
	report := &Report{Structure: s}
	for _, id := range ids {
		report.Results = append(report.Results, c.judge(id))
	}
	report.conclude()
	report.Sizes = c.sizes()
	report.Structure = c.s
	return report, nil
}

// conclude makes the verdict of those on the properties.
func (r *Report) conclude() {
	var verdicts []verdict.Verdict
	for _, result := range r.Results {
		verdicts = append(verdicts, result.Verdict)
	}
	r.Verdict = verdict.All(verdicts...)
}
