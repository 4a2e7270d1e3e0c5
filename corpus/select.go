package corpus

import (
	"fmt"
	"strings"

	"qcheck/setsys/near"
)

// Select returns the entries that some pattern names, in the order of entries,
// each once; all of them when there is no pattern. A pattern is the name of an
// entry, or a leading part of names that ends before a slash. A pattern that
// names no entry is an error.
func Select(entries []*Entry, patterns ...string) ([]*Entry, error) {
	if len(patterns) == 0 {
		return entries, nil
	}
	used := make([]bool, len(patterns))
	var selected []*Entry
	for _, e := range entries {
		named := false
		for i, p := range patterns {
			if e.Name == p || strings.HasPrefix(e.Name, strings.TrimSuffix(p, "/")+"/") {
				used[i], named = true, true
			}
		}
		if named {
			selected = append(selected, e)
		}
	}
	for i, p := range patterns {
		if !used[i] {
			return nil, fmt.Errorf("no entry is named %q%s", p, near.Meant(p, names(entries)))
		}
	}
	return selected, nil
}

// names returns the names of the entries, and their parts before a slash.
func names(entries []*Entry) []string {
	var list []string
	for _, e := range entries {
		for i, r := range e.Name + "/" {
			if r == '/' {
				list = append(list, e.Name[:i])
			}
		}
	}
	return list
}
