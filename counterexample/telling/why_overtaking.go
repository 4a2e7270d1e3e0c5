package telling

import (
	"fmt"
	"strings"

	"qcheck/explore"
	"qcheck/setsys/phrase"
)

// overtaking explains a cycle: who enters in each round, and where the permissions go
// that the process which starves waits for all along.
func (x *explainer) overtaking() {
	t, p := x.Trace, x.Trace.Process
	var parts []string
	for q := range x.Run.Configs[x.end].Observations {
		times, first := 0, 0
		for i := t.Loop; i < len(x.Run.Moves); i++ {
			if x.Run.Configs[i].Observations[q].Phase != explore.Inside && x.Run.Configs[i+1].Observations[q].Phase == explore.Inside {
				times++
				if times == 1 {
					first = i + 1
				}
			}
		}
		switch {
		case times == 1:
			parts = append(parts, fmt.Sprintf("%s enters in step %d", x.name(q), first))
		case times > 1:
			parts = append(parts, fmt.Sprintf("%s enters %d times", x.name(q), times))
		}
	}
	if len(parts) == 0 && x.Run.Configs[x.end].Required[t.Property].Kind != "" {
		return // which is not about entering
	}
	if len(parts) == 0 {
		parts = []string{"nobody enters"}
	}
	text := "in each round " + phrase.List(parts)
	if p >= 0 {
		text = fmt.Sprintf("%s, while %s waits", text, x.name(p))
	}
	x.say("%s", text)
	if p >= 0 {
		x.goesTo(p)
	}
}

// goesTo says where the permissions go that process p waits for all along the cycle.
func (x *explainer) goesTo(p int) {
	for _, what := range x.kinds() {
		wants := x.at(x.end, p, what).Wants
		for i := x.Trace.Loop; i <= x.end; i++ {
			wants &= x.at(i, p, what).Wants
		}
		for _, q := range wants.Members() {
			var parts []string
			for i := x.Trace.Loop; i < len(x.Run.Moves); i++ {
				given := x.at(i+1, q, what).Gave &^ x.at(i, q, what).Gave
				for _, r := range given.Members() {
					parts = append(parts, fmt.Sprintf("to %s in step %d", x.name(r), i+1))
				}
			}
			if len(parts) == 0 {
				continue
			}
			x.say("%s waits all along for %s, which goes %s", x.name(p), x.own(q, what), strings.Join(parts, ", "))
		}
	}
}
