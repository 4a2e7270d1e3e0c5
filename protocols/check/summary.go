package check

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
	"qcheck/setsys/phrase"
)

// Summary says in sentences what was checked, with which bounds, and the result.
func (r *Report) Summary() string {
	by := map[verdict.Verdict][]string{}
	var proved []string // by views
	about := r.Question()
	for _, f := range r.Findings {
		if f.Crashes != nil {
			continue
		}
		if f.ByViews {
			proved = append(proved, string(f.Property))
		}
		if !f.ByViews || !r.Model.Bounded(about) || r.proofBounded() {
			by[f.Verdict] = append(by[f.Verdict], string(f.Property))
		}
	}
	broken, good, open := by[verdict.Violated], by[verdict.Holds], by[verdict.Unknown]
	over := r.Model.Sentence(about)
	var parts []string
	add := func(names []string, one, many, after string) {
		if len(names) > 0 {
			part := phrase.Clause(names, one, many)
			if len(parts) == 0 {
				part += after + over
			}
			parts = append(parts, part)
		}
	}
	add(broken, "is violated", "are violated", " by ")
	if len(broken) == 0 {
		add(open, "was not decided", "were not decided", " for ")
	}
	add(good, "holds", "hold", " for ")
	if len(broken) > 0 {
		add(open, "was not decided", "were not decided", "")
	}
	var text string
	if len(parts) > 0 {
		text = strings.Join(parts, "; ") + "."
	}
	if len(proved) > 0 {
		far := ""
		if !r.proofBounded() {
			far = ", for any number of requests"
		}
		if far != "" && r.Model.Bounded(about) {
			text += fmt.Sprintf(" %s for %s.", phrase.Clause(proved, "holds", "hold"), r.Model.Sentence(r.unbounded()))
		}
		text += fmt.Sprintf(" Local views prove %s%s: %s views%s are closed under the steps%s.", phrase.List(proved), far, phrase.Thousands(r.Proof.Views), ofProcesses(r.Proof), r.Proof.Second())
		if a := r.Model.Algorithm; a.Every != nil && r.Model.Instance.Variant == a.Default && len(broken)+len(open) == 0 {
			text += fmt.Sprintf(" qcheck prove --algorithm %s asks the same of every number of processes.", a.Name)
		}
	}
	stopped, elsewhere := strings.TrimSpace(r.Result.Stopped), !slices.Equal(about.Requests, r.Instance.Requests)
	switch {
	case r.Result.States == 0 && len(open) == 0: // no search was needed
	case elsewhere: // the search is about fewer requests
	case r.Result.Complete && r.Model.Bounded(about):
		text += " All states within these bounds were searched."
	case r.Result.Complete:
		text += " All states were searched."
	}
	if asked := r.Result.Asked; asked != "" {
		text += " " + strings.ToUpper(asked[:1]) + asked[1:] + "."
	}
	switch decided, last := len(open) == 0, r.lastStopped(); {
	case r.Result.Complete && stopped != "":
		text += " Then the search was stopped: " + stopped + "."
	case decided && (r.Result.Complete || len(broken) == 0 && len(proved) > 0 || r.Result.States == 0):
	case decided && stopped != "":
		text += fmt.Sprintf(" The search in which that was found was given up: %s; what it left open was decided after it.", stopped)
	case decided:
		text += " The search ended when everything was decided."
	case last != nil && r.ended == nil && strings.Contains(r.Note, last.Stopped): // the note says it
	case last != nil && (last.Stopped != stopped || r.Result.Complete || len(broken) > 0 && r.Model.Instance.Requests == nil):
		text += fmt.Sprintf(" What is open was searched on: %s, until %s", last.What, last.Stopped)
		if r.ended != nil && r.ended.Error() != last.Stopped {
			text += "; then " + r.ended.Error()
		}
		text += "."
	case r.Result.Complete && len(open) > 0 && r.ended != nil:
		text += " What is open was not searched on: " + r.ended.Error() + "."
	case !r.Result.Complete && stopped != "":
		search := "The search"
		if elsewhere {
			search += " with " + r.Instance.RequestsSentence()
		}
		text += fmt.Sprintf(" %s was not finished: %s.%s", search, stopped, r.toDepth(open))
	}
	text += r.partly()
	if r.everything && r.Model.Met().Asks.Load() && slices.Contains(r.Model.Properties(), explore.StarvationFreedom) && !slices.Contains(r.asked(), explore.StarvationFreedom) {
		text += " Starvation-freedom was not checked: it needs requests without bound."
	}
	if !r.Result.Complete && r.Result.Stopped != "" && r.Options.Levels != nil {
		how := "--resume goes on from there"
		if r.Options.Levels.Shards > 0 {
			how = "\"qcheck tasks next\" names the tasks that go on"
		}
		text += fmt.Sprintf(" Finished levels are in %s: %s.", r.Options.Levels.Dir, how)
	}
	if i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Crashes != nil }); i >= 0 {
		text = strings.TrimSpace(text + " " + r.survivalSentence(r.Findings[i]))
	}
	if i := slices.IndexFunc(open, func(p string) bool { return p != string(explore.StarvationFreedom) }); i >= 0 && len(r.Findings) > 1 && r.ends > 0 && (r.ended != nil || r.lastStopped() != nil) {
		text += fmt.Sprintf(" Alone, %s has the whole budget, and less is searched: --check %s.", open[i], open[i])
	}
	if r.Note != "" {
		text += " " + strings.ToUpper(r.Note[:1]) + r.Note[1:] + "."
	}
	return text
}

