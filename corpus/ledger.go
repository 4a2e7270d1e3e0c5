package corpus

import (
	"fmt"
	"strings"
)

// The ledger of a paper is the file of testdata/claims that has its letter. Texts
// stand in it as "key: text", where a line that begins with two blanks goes on
// with the text before it. First comes what is said of the paper, and with "let
// NAME: text" what several claims have: "=NAME" stands for it. Then, after an
// empty line each, come the claims:
//
//	claim: what is claimed, in own words
//	letter: of a claim that came later, behind the number of the one before it
//	section: where it stands
//	by: an entry that judges it, and the questions, if not all that it is asked
//	also: entries that say more
//	test: a package and a test that judges it instead, with on and refuted
//	untestable: why nothing does
//	error: of a refuted claim, the name of what is wrong (see Error)
//	doubts: why a refuted claim is not a slip

// A said is a key with its text.
type said struct{ key, text string }

// readSaid reads lines of keys with their texts.
func readSaid(lines string) []said {
	var all []said
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n  ", " "), "\n") {
		key, text, _ := strings.Cut(line, ": ")
		all = append(all, said{key, text})
	}
	return all
}

// readPaper reads the ledger of a paper.
func readPaper(letter string) (Paper, error) {
	p := Paper{Letter: letter}
	data, err := testdata.ReadFile("testdata/claims/" + letter + ".claims")
	if err != nil {
		return p, err
	}
	lets := map[string]string{}
	for i, paragraph := range strings.Split(string(data), "\n\n") {
		c := Claim{}
		for _, s := range readSaid(paragraph) {
			if name, ok := strings.CutPrefix(s.text, "="); ok {
				s.text = lets[name]
			}
			name, let := strings.CutPrefix(s.key, "let ")
			switch {
			case s.text == "":
				return p, fmt.Errorf("ledger %s: %q has no text", letter, s.key)
			case i > 0:
				if err := c.read(s); err != nil {
					return p, fmt.Errorf("ledger %s: %w", letter, err)
				}
			case let:
				lets[name] = s.text
			case s.key == "paper":
				p.Title = s.text
			case s.key == "entries":
				p.Entry = s.text
			default:
				return p, fmt.Errorf("ledger %s: %q is no key", letter, s.key)
			}
		}
		if i > 0 {
			p.Claims = append(p.Claims, c)
		}
	}
	return p, nil
}

// read takes a key of the claim.
func (c *Claim) read(s said) error {
	words := strings.Fields(s.text)
	switch {
	case s.key == "claim":
		c.Text = s.text
	case s.key == "letter":
		c.Letter = s.text
	case s.key == "section":
		c.Section = s.text
	case s.key == "by":
		c.By = append(c.By, by(words[0], words[1:]...)...)
	case s.key == "also":
		c.Also = words
	case s.key == "test" && len(words) == 2:
		c.Test = &Test{Package: words[0], Name: words[1]}
	case s.key == "on" && c.Test != nil:
		c.Test.On = s.text
	case s.key == "refuted" && c.Test != nil:
		c.Test.Refuted = s.text
	case s.key == "untestable":
		c.Untestable = s.text
	case s.key == "error":
		c.Error = s.text
	case s.key == "doubts":
		c.Doubts = s.text
	default:
		return fmt.Errorf("claim %q: %q is no key here", c.Text, s.key)
	}
	return nil
}
