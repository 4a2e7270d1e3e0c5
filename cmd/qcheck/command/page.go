package command

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

// pageFlag defines the flag for a page.
func pageFlag(fs *pflag.FlagSet, at *string, shows string) {
	text(fs, at, "html", "FILE", "", "write a page to a file, for browsers: "+shows)
}

// isPage reports whether a file begins as a page of qcheck does.
func isPage(start []byte) bool {
	return page.Is(start, page.Trace, page.Protocol, page.Structure, page.Analysis)
}

// validPage finds out before a long search that a page cannot be written, or that
// it would take the place of another file.
func validPage(file string) error {
	switch {
	case file == "":
		return nil
	case file == stdoutName:
		return errors.New(`--html needs the name of a file, not "-"`)
	}
	return writable("html", file, "a page of qcheck", isPage)
}

// writePage writes a page to a file.
func writePage(file string, p *page.Page) error {
	var b bytes.Buffer
	if err := page.Write(&b, p); err != nil {
		return internal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("--html %s: %w", file, pathless(err))
	}
	return nil
}

// pageFacts are rows of a label and a value, as a page has them.
func pageFacts(rows [][2]string) []page.Fact {
	var facts []page.Fact
	for _, row := range rows {
		facts = append(facts, page.Fact{Label: row[0], Value: setsys.Printable(row[1])})
	}
	return facts
}

// commandLine is what was called, as a shell takes it.
func commandLine(args []string) string {
	words := []string{"qcheck"}
	for _, arg := range args {
		words = append(words, instance.Quote(arg))
	}
	return strings.Join(words, " ")
}
