package corpus

import (
	"slices"
	"strings"

	"qcheck/explore"
)

// modelled says what the rows of runs and sweeps take of a model that a paper leaves
// open and that may decide a verdict: how messages to oneself go, how often processes
// ask, what clocks are, and what stands for an inner algorithm.
func modelled(rows []Row) []string {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Instance == nil && r.Swept == "" })
	if len(rows) == 0 {
		return nil
	}
	choices := []struct {
		says   string
		chosen func(flags string) []string
	}{
		{"messages to oneself ", func(flags string) []string {
			return oneOf(flags, "--self-messages", map[string]string{"": "in the step", "call": "in the step", "queued": "in a channel"})
		}},
		{"requests ", func(flags string) []string {
			if strings.Contains(flags, "unbounded") {
				return []string{"without bound"}
			}
			return []string{"bounded"}
		}},
		{"clocks: ", func(flags string) []string {
			return oneOf(flags, "--clock", map[string]string{"": "every logical clock", explore.Causal.String(): "every logical clock", explore.Integer.String(): "Lamport's integers"})
		}},
		{"mutual exclusion within: ", func(flags string) []string {
			if !strings.Contains(flags, "--algorithm mutin") && !strings.Contains(flags, "--algorithm gcs") {
				return nil
			}
			return oneOf(flags, "--mutex", map[string]string{"": "a lock", "lock": "a lock", "maekawa": "Maekawa's algorithm"})
		}},
	}
	var all []string
	for _, c := range choices {
		var found []string
		for _, r := range rows {
			for _, word := range c.chosen(r.Case) {
				if !slices.Contains(found, word) {
					found = append(found, word)
				}
			}
		}
		slices.Sort(found)
		if len(found) > 0 {
			all = append(all, c.says+strings.Join(found, " and "))
		}
	}
	return all
}

// oneOf returns what the values of a flag are called; the value of a flag that is not
// there is empty, and one in braces is several.
func oneOf(flags, name string, called map[string]string) []string {
	values := []string{""}
	words := strings.Fields(flags)
	if i := slices.Index(words, name); i >= 0 && i+1 < len(words) {
		values = strings.Split(strings.Trim(words[i+1], "{}"), ",")
	}
	var all []string
	for _, v := range values {
		all = append(all, called[v])
	}
	return all
}
