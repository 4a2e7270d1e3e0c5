// Package console is what all commands of qcheck share: the streams that they read and write, with
// colours and the width of a terminal; flags and exit codes; input within limits; and the forms in
// which results are written.
package console

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"qcheck/setsys"
)

// Streams are where a command reads and writes. Out is buffered; a command may
// flush it where a part is complete. It keeps its first error, which is reported
// in the end, so that writers need not look.
type Streams struct {
	In    io.Reader
	Out   *bufio.Writer
	Err   io.Writer
	Style Style // of out
	Width int   // how many characters a line of out may have, 0 for no limit
}

// NewStreams returns the streams of a process; what is written to stdout is coloured and broken
// as suits it.
func NewStreams(stdin io.Reader, stdout, stderr io.Writer) Streams {
	return Streams{In: stdin, Out: bufio.NewWriter(stdout), Err: stderr, Style: styleOf(stdout), Width: textWidth(stdout)}
}

// Warn writes to standard error, prefixed with the command's name: a line, or
// one for each of several errors.
func (s Streams) Warn(format string, args ...any) {
	lines := strings.Split(strings.TrimSpace(fmt.Sprintf(format, args...)), "\n")
	for i := range lines {
		lines[i] = setsys.Printable(shortened(lines[i]))
	}
	fmt.Fprintf(s.Err, "qcheck: %s\n", strings.Join(lines, "\n"))
}

// shortened leaves out the middle of a line that is very long: what others wrote is in it.
func shortened(line string) string {
	const head, tail = 800, 200
	if letters := []rune(line); len(letters) > head+tail {
		line = string(letters[:head]) + " ... " + string(letters[len(letters)-tail:])
	}
	return line
}

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
	b.WriteString(indent)
	used := 0 // characters of the line
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case used > 0 && len(indent)+used+n+1 > width:
			b.WriteString("\n" + indent)
			used = 0
		case used > 0:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	b.WriteByte('\n')
	return b.String()
}
