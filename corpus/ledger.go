package corpus

import (
	"embed"
	"fmt"
	"qcheck/corpus/entry"
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
//	within: of a confirmed claim, the range of what was tried
//	by: an entry that judges it, and the questions, if not all that it is asked
//	also: entries that say more
//	test: a package and a test that judges it instead, with on and refuted
//	untestable: why nothing does
//	error: of a refuted claim, the name of what is wrong (see Error)
//	doubts: why a refuted claim is not a slip
//
// and what is wrong, once each: the name as "error", its "grade", and what "is" wrong.

//go:embed testdata/claims
var claims embed.FS

// readPaper reads the ledger of a paper.
func readPaper(letter string) (Paper, error) {
	p := Paper{Letter: letter}
	data, err := claims.ReadFile("testdata/claims/" + letter + ".claims")
	if err != nil {
		return p, err
	}
	lets := map[string]string{}
	for i, paragraph := range strings.Split(string(data), "\n\n") {
		c, said := Claim{}, entry.ReadSaid(paragraph)
		if said[0].Key == "error" {
			e, err := readError(said)
			if err != nil {
				return p, fmt.Errorf("ledger %s: %w", letter, err)
			}
			p.Errors = append(p.Errors, e)
			continue
		}
		for _, s := range said {
			if name, ok := strings.CutPrefix(s.Text, "="); ok {
				s.Text = lets[name]
			}
			name, let := strings.CutPrefix(s.Key, "let ")
			switch {
			case s.Text == "":
				return p, fmt.Errorf("ledger %s: %q has no text", letter, s.Key)
			case i > 0:
				if err := c.read(s); err != nil {
					return p, fmt.Errorf("ledger %s: %w", letter, err)
				}
			case let:
				lets[name] = s.Text
			case s.Key == "paper":
				p.Title = s.Text
			case s.Key == "entries":
				p.Entry = s.Text
			default:
				return p, fmt.Errorf("ledger %s: %q is no key", letter, s.Key)
			}
		}
		if i > 0 {
			p.Claims = append(p.Claims, c)
		}
	}
	return p, nil
}

// read takes a key of the claim.
func (c *Claim) read(s entry.Said) error {
	words := strings.Fields(s.Text)
	switch {
	case s.Key == "claim":
		c.Text = s.Text
	case s.Key == "letter":
		c.Letter = s.Text
	case s.Key == "section":
		c.Section = s.Text
	case s.Key == "within":
		c.Within = s.Text
	case s.Key == "by":
		c.By = append(c.By, Part{words[0], words[1:]})
	case s.Key == "also":
		c.Also = words
	case s.Key == "test" && len(words) == 2:
		c.Test = &Test{Package: words[0], Name: words[1]}
	case s.Key == "on" && c.Test != nil:
		c.Test.On = s.Text
	case s.Key == "refuted" && c.Test != nil:
		c.Test.Refuted = s.Text
	case s.Key == "untestable":
		c.Untestable = s.Text
	case s.Key == "error":
		c.Error = s.Text
	case s.Key == "doubts":
		c.Doubts = s.Text
	default:
		return fmt.Errorf("claim %q: %q is no key here", c.Text, s.Key)
	}
	return nil
}
