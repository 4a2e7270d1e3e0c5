package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys"
)

// summary says in sentences what was checked, over what, and what came out.
func (x *exploration) summary() string {
	by := map[verdict.Verdict][]string{}
	for _, f := range x.findings {
		by[f.Verdict] = append(by[f.Verdict], string(f.Property))
	}
	broken, good, open := by[verdict.Violated], by[verdict.Holds], by[verdict.Unknown]
	var text string
	switch {
	case len(broken) > 0:
		text = fmt.Sprintf("%s %s violated by %s", andList(broken), verb(broken, "is", "are"), x.over())
		if len(good) > 0 {
			text += fmt.Sprintf("; %s %s", andList(good), verb(good, "holds", "hold"))
		}
		if len(open) > 0 {
			text += fmt.Sprintf("; %s %s not decided", andList(open), verb(open, "was", "were"))
		}
	case len(open) > 0:
		text = fmt.Sprintf("%s %s not decided for %s", andList(open), verb(open, "was", "were"), x.over())
		if len(good) > 0 {
			text += fmt.Sprintf("; %s %s", andList(good), verb(good, "holds", "hold"))
		}
	default:
		text = fmt.Sprintf("%s %s for %s", andList(good), verb(good, "holds", "hold"), x.over())
	}
	text += "."
	switch {
	case x.result.Complete && x.bounded():
		text += " All states within these bounds were searched."
	case x.result.Complete:
		text += " All states were searched."
	}
	switch {
	case x.result.Complete && x.result.Stopped != "":
		text += " Then the search was stopped: " + x.limit() + "."
	case x.result.Complete:
	case x.result.Stopped != "":
		text += " The search was not finished: " + x.limit() + "."
	default:
		text += " The search ended when everything was decided."
	}
	if !slices.Contains(x.properties(), explore.Starvation) && x.check == nil {
		text += " Starvation was not checked: it needs requests without bound."
	}
	if x.note != "" {
		text += " " + sentence(x.note) + "."
	}
	return text
}

// bounded reports whether the workload keeps states out.
func (x *exploration) bounded() bool {
	return x.base.ClockMax > 0 || slices.ContainsFunc(x.requests, func(r int) bool { return r != explore.Unbounded })
}

func verb(names []string, one, many string) string {
	if len(names) == 1 {
		return one
	}
	return many
}

// over says what the verdicts are about.
func (x *exploration) over() string {
	p := x.instance.Params
	parts := []string{x.label() + " with 1 process"}
	if p.N > 1 {
		parts[0] = fmt.Sprintf("%s with %d processes", x.label(), p.N)
	}
	if x.instance.Algorithm.HasK {
		parts[0] += fmt.Sprintf(" and k = %d", p.K)
	}
	if text := settingsText(p); text != "" {
		parts = append(parts, text)
	}
	if s := p.Structure; s != nil {
		name := strconv.Quote(x.workload().structureName())
		switch {
		case s.Kind == setsys.RequestSets:
			parts = append(parts, "the request sets "+name)
		case x.quorumChoice() == "fixed":
			parts = append(parts, "fixed quorums of "+name)
		default:
			parts = append(parts, "any quorum of "+name+" at each request")
		}
	}
	parts = append(parts, requestsSentence(x.requests))
	if x.base.Clock == explore.Causal {
		parts = append(parts, "causal stamps")
	} else if x.base.ClockMax > 0 {
		parts = append(parts, fmt.Sprintf("integer clocks up to %d", x.base.ClockMax))
	} else {
		parts = append(parts, "integer clocks")
	}
	if x.base.Queued {
		parts = append(parts, "messages to oneself in channels")
	}
	return strings.Join(parts, ", ")
}

func requestsSentence(bounds []int) string {
	text := requestsText(bounds)
	switch before, same := strings.CutSuffix(text, " of each process"); {
	case strings.HasSuffix(text, byProcess):
		return "requests (" + strings.TrimSuffix(text, byProcess) + ")" + strings.ReplaceAll(byProcess, ",", "")
	case !same:
		return "requests " + text
	case before == "1":
		return "1 request of each process"
	default:
		return before + " requests of each process"
	}
}

func andList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
