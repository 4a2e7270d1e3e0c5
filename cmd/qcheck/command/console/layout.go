package console

import (
	"strings"
	"unicode/utf8"
)

// Within returns the width of lines that have at most so many characters where
// there is no other limit.
func (s Streams) Within(most int) int {
	if s.Width == 0 {
		return most
	}
	return min(most, s.Width)
}

// Hang returns a text that begins in the column after the indent, as lines that
// fit into the width, all but the first after so many blanks.
func (s Streams) Hang(indent int, text string) string {
	if s.Width == 0 || indent+utf8.RuneCountInString(text) <= s.Width {
		return text + "\n"
	}
	blanks := strings.Repeat(" ", indent)
	return strings.TrimPrefix(Wrap(text, s.Width, blanks), blanks)
}

// Wrap breaks text into lines of at most so many characters, each after the
// indent. Escapes of colours count, so a coloured line may be shorter.
func Wrap(text string, width int, indent string) string {
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
