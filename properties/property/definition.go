package property

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// An ID names a property in files, flags and output.
type ID string

// A Definition has everything about a property except its search, which is left
// to package properties.
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

// of returns the definition for one family of a k-wr coterie, where it is
// required.
func (d Definition) of(role setsys.Role, id ID, meaning string) Definition {
	d.ID, d.Of, d.Meaning, d.MeaningOf, d.Required = id, role, meaning, nil, []setsys.Kind{setsys.KWRCoterie}
	return d
}

// asOption returns the definition with read-write structures as further ones
// that it is defined for; an empty meaning is that of the others.
func (d Definition) asOption(meaning string) Definition {
	d.Optional = []setsys.Kind{setsys.ReadWrite}
	if meaning != "" {
		d.MeaningOf = map[setsys.Kind]string{setsys.ReadWrite: meaning}
	}
	return d
}

// all has the definitions in the order in which they are listed to users.
var all = []Definition{
	nonEmpty,
	intersection, nonIntersection, minimality,
	writeIntersection, writeNonIntersection, writeReadIntersection, readIntersection, writeMinimality, readMinimality,
	selfMembership, arbitration,
	strongNonIntersection, nondomination,
	pairwiseIntersection, singhal, localRecovery, localRecoveryExact, fullSets,
}

// Of returns the definition of the property, and whether there is one.
func Of(id ID) (Definition, bool) {
	for i := range all {
		if all[i].ID == id {
			return all[i], true
		}
	}
	return Definition{}, false
}

// All returns the properties of all kinds.
func All() []ID { return which(func(*Definition) bool { return true }) }

// Required returns the properties that make a structure one of the kind.
func Required(kind setsys.Kind) []ID {
	return which(func(d *Definition) bool { return slices.Contains(d.Required, kind) })
}

// Optional returns the further properties that are defined for the kind.
func Optional(kind setsys.Kind) []ID {
	return which(func(d *Definition) bool { return slices.Contains(d.Optional, kind) })
}

func which(ok func(*Definition) bool) []ID {
	var ids []ID
	for i := range all {
		if ok(&all[i]) {
			ids = append(ids, all[i].ID)
		}
	}
	return ids
}

var parameter = regexp.MustCompile(`\{[km]([+-]1)?\}`)

// Meaning is the requirement of the property on the structure, in words. A k or m
// of 0 is written as the letter.
func Meaning(id ID, s *setsys.Structure) string {
	d, _ := Of(id)
	text, ok := d.MeaningOf[s.Kind]
	if !ok {
		text = d.Meaning
	}
	return parameter.ReplaceAllStringFunc(text, func(place string) string {
		value := map[byte]int{'k': s.K, 'm': s.M}[place[1]]
		if value == 0 {
			return strings.Trim(place, "{}")
		}
		add, _ := strconv.Atoi(place[2 : len(place)-1]) // none is 0
		return strconv.Itoa(value + add)
	})
}
