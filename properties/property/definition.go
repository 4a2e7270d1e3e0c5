package property

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// An ID names a property in files, flags and output.
type ID string

// A Definition is what there is to say about a property; how to decide it is
// left to package properties.
type Definition struct {
	ID       ID
	Required []setsys.Kind // a structure is of these kinds only with the property
	Optional []setsys.Kind // the further kinds that it is defined for

	// Meaning says what the property demands, with {k}, {k+1}, {k-1}, {m} and
	// {m+1} for the parameters of the structure. MeaningOf has the kinds of
	// which it is said otherwise.
	Meaning   string
	MeaningOf map[setsys.Kind]string

	// Of is the role of the one family that the property is about; empty when it
	// is about every family of the structure.
	Of setsys.Role

	// Breaks says why the members of the witness do not break the property; nil
	// when they do. That they are in the structure has been checked.
	Breaks func(w *Witness) error

	// Text says in one sentence, without a full stop, what the witness shows.
	Text func(w *Witness) string
}

// all has the definitions in the order in which they are listed to users.
var all = []Definition{
	nonEmpty,
	intersection, nonIntersection, minimality,
	writeIntersection, writeNonIntersection, writeReadIntersection, writeMinimality, readMinimality,
	selfMembership, arbitration,
	strongNonIntersection, nondomination,
	pairwiseIntersection, singhal, localRecovery, localRecoveryExact, fullSets,
}

// Of returns the definition of the property, and whether there is one.
func Of(id ID) (Definition, bool) {
	if i := slices.IndexFunc(all, func(d Definition) bool { return d.ID == id }); i >= 0 {
		return all[i], true
	}
	return Definition{}, false
}

// All returns the properties of all kinds.
func All() []ID {
	var list []ID
	for _, d := range all {
		list = append(list, d.ID)
	}
	return list
}

// Required returns the properties that make a structure one of the kind.
func Required(kind setsys.Kind) []ID {
	return ids(func(d Definition) []setsys.Kind { return d.Required }, kind)
}

// Optional returns the further properties that are defined for the kind.
func Optional(kind setsys.Kind) []ID {
	return ids(func(d Definition) []setsys.Kind { return d.Optional }, kind)
}

func ids(kinds func(Definition) []setsys.Kind, kind setsys.Kind) []ID {
	var list []ID
	for _, d := range all {
		if slices.Contains(kinds(d), kind) {
			list = append(list, d.ID)
		}
	}
	return list
}

// Meaning says in words what the property demands of structures of the kind,
// with k and m as they stand in the definition.
func Meaning(id ID, kind setsys.Kind) string {
	return meaning(id, kind, func(name string, add int) string {
		if add == 0 {
			return name
		}
		return fmt.Sprintf("%s%+d", name, add)
	})
}

// MeaningIn says in words what the property demands of this structure, with its
// k and m.
func MeaningIn(id ID, s *setsys.Structure) string {
	return meaning(id, s.Kind, func(name string, add int) string {
		if name == "m" {
			return strconv.Itoa(s.M + add)
		}
		return strconv.Itoa(s.K + add)
	})
}

func meaning(id ID, kind setsys.Kind, value func(name string, add int) string) string {
	d, _ := Of(id)
	text, ok := d.MeaningOf[kind]
	if !ok {
		text = d.Meaning
	}
	var pairs []string
	for _, name := range []string{"k", "m"} {
		pairs = append(pairs,
			"{"+name+"-1}", value(name, -1),
			"{"+name+"}", value(name, 0),
			"{"+name+"+1}", value(name, 1))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
