package corpus

import (
	"slices"
	"strings"
)

// choices are what a model takes that a paper leaves open and that may decide a verdict: how messages to
// oneself go, how often processes ask, what clocks are, and what stands for an inner algorithm. A value of the flag
// has its word, the last of which is that of others.
var choices = []struct{ says, flag, among, values string }{
	{"messages to oneself ", "--self-messages", "", "queued=in a channel;=in the step"},
	{"requests ", "--requests", "", "unbounded=without bound;=bounded"},
	{"clocks: ", "--clock", "", "integer=Lamport's integers;=every logical clock"},
	{"mutual exclusion within: ", "--mutex", "mutin gcs", "maekawa=Maekawa's algorithm;=a lock"},
}

// modelled says which of the choices the rows of runs and sweeps take.
func modelled(rows []Row) (all []string) {
	for _, c := range choices {
		var found []string
		for _, r := range rows {
			if r.Instance == nil && r.Swept == "" || c.among != "" && !slices.Contains(strings.Fields(c.among), valuesOf(r.Case, "--algorithm")[0]) {
				continue
			}
			for _, v := range valuesOf(r.Case, c.flag) {
				for pair := range strings.SplitSeq(c.values, ";") {
					if value, word, _ := strings.Cut(pair, "="); value == v || value == "" {
						found = append(found, word)
						break
					}
				}
			}
		}
		if slices.Sort(found); len(found) > 0 {
			all = append(all, c.says+strings.Join(slices.Compact(found), " and "))
		}
	}
	return all
}

// valuesOf returns the values of a flag: one that is not there is empty, and one in braces is several.
func valuesOf(flags, name string) []string {
	words := strings.Fields(flags)
	if i := slices.Index(words, name); i >= 0 && i+1 < len(words) {
		return strings.Split(strings.Trim(words[i+1], "{}"), ",")
	}
	return []string{""}
}
