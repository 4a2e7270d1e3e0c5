package console

import (
	"io"
	"os"

	"qcheck/explore/verdict"
)

// A Style says whether text is coloured. Colour only repeats what the words
// say.
type Style struct{ Colour bool }

// styleOf returns the style for text written to w: coloured on a terminal, or if the
// environment asks for it (FORCE_COLOR or CLICOLOR_FORCE, other than 0), unless it asks
// for none (NO_COLOR, or TERM=dumb).
func styleOf(w io.Writer) Style {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return Style{}
	}
	for _, name := range []string{"FORCE_COLOR", "CLICOLOR_FORCE"} {
		if v := os.Getenv(name); v != "" && v != "0" {
			return Style{Colour: true}
		}
	}
	return Style{Colour: IsTerminal(w)}
}

// Paint colours a text by the code of an escape.
func (s Style) Paint(code, text string) string {
	if !s.Colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Strong makes a text bold.
func (s Style) Strong(text string) string { return s.Paint("1", text) }

// Verdict paints text, which names a verdict, in the verdict's colour.
func (s Style) Verdict(v verdict.Verdict, text string) string {
	switch v {
	case verdict.Holds:
		return s.Paint("32", text)
	case verdict.Violated:
		return s.Paint("31", text)
	}
	return s.Paint("33", text)
}
