package corpus

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/setsys/phrase"
)

// mostNamed is how many texts are repeated of what rows are about.
const mostNamed = 8

// instances says in a few words which cases the rows are about: as the entry has them.
func instances(rows []Row) string {
	var texts []string
	runs, long := 0, 0
	for i, r := range rows {
		if i > 0 && r.Case == rows[i-1].Case {
			continue
		}
		if r.Instance != nil {
			runs++
			if r.Skipped {
				long++
			}
			continue
		}
		text := r.Of
		if r.Skipped {
			text += " (long: as pinned)"
		}
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	switch {
	case runs > 0 && long > 0:
		return fmt.Sprintf("%s explored in full, %d of them long: as pinned", phrase.Count(runs, "instance"), long)
	case runs > 0:
		return phrase.Count(runs, "instance") + " explored in full"
	case len(texts) > mostNamed+1:
		texts = append(texts[:mostNamed], fmt.Sprintf("and %d more", len(texts)-mostNamed))
	}
	all := strings.Join(texts, "; ")
	if all == "" || rows[0].Swept != "" {
		return all
	}
	return phrase.Count(len(cases(rows)), "case") + ": " + all
}
