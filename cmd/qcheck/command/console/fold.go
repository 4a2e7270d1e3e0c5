package console

import (
	"bufio"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Folded prints what write writes, in lines that fit the width. It is for rows of columns and for
// sentences; not for documents, nor for commands that are to be copied.
func (s Streams) Folded(write func(Streams)) {
	if s.Width == 0 {
		write(s)
		return
	}
	var b strings.Builder
	whole := s
	whole.Out = bufio.NewWriter(&b)
	write(whole)
	whole.Out.Flush()
	for line := range strings.Lines(b.String()) {
		s.Out.WriteString(foldLine(strings.TrimSuffix(line, "\n"), s.Width) + "\n")
	}
}

var (
	blanksAndWord = regexp.MustCompile(` *[^ ]+`)
	escapes       = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

// foldLine breaks a line between words, and long words behind commas. It goes on below
// its last column that begins in the first two thirds of the width: a column begins
// behind two blanks. Escapes of colours take no room.
func foldLine(line string, width int) string {
	room := func(text string) int { return utf8.RuneCountInString(escapes.ReplaceAllString(text, "")) }
	if room(line) <= width {
		return line
	}
	pieces, hang, column := blanksAndWord.FindAllString(line, -1), 0, 0
	for _, piece := range pieces {
		blanks := len(piece) - len(strings.TrimLeft(piece, " "))
		if start := column + blanks; blanks > 1 && 3*start <= 2*width {
			hang = start
		}
		column += room(piece)
	}
	var b strings.Builder
	column = 0
	below := func() {
		b.WriteString("\n" + strings.Repeat(" ", hang))
		column = hang
	}
	for _, piece := range pieces {
		word := strings.TrimLeft(piece, " ")
		if column > hang && column+room(piece) > width {
			below()
			piece = word
		}
		for column+room(piece) > width && strings.Contains(strings.TrimSuffix(word, ","), ",") {
			part, rest := cutBehindComma(piece, width-column)
			b.WriteString(part)
			below()
			piece, word = rest, rest
		}
		b.WriteString(piece)
		column += room(piece)
	}
	return b.String()
}

// cutBehindComma cuts a text that has a comma before its end: behind the last such
// comma within so many characters, or else behind the first.
func cutBehindComma(text string, most int) (part, rest string) {
	cut := -1
	for i, c := range text[:len(text)-1] {
		if c == ',' && (cut < 0 || utf8.RuneCountInString(text[:i+1]) <= most) {
			cut = i + 1
		}
	}
	return text[:cut], text[cut:]
}
