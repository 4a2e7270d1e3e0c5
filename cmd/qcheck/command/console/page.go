package console

import (
	"bytes"
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
		return Internal(err)
	}
	return WriteFile("html", file, b.Bytes())
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