// lastStopped returns the last attempt that did not end, nil for none.
func (r *Report) lastStopped() *Attempt {
	for i := range slices.Backward(r.Attempts) {
		if r.Attempts[i].Stopped != "" {
			return &r.Attempts[i]
		}
	}
	return nil
}

// survivalSentence says what comes of crashes.
func (r *Report) survivalSentence(f Finding) string {
	in := r.Model.Instance
	bad, open := f.after(verdict.Violated), f.after(verdict.Unknown)
	faults := in.Faults
	faults.Crash = max(faults.Crash, 1)
	crashes := "1 crash"
	if faults.Crash > 1 {
		crashes = fmt.Sprintf("%d crashes", faults.Crash)
	}
	over := r.Model.Label() + " with " + r.Model.ProcessesText(in)
	if in.Requests != nil && r.Model.Met().Asks.Load() {
		over += ", " + in.RequestsSentence()
	}
	if n := r.Model.Network(); n != explore.FIFO {
		over += ", " + n.Sentence()
	}
	if all := faults.At(0); all != (explore.Faults{Crash: all.Crash}) {
		over += ", " + all.Sentence() + ","
	}
	switch {
	case len(bad) > 0:
		faults.When, _ = explore.MomentNamed(bad[0])
		if slices.ContainsFunc(f.Crashes, Crash.needless) {
			faults = explore.Faults{Lose: faults.Lose, Duplicate: faults.Duplicate}
		}
		flags := "--check starvation"
		if faults.Any() {
			flags = "--faults " + instance.FaultsText(faults) + " " + flags
		}
		return fmt.Sprintf("%s does not survive %s: a live process waits for ever %s; %s shows such a run.", over, crashes, f.fails(), flags)
	case len(open) > 0:
		return fmt.Sprintf("Whether %s survives %s was not decided for a crash of one that is %s.", over, crashes, phrase.List(open))
	}
	return fmt.Sprintf("%s survives %s: no live process waits for ever.", over, crashes)
}

// partly says of what is not decided for which requests it holds.
func (r *Report) partly() (text string) {
	for _, a := range slices.Backward(r.Attempts) {
		var names []string
		for _, f := range r.Findings {
			if f.HoldsFor == a.What {
				names = append(names, string(f.Property))
			}
		}
		if len(names) > 0 {
			text += fmt.Sprintf(" For %s, %s.", a.What, phrase.Clause(names, "holds", "hold"))
		}
	}
	return text
}

// toDepth says to which depth the open properties were decided, and what to try.
func (r *Report) toDepth(open []string) string {
	judged := slices.DeleteFunc(slices.Clone(open), func(name string) bool {
		p := explore.Property(name)
		return !slices.Contains([]explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}, p) && r.Model.Kind(p) != instance.Always
	})
	if len(judged) == 0 || r.Result.Within < 0 {
		return ""
	}
	steps := phrase.Count(r.Result.Within, "step")
	text := fmt.Sprintf(" It is complete to depth %d: within %s, there is no violation of %s.", r.Result.Within, steps, phrase.List(judged))
	asking := 0
	for _, bound := range r.Instance.Requests {
		if bound != 0 {
			asking++
		}
	}
	if asking > 1 && r.Model.Met().Asks.Load() && len(r.Attempts) < 2 {
		fewer := slices.Repeat([]string{"1"}, asking-1)
		for len(fewer) < r.Instance.Processes() {
			fewer = append(fewer, "0")
		}
		text += fmt.Sprintf(" With fewer requests there are fewer states: try --requests %s.", strings.Join(fewer, ","))
	}
	if levels := r.Result.Levels; len(levels) > r.Result.Within+1 { // more may have been begun
		last := levels[r.Result.Within : r.Result.Within+2]
		text += fmt.Sprintf(" The last whole level has %.1f times as many states as the one before.", float64(last[1])/float64(last[0]))
	}
	return text
}

// ofProcesses says of how many processes the views of a proof are, if they are not of a requester and
// a member.
func ofProcesses(p *views.Proof) string {
	return []string{0: "", 2: " of two processes", 3: " of three processes"}[p.Processes]
}
