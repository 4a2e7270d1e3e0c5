package entry

import (
	"qcheck/explore/verdict"
	"qcheck/properties"
)

// Questions are what a case asks, while they are put together.
type Questions []Question

// property asks properties that a text claims to hold or to be violated, or is silent of.
func property(claim verdict.Verdict, ids []properties.ID) Questions {
	var qs Questions
	for _, id := range ids {
		qs = append(qs, Question{Name: string(id), Claimed: claim, Pinned: verdict.Holds})
	}
	return qs
}

// stated asks a statement that the text makes, and that is found to be true.
func stated(name string, decide Program) Questions {
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
