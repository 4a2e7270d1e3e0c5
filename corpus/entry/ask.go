package entry

import (
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

const (
	Holds    = verdict.Holds
	Violated = verdict.Violated
)

// Questions are what a case asks, while they are put together.
type Questions []Question

// Claimed asks properties that the text claims to hold, and that are found to.
func Claimed(ids ...properties.ID) Questions { return property(Holds, ids) }

// Silent asks properties of which the text says nothing; they are found to
// hold.
func Silent(ids ...properties.ID) Questions { return property(0, ids) }

// Denied asks properties that the text says are violated; they are found to
// hold unless the violation is pinned too.
func Denied(ids ...properties.ID) Questions { return property(Violated, ids) }

func property(claim verdict.Verdict, ids []properties.ID) Questions {
	var qs Questions
	for _, id := range ids {
		qs = append(qs, Question{Name: string(id), Claimed: claim, Pinned: Holds})
	}
	return qs
}

// Stated asks a statement that the text makes, and that is found to be true.
func Stated(name string, decide Statement) Questions {
	return Questions{{Name: name, Decide: decide, Claimed: Holds, Pinned: Holds}}
}

// Observed asks a statement that the text does not make, and that is found to
// be true.
func Observed(name string, decide Statement) Questions {
	return Questions{{Name: name, Decide: decide, Pinned: Holds}}
}

// With returns these questions and more.
func (qs Questions) With(more Questions) Questions {
	return append(append(Questions(nil), qs...), more...)
}

// Violated pins that the question is found violated, by the witness.
func (qs Questions) Violated(name string, witness string) Questions {
	out := append(Questions(nil), qs...)
	for i := range out {
		if out[i].Name == name {
			out[i].Pinned, out[i].Witness = Violated, witness
			return out
		}
	}
	return append(out, Question{}) // refused by the runner
}

// Required returns the required properties of the kind.
func Required(kind setsys.Kind) []properties.ID { return properties.Required(kind) }
