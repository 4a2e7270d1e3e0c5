package entry

import (
	"qcheck/explore/verdict"
	"qcheck/properties"
)

// Questions are what a case asks, while they are put together.
type Questions []Question

// Claimed asks properties that the text claims to hold, and that are found to.
func Claimed(ids ...properties.ID) Questions { return property(verdict.Holds, ids) }

// Silent asks properties of which the text says nothing; they are found to
// hold.
func Silent(ids ...properties.ID) Questions { return property(0, ids) }

// Denied asks properties that the text says are violated; they are found to
// hold unless the violation is pinned too.
func Denied(ids ...properties.ID) Questions { return property(verdict.Violated, ids) }

func property(claim verdict.Verdict, ids []properties.ID) Questions {
	var qs Questions
	for _, id := range ids {
		qs = append(qs, Question{Name: string(id), Claimed: claim, Pinned: verdict.Holds})
	}
	return qs
}

// Stated asks a statement that the text makes, and that is found to be true.
func Stated(name string, decide Program) Questions {
	return Questions{{Name: name, Decide: decide.on(nil), Claimed: verdict.Holds, Pinned: verdict.Holds}}
}

// observed asks a statement that the text does not make, and that is found to
// be true.
func observed(name string, decide Program) Questions {
	return Questions{{Name: name, Decide: decide.on(nil), Pinned: verdict.Holds}}
}

// With returns these questions and more.
func (qs Questions) With(more Questions) Questions {
	return append(append(Questions(nil), qs...), more...)
}
