package corpus

import (
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

const (
	holds    = verdict.Holds
	violated = verdict.Violated
)

// questions are what a case asks, while they are put together.
type questions []Question

// claimed asks properties that the text claims to hold, and that are found to.
func claimed(ids ...properties.ID) questions { return property(holds, ids) }

// silent asks properties of which the text says nothing; they are found to
// hold.
func silent(ids ...properties.ID) questions { return property(0, ids) }

// denied asks properties that the text says are violated; they are found to
// hold unless the violation is pinned too.
func denied(ids ...properties.ID) questions { return property(violated, ids) }

func property(claim verdict.Verdict, ids []properties.ID) questions {
	var qs questions
	for _, id := range ids {
		qs = append(qs, Question{Name: string(id), Claimed: claim, Pinned: holds})
	}
	return qs
}

// stated asks a statement that the text makes, and that is found to be true.
func stated(name string, decide Statement) questions {
	return questions{{Name: name, Decide: decide, Claimed: holds, Pinned: holds}}
}

// observed asks a statement that the text does not make, and that is found to
// be true.
func observed(name string, decide Statement) questions {
	return questions{{Name: name, Decide: decide, Pinned: holds}}
}

// with returns these questions and more.
func (qs questions) with(more questions) questions {
	return append(append(questions(nil), qs...), more...)
}

// violated pins that the question is found violated, by the witness.
func (qs questions) violated(name string, witness string) questions {
	out := append(questions(nil), qs...)
	for i := range out {
		if out[i].Name == name {
			out[i].Pinned, out[i].Witness = violated, witness
			return out
		}
	}
	return append(out, Question{}) // refused by the runner
}

// required returns the required properties of the kind.
func required(kind setsys.Kind) []properties.ID { return properties.Required(kind) }
