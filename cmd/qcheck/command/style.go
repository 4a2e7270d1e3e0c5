package command

import (
	"io"
	"os"

	"qcheck/explore/verdict"
)

// A style says whether text is coloured. Colour only repeats what the words
// say.
type style struct{ colour bool }

// styleOf returns the style for text written to w: coloured on a terminal, or if the
// environment asks for it (FORCE_COLOR or CLICOLOR_FORCE, other than 0), unless it asks
// for none (NO_COLOR, or TERM=dumb).
func styleOf(w io.Writer) style {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return style{}
	}
	for _, name := range []string{"FORCE_COLOR", "CLICOLOR_FORCE"} {
		if v := os.Getenv(name); v != "" && v != "0" {
			return style{colour: true}
		}
	}
	f, ok := w.(*os.File)
	if !ok {
		return style{}
	}
	info, err := f.Stat()
	return style{colour: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (s style) paint(code, text string) string {
	if !s.colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) strong(text string) string { return s.paint("1", text) }

// verdict paints text, which names a verdict, in the verdict's colour.
func (s style) verdict(v verdict.Verdict, text string) string {
	switch v {
	case verdict.Holds:
		return s.paint("32", text)
	case verdict.Violated:
		return s.paint("31", text)
	}
	return s.paint("33", text)
}
