package command

import (
	"strings"
	"unicode/utf8"
)

// within returns the width of lines that have at most so many characters where
// there is no other limit.
func (s streams) within(most int) int {
	if s.width == 0 {
		return most
	}
	return min(most, s.width)
}

// hang returns a text that begins in the column after the indent, as lines that
// fit into the width, all but the first after so many blanks.
func (s streams) hang(indent int, text string) string {
	if s.width == 0 || indent+utf8.RuneCountInString(text) <= s.width {
		return text + "\n"
	}
	blanks := strings.Repeat(" ", indent)
	return strings.TrimPrefix(wrap(text, s.width, blanks), blanks)
}

// wrap breaks text into lines of at most so many characters, each after the
// indent. Escapes of colours count, so a coloured line may be shorter.
func wrap(text string, width int, indent string) string {
	var b strings.Builder
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(indent)+utf8.RuneCountInString(line+word)+1 > width {
			b.WriteString(indent + line + "\n")
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	b.WriteString(indent + line + "\n")
	return b.String()
}
