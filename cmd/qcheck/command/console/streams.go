// Package console is what all commands of qcheck share: the streams that they read and write, with
// colours and the width of a terminal; flags and exit codes; input within limits; and the forms in
// which results are written.
package console

import (
	"bufio"
	"fmt"
	"io"
	"strings"

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
		lines[i] = setsys.Printable(lines[i])
	}
	fmt.Fprintf(s.Err, "qcheck: %s\n", strings.Join(lines, "\n"))
}
