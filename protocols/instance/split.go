package instance

import "errors"

// A Word of a line, without its quotes.
type Word struct {
	Text   string
	Quoted []bool // by byte of Text: it was in quotes, or after a backslash
	Column int    // of its first character, from 1
}

// Slice returns a part of the word.
func (w Word) Slice(from, to int) Word {
	return Word{w.Text[from:to], w.Quoted[from:to], w.Column + from}
}

// Find returns the place of a character that is not quoted, from a place on; -1 for none.
func (w Word) Find(c byte, from int) int {
	for i := from; i < len(w.Text); i++ {
		if w.Text[i] == c && !w.Quoted[i] {
			return i
		}
	}
	return -1
}

// Misplaced is an error with a place in a line.
type Misplaced struct {
	Column int
	Err    error
}

func (e *Misplaced) Error() string { return e.Err.Error() }
func (e *Misplaced) Unwrap() error { return e.Err }

// Split splits a line into words at blanks outside of single quotes, up to a word that
// begins with #. A backslash outside of quotes stands for the character after it. The
// error, of a quote that is not closed, is a [Misplaced].
func Split(line string) ([]Word, error) {
	var words []Word
	within, quoted, escaped, opened := false, false, false, 0
	for i := range len(line) {
		c := line[i]
		blank := c == ' ' || c == '\t' || c == '\r' || c == '\n'
		plain := !quoted && !escaped
		switch {
		case plain && blank:
			within = false
			continue
		case plain && c == '#' && !within:
			return words, nil
		case !within:
			words, within = append(words, Word{Column: i + 1}), true
		}
		switch {
		case c == '\'' && !escaped:
			quoted, opened = !quoted, i+1
		case c == '\\' && plain:
			escaped, opened = true, i+1
		default:
			w := &words[len(words)-1]
			w.Text += line[i : i+1]
			w.Quoted = append(w.Quoted, !plain)
			escaped = false
		}
	}
	if quoted || escaped {
		return nil, &Misplaced{opened, errors.New("a quote is not closed")}
	}
	return words, nil
}
