package console

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/counterexample/page"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/output"
)

// Writable reports why a file that a flag names cannot be written: because there is
// no such directory, or another file is there, that is not one of ours.
func Writable(flag, file, what string, ours func(start []byte) bool) error {
	info, err := os.Stat(file)
	if err != nil {
		if _, err := os.Stat(filepath.Dir(file)); err != nil {
			return fmt.Errorf("--%s %s: there is no directory %s", flag, file, filepath.Dir(file))
		}
		return nil
	}
	switch {
	case info.IsDir():
		return fmt.Errorf("--%s %s: is a directory", flag, file)
	case info.Mode().IsRegular() && info.Size() > 0 && !Begins(file, ours):
		return fmt.Errorf("--%s %s: this file exists, and is not %s", flag, file, what)
	}
	return nil
}

// ValidFile is Writable for a flag that may be left out, and whose file is not standard output.
func ValidFile(flag, file, what string, ours func(start []byte) bool) error {
	switch file {
	case "":
		return nil
	case StdoutName:
		return fmt.Errorf(`--%s needs the name of a file, not "-"`, flag)
	}
	return Writable(flag, file, what, ours)
}

// WriteFile writes the file that a flag names.
func WriteFile(flag, file string, data []byte) error {
	if err := output.Bytes(file, data); err != nil {
		return fmt.Errorf("--%s %s: %w", flag, file, Pathless(err))
	}
	return nil
}

// StdoutName is the file name that stands for standard output.
const StdoutName = "-"

// Begins reports whether the beginning of a regular file is as it should be.
func Begins(file string, should func(start []byte) bool) bool {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, 4096)
	n, err := io.ReadFull(f, start)
	return (err == nil || errors.Is(err, io.ErrUnexpectedEOF)) && should(start[:n])
}

// PageFlag defines the flag for a page.
func PageFlag(fs *pflag.FlagSet, at *string, shows string) {
	TextFlag(fs, at, "html", "FILE", "", "write a page to a file, for browsers: "+shows)
}

// ValidPage finds out before a long search that a page cannot be written, or that
// it would take the place of another file.
func ValidPage(file string) error {
	return ValidFile("html", file, "a page of qcheck", func(start []byte) bool {
		return page.Is(start, page.Trace, page.Protocol, page.Structure, page.Analysis)
	})
}

// WritePage writes a page to a file.
func WritePage(file string, p *page.Page) error {
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		return &fault.Fault{Err: err}
	}
	return WriteFile("html", file, b.Bytes())
}

// PageFacts are rows of a label and a value, as a page has them.
func PageFacts(rows [][2]string) []page.Fact {
	var facts []page.Fact
	for _, row := range Said(rows) {
		facts = append(facts, page.Fact{Label: row[0], Value: setsys.Printable(row[1])})
	}
	return facts
}

// CommandLine is what was called, as a shell takes it.
func CommandLine(args []string) string {
	words := []string{"qcheck"}
	for _, arg := range args {
		words = append(words, instance.Quote(arg))
	}
	return strings.Join(words, " ")
}

// WriteLines writes a document with a list, each element on a line.
func WriteLines[R, D any](w *bufio.Writer, schema, key string, results []R, document func(R) D) error {
	lines := make([][]byte, len(results))
	for i, r := range results {
		line, err := setsys.MarshalJSON(document(r))
		if err != nil {
			return &fault.Fault{Err: err}
		}
		lines[i] = line
	}
	fmt.Fprintf(w, `{"schema":%q,%q:[`+"\n%s\n]}\n", schema, key, bytes.Join(lines, []byte(",\n")))
	return nil
}

// WriteJSON writes a document on one line.
func WriteJSON(w *bufio.Writer, document any) error {
	line, err := setsys.MarshalJSON(document)
	if err != nil {
		return &fault.Fault{Err: err}
	}
	w.Write(append(line, '\n'))
	return nil
}
