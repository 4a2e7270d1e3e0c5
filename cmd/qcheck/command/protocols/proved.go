package protocols

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/anyn"
	"qcheck/setsys/phrase"
)

// meanings says what each property is.
var meanings = map[explore.Property]string{
	explore.Safety:            "no two processes are inside together",
	explore.WellDefined:       "no step is undefined, no handler panics, and no process sends itself messages without end",
	explore.DeadlockFreedom:   "where a process waits, something goes on",
	explore.StarvationFreedom: "in fair runs, no process waits for ever",
}

// meaning says what a property is, where k is that of structures, 1 for coteries.
func meaning(r *anyn.Report, property explore.Property) string {
	if property == explore.Safety && r.Kind.HasK() && r.K != 1 {
		return fmt.Sprintf("no more than %s processes are inside together", map[bool]string{true: "k", false: fmt.Sprint(r.K)}[r.K == 0])
	}
	return meanings[property]
}

// writeAnswer writes what is proved, and what that rests on.
func writeAnswer(s console.Streams, r *anyn.Report, text string) {
	e := r.Every
	fmt.Fprintf(s.Out, "%s (%s): every number of processes, every %s, requests without bound\n\n", r.Algorithm, r.Variant, every(r))
	say := func(word, name, text string) {
		const indent = "                                "
		first := fmt.Sprintf("  %-8s  %-18s  ", word, name)
		s.Out.WriteString(first + strings.TrimPrefix(console.Wrap(text, s.Within(100), indent), indent))
	}
	for _, p := range e.Properties {
		switch {
		case p.Verdict == verdict.Violated:
			say("violated", string(p.Name), fmt.Sprintf("%s: not so %s", meaning(r, p.Name), p.Run))
		case p.Verdict == verdict.Holds:
			say("proved", string(p.Name), meaning(r, p.Name))
		case p.Proved && !e.Checked:
			say("open", string(p.Name), meaning(r, p.Name)+", if handlers only compare peers, stamps and sets")
		default: // where the views prove it, not all instances were searched
			say("open", string(p.Name), cmp.Or(p.Why, e.Stopped))
		}
		if len(p.Path) > 0 {
			say("", "", "after "+strings.Join(p.Path, ", "))
		}
	}
	s.Out.WriteByte('\n')
	closed := "are closed under all steps"
	if !e.Properties[0].Proved {
		closed = "were made, and are no proof"
	}
	say("views", "", fmt.Sprintf("%s, each of a member with any number of requesters and of one of these, %s (%s of a member's handler)", phrase.Thousands(e.Views), closed, phrase.Thousands(e.Calls)+" "+phrase.Noun(e.Calls, "call")))
	found := "no property is violated in them"
	if slices.ContainsFunc(e.Properties, func(p anyn.Property) bool { return p.Verdict == verdict.Violated }) {
		found = "what is proved is not violated in them"
	}
	if e.Searched == 0 {
		found = "there are none"
	}
	say("searched", "", fmt.Sprintf("%s of 2 to 4 processes, %d to the end: %s", phrase.Count(e.Searched, "instance"), e.Whole, found))
	source := "checked before this program was built: handlers only compare peers, stamps and sets, count nothing, and keep nothing from one call to the next"
	if !e.Checked {
		source = "not the one that was checked: handlers may do more than that"
	}
	say("source", "", source)
	say("trusted", "", "what the algorithm declares: which messages carry a permission, who has one and who gave one (roles.Account), who is inside (Observe); and qcheck itself, in the packages explore/everyn, explore/roles and protocols/gate")
	say("assumed", "", "channels keep order, and lose and double nothing; no process forgets; stamps of requests differ")
	s.Out.WriteByte('\n')
	s.Out.WriteString(console.Wrap(text, s.Within(100), "  "))
}

// conclusion returns the exit code and the last sentences.
func conclusion(r *anyn.Report) (console.ExitCode, string) {
	var violated, proved, open []string
	for _, p := range r.Properties {
		switch {
		case p.Verdict == verdict.Violated:
			violated = append(violated, string(p.Name))
		case p.Verdict == verdict.Holds:
			proved = append(proved, string(p.Name))
		default:
			open = append(open, string(p.Name))
		}
	}
	with := fmt.Sprintf("with every number of processes, every %s and requests without bound", every(r))
	name := fmt.Sprintf("%s (%s)", r.Algorithm, r.Variant)
	var also string
	if len(proved) > 0 {
		also = fmt.Sprintf(" Proved %s: %s.", with, phrase.List(proved))
	}
	switch {
	case len(violated) > 0:
		return console.ExitViolated, fmt.Sprintf("violated: %s by %s.%s", phrase.List(violated), name, also)
	case r.Refused != "" || r.Stopped != "":
		return console.ExitUnknown, fmt.Sprintf("unknown: whether %s is safe %s.", name, with)
	case !r.Checked:
		return console.ExitUnknown, fmt.Sprintf("unknown: %s of %s, whose source is not the one that was checked.", phrase.List(open), name)
	case len(open) > 0:
		return console.ExitUnknown, fmt.Sprintf("unknown: %s of %s.%s", phrase.List(open), name, also)
	}
	return console.ExitHolds, fmt.Sprintf("holds: %s hold for %s %s.", phrase.List(proved), name, with)
}
