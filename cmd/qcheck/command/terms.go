package command

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"qcheck/docs"
)

// A term is a row of the page of terms.
type term struct {
	section string   // its heading, in lower case
	names   []string // the words of the row
	others  []string // what the literature calls the same
	within  []string // further words that the meaning explains
	meaning string
}

// terms are the rows of the page, which is the only place that says what they mean.
var terms = sync.OnceValue(func() []term { return termsOf(docs.Terms) })

var (
	termEmphasis = regexp.MustCompile(`\*([^*]+)\*`)
	termLiteral  = regexp.MustCompile("`([a-z]+)`")
	termLink     = regexp.MustCompile(`\[([^]]*)\]\(([^)]*)\)`)
	termOthers   = regexp.MustCompile(` \[([^]]*)\]`) // where there is no link
)

// termsOf reads the tables of a page of terms.
func termsOf(page string) []term {
	var all []term
	section := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.ToLower(title)
		}
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if len(cells) != 2 || !strings.HasPrefix(line, "|") || strings.TrimSpace(cells[0]) == "term" {
			continue
		}
		t := term{section: section, names: strings.Split(strings.TrimSpace(cells[0]), ", ")}
		text := termLink.ReplaceAllString(strings.TrimSpace(cells[1]), "$1 (docs/$2)")
		for _, m := range termOthers.FindAllStringSubmatch(text, -1) {
			t.others = append(t.others, strings.Split(m[1], ", ")...)
		}
		text = termOthers.ReplaceAllString(text, "")
		for _, m := range slices.Concat(termEmphasis.FindAllStringSubmatch(text, -1), termLiteral.FindAllStringSubmatch(text, -1)) {
			t.explains(m[1])
		}
		t.meaning = strings.ReplaceAll(termEmphasis.ReplaceAllString(text, "$1"), "`", "")
		all = append(all, t)
	}
	return all
}

// explains notes a word that the meaning explains, if it is none of the row's own.
func (t *term) explains(word string) {
	if is := called(word); !slices.ContainsFunc(t.names, is) && !slices.ContainsFunc(t.within, is) {
		t.within = append(t.within, word)
	}
}

// called returns whether a name is this one; case does not count.
func called(name string) func(string) bool {
	return func(other string) bool { return strings.EqualFold(name, other) }
}

// termNames are the words that have an explanation, each once.
func termNames() []string {
	var names []string
	for _, t := range terms() {
		for _, name := range slices.Concat(t.names, t.within, t.others) {
			if !slices.ContainsFunc(names, called(name)) {
				names = append(names, name)
			}
		}
	}
	return names
}

// term says what a word of the page of terms means.
func (x *explanation) term() {
	for _, t := range terms() {
		is := called(x.name)
		switch {
		case slices.ContainsFunc(t.others, is):
			x.title("another word for " + strings.Join(t.names, ", "))
		case slices.ContainsFunc(t.names, is), slices.ContainsFunc(t.within, is):
			x.title("a word about " + t.section)
		default:
			continue
		}
		x.fact("means", t.meaning)
		if all := slices.Concat(t.names, t.within); len(all) > 1 {
			x.fact("explains", strings.Join(all, ", "))
		}
		if len(t.others) > 1 || len(t.others) == 1 && !is(t.others[0]) {
			x.fact("others", "say "+strings.Join(t.others, ", "))
		}
	}
}
