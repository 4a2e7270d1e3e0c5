package console

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/counterexample/page"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// PageFlag defines the flag for a page.
func PageFlag(fs *pflag.FlagSet, at *string, shows string) {
	TextFlag(fs, at, "html", "FILE", "", "write a page to a file, for browsers: "+shows)
}

// isPage reports whether a file begins as a page of qcheck does.
func isPage(start []byte) bool {
	return page.Is(start, page.Trace, page.Protocol, page.Structure, page.Analysis)
}

// ValidPage finds out before a long search that a page cannot be written, or that
// it would take the place of another file.
func ValidPage(file string) error {
	switch {
	case file == "":
		return nil
	case file == StdoutName:
		return errors.New(`--html needs the name of a file, not "-"`)
	}
	return Writable("html", file, "a page of qcheck", isPage)
}

// WritePage writes a page to a file.
func WritePage(file string, p *page.Page) error {
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		return Internal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("--html %s: %w", file, Pathless(err))
	}
	return nil
}

// PageFacts are rows of a label and a value, as a page has them.
func PageFacts(rows [][2]string) []page.Fact {
	var facts []page.Fact
	for _, row := range rows {
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
