package protocols

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/anyn"
	"qcheck/protocols/instance"
	"qcheck/setsys/phrase"
)

// vetted is asked whether the source of an algorithm's handlers was checked for what proofs for every number of processes take for granted of it. It is nil
// while nothing checks that: then no verdict holds.
var vetted func(*instance.Algorithm) bool

// meanings says what each property is.
var meanings = map[explore.Property]string{
	explore.Safety:            "no two processes are inside together",
	explore.WellDefined:       "no step is undefined, no handler panics, and no process sends itself messages without end",
	explore.DeadlockFreedom:   "where a process waits, something goes on",
	explore.StarvationFreedom: "in fair runs, no process waits for ever",
}

// writeEvery writes what is proved for every number of processes.
func writeEvery(s console.Streams, r *anyn.Report, text string) {
	e := r.Every
	fmt.Fprintf(s.Out, "%s (%s): every number of processes, every %s, requests without bound?\n\n", r.Algorithm, r.Variant, every(r))
	say := func(word, name, text string) {
		const indent = "                                "
		first := fmt.Sprintf("  %-8s  %-18s  ", word, name)
		s.Out.WriteString(first + strings.TrimPrefix(console.Wrap(text, s.Within(100), indent), indent))
	}
	for _, p := range e.Properties {
		switch {
		case p.Verdict == verdict.Violated:
			say("violated", string(p.Name), meanings[p.Name]+": not "+p.Run)
		case p.Proved:
			say("proved", string(p.Name), meanings[p.Name])
		default:
			say("open", string(p.Name), p.Why)
		}
		if len(p.Path) > 0 {
			say("", "", "after "+strings.Join(p.Path, ", "))
		}
	}
	s.Out.WriteByte('\n')
	closed := "are closed under the handlers, by"
	if !e.Properties[0].Proved {
		closed = "do not show it, after"
	}
	say("views", "", fmt.Sprintf("%s local views of a requester and a member of any size %s %s of members", phrase.Thousands(e.Views), closed, phrase.Count(e.Calls, "call")))
	found := "no property is violated in them"
	if slices.ContainsFunc(e.Properties, func(p anyn.Property) bool { return p.Verdict == verdict.Violated }) {
		found = "what is proved is not violated in them"
	}
	say("searched", "", fmt.Sprintf("%s of 2 to 4 processes, %d to the end: %s", phrase.Count(e.Searched, "instance"), e.Whole, found))
	source := "checked: handlers only compare peers, stamps and sets, count nothing, and keep nothing from one call to the next"
	if !e.Vetted {
		source = "not vetted: whether handlers only compare peers, stamps and sets, count nothing, and keep nothing from one call to the next"
	}
	say("source", "", source)
	say("declared", "", "which messages carry a permission, who has one and who gave one (roles.Account), and who is inside (Observe)")
	s.Out.WriteByte('\n')
	s.Out.WriteString(console.Wrap(text, s.Within(100), "  "))
}

// everyConclusion returns the exit code and the last sentences.
func everyConclusion(r *anyn.Report) (console.ExitCode, string) {
	var violated, proved, open []string
	for _, p := range r.Every.Properties {
		switch {
		case p.Verdict == verdict.Violated:
			violated = append(violated, string(p.Name))
		case p.Proved:
			proved = append(proved, string(p.Name))
		default:
			open = append(open, string(p.Name))
		}
	}
	with := fmt.Sprintf("%s (%s) with every %s, every number of processes, requests without bound, channels that keep order and lose nothing", r.Algorithm, r.Variant, every(r))
	var text string
	if len(proved) > 0 {
		text = fmt.Sprintf("Local views prove %s of %s.", phrase.List(proved), with)
	}
	code := console.ExitHolds
	switch {
	case r.Every.Refused != "" || r.Every.Stopped != "":
		code, text = console.ExitUnknown, fmt.Sprintf("unknown: whether %s is safe. %s", with, text)
	case len(violated) > 0:
		code, text = console.ExitViolated, fmt.Sprintf("violated: %s, of %s (%s). %s", phrase.List(violated), r.Algorithm, r.Variant, text)
	case !r.Every.Vetted:
		code, text = console.ExitUnknown, "unknown: the handlers' source was not vetted. "+text
	case len(open) > 0:
		code, text = console.ExitUnknown, fmt.Sprintf("unknown: %s, of %s (%s). %s", phrase.List(open), r.Algorithm, r.Variant, text)
	default:
		text = "proved: " + phrase.List(proved) + " hold for " + with + "."
	}
	return code, strings.TrimSpace(text)
}
