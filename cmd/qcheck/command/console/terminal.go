package console

import (
	"io"
	"os"
	"strconv"

	"qcheck/explore/verdict"
)

// usualWidth is the width of a terminal that does not say how wide it is.
const usualWidth = 80

// A Screen is what shows the lines of a progress as a terminal does, and is none: a page.
type Screen interface {
	io.Writer
	IsScreen()
}

// IsTerminal reports whether w is a terminal, or another character device, or a screen.
func IsTerminal(w io.Writer) bool {
	if _, ok := w.(Screen); ok {
		return true
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// textWidth returns how many characters a line for w may have: as many as the
// environment says (COLUMNS), otherwise as many as fit on the terminal; 0, for no
// limit, off terminals.
func textWidth(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if !IsTerminal(w) {
		return 0
	}
	if f, ok := w.(*os.File); ok {
		if n := columns(f); n > 0 {
			return n
		}
	}
	return usualWidth
}

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
