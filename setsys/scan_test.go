package setsys

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"qcheck/setsys/slow"
)

// wellFormed says with the standard library what document.check decides.
func wellFormed(data []byte) bool {
	if !json.Valid(data) || !utf8.Valid(data) {
		return false
	}
	depth, deepest := 0, 0
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.UseNumber() // 1e400 is well-formed
	for {
		tok, err := dec.Token()
		if err != nil {
			break
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
			deepest = max(deepest, depth)
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		// The decoder puts U+FFFD for half a surrogate pair.
		if s, ok := tok.(string); ok && strings.ContainsRune(s, utf8.RuneError) {
			return false
		}
	}
	return deepest <= maxDepth
}

func checkAgainstStandard(t *testing.T, text string) {
	t.Helper()
	d := &document{"f", []byte(text)}
	err := d.check()
	if want := wellFormed([]byte(text)); (err == nil) != want {
		t.Fatalf("check(%q) = %v, want well-formed %v", text, err, want)
	}
	if err == nil {
		if at := d.space(0); d.space(d.skip(at)) != len(text) {
			t.Fatalf("skip(%q) ends at %d", text, d.skip(at))
		}
		return
	}
	var fe *FileError
	if !errors.As(err, &fe) || fe.Line < 1 || fe.Column < 1 || fe.Line > 1+strings.Count(text, "\n") {
		t.Fatalf("check(%q) = %#v: no place in the file", text, err)
	}
}

// Every sequence of few tokens.
func TestCheckAgreesWithStandardLibraryOnAllSmallTexts(t *testing.T) {
	tokens := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"`, `\`, "1", "0", "-", ".", "e", "+", " ", "\n", "null", "tru", "é"}
	var extend func(text string, left int)
	extend = func(text string, left int) {
		checkAgainstStandard(t, text)
		if left > 0 {
			for _, tok := range tokens {
				extend(text+tok, left-1)
			}
		}
	}
	extend("", 4)
	extend("[", 3)
	extend(`{"a":`, 3)
	extend(`["`, 3)
}

func TestCheckAgreesWithStandardLibraryOnStrings(t *testing.T) {
	tokens := []string{`\u`, `\`, "d800", "DBFF", "dc00", "00e9", "g", "12", `"`, "n", "/", "\t", "\x00", "\x7f", "é", "\xc3", "\xff"}
	var extend func(text string, left int)
	extend = func(text string, left int) {
		checkAgainstStandard(t, text)
		checkAgainstStandard(t, text+`"`)
		checkAgainstStandard(t, text+`"]`)
		if left > 0 {
			for _, tok := range tokens {
				extend(text+tok, left-1)
			}
		}
	}
	extend(`["`, 4)
}

func TestCheckAgreesWithStandardLibraryOnRandomTexts(t *testing.T) {
	rng := slow.Random(t, 2)
	var value func(depth int) string
	value = func(depth int) string {
		switch rng.IntN(9) {
		case 0:
			return []string{"true", "false", "null"}[rng.IntN(3)]
		case 1:
			return []string{"0", "-0", "12", "-3.50", "1e400", "2E-7", "0.1e+3"}[rng.IntN(7)]
		case 2, 3:
			return []string{`""`, `"a"`, `"\n\u00e9"`, `"\ud83d\ude00"`, `"日本"`}[rng.IntN(5)]
		case 4, 5, 6:
			if depth > 0 {
				var items []string
				for range rng.IntN(4) {
					items = append(items, value(depth-1))
				}
				return "[" + strings.Join(items, " ,") + "]"
			}
		case 7, 8:
			if depth > 0 {
				var items []string
				for range rng.IntN(4) {
					items = append(items, `"k": `+value(depth-1))
				}
				return "{" + strings.Join(items, ",\n") + "}"
			}
		}
		return "[]"
	}
	for range 20_000 {
		text := []byte(value(5))
		checkAgainstStandard(t, string(text))
		text[rng.IntN(len(text))] = "{}[],:\"\\1a e.-"[rng.IntN(14)]
		checkAgainstStandard(t, string(text))
	}
}

func TestCheckDepth(t *testing.T) {
	for depth, want := range map[int]bool{maxDepth: true, maxDepth + 1: false} {
		lists := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		objects := strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
		for _, text := range []string{lists, objects} {
			checkAgainstStandard(t, text)
			if err := (&document{"f", []byte(text)}).check(); (err == nil) != want {
				t.Errorf("%d levels: %v", depth, err)
			}
		}
	}
}

func TestPlace(t *testing.T) {
	const text = "a\né日x\r\n\n\xffz"
	for _, row := range []struct {
		at, line, column int
		reason           string
	}{
		{0, 1, 1, "the first byte"},
		{1, 1, 2, "a line break is on the line it ends"},
		{2, 2, 1, "the first after a line break"},
		{4, 2, 2, "a character of two bytes is one column"},
		{7, 2, 3, "so is one of three"},
		{10, 3, 1, "an empty line"},
		{12, 4, 2, "a byte that is no character is a column"},
		{13, 4, 3, "the end of the file"},
	} {
		if line, column := place([]byte(text), row.at); line != row.line || column != row.column {
			t.Errorf("place(%d) = %d:%d, want %d:%d (%s)", row.at, line, column, row.line, row.column, row.reason)
		}
	}
}

func TestQuoteIsShortAndOnOneLine(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"", `""`},
		{"a\"b\n\x1b", `"a\"b\n\x1b"`},
		{strings.Repeat("é", 40), `"` + strings.Repeat("é", 40) + `"`},
		{strings.Repeat("é", 41), `"` + strings.Repeat("é", 40) + `"...`},
		{"\xff\u202e", `"\xff\u202e"`},
	} {
		if got := Quote(row.in); got != row.want {
			t.Errorf("Quote(%q) = %s, want %s", row.in, got, row.want)
		}
	}
	if got := clip(strings.Repeat("9", 50)); got != strings.Repeat("9", 40)+"..." {
		t.Errorf("clip = %s", got)
	}
}
