package command

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"qcheck/setsys"
)

// streams are where a command reads and writes. Out is buffered; a command may
// flush it where a part is complete. It keeps its first error, which execute
// reports, so that writers need not look.
type streams struct {
	in    io.Reader
	out   *bufio.Writer
	err   io.Writer
	style style // of out
	width int   // how many characters a line of out may have, 0 for no limit
}

// newStreams returns the streams of a process; what is written to stdout is coloured and broken
// as suits it.
func newStreams(stdin io.Reader, stdout, stderr io.Writer) streams {
	return streams{in: stdin, out: bufio.NewWriter(stdout), err: stderr, style: styleOf(stdout), width: textWidth(stdout)}
}

// warn writes to standard error, prefixed with the command's name: a line, or
// one for each of several errors.
func (s streams) warn(format string, args ...any) {
	lines := strings.Split(strings.TrimSpace(fmt.Sprintf(format, args...)), "\n")
	for i := range lines {
		lines[i] = setsys.Printable(lines[i])
	}
	fmt.Fprintf(s.err, "qcheck: %s\n", strings.Join(lines, "\n"))
}
