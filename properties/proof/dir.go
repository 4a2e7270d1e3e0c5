package proof

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"qcheck/properties"
	"qcheck/setsys/output"
)

// An Answer is what is known of the proof of one property.
type Answer struct {
	Property properties.ID
	Proofs   []*Proof
	None     string // why there are no proofs; empty where there are
}

// Vacant is nil if proofs can go into the directory: it is empty, or not there yet.
func Vacant(path string) error {
	files, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(files) > 0:
		return fmt.Errorf("%s is not empty", path)
	}
	return nil
}

// Write writes the proofs into the directory, which it makes if it is not there: two
// files and a text for each, and a README.txt with the answers, which begins with the title, a line. A proof that
// several properties rest on is written once.
func Write(path, title string, answers []Answer) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	var readme bytes.Buffer
	fmt.Fprintf(&readme, "%s\n\n", title)
	written := map[string]bool{} // by name
	for _, a := range answers {
		fmt.Fprintf(&readme, "%s\n", a.Property)
		if a.None != "" {
			fmt.Fprintf(&readme, "  no proof: %s\n", a.None)
		}
		for _, p := range a.Proofs {
			formula, steps := p.Files()
			fmt.Fprintf(&readme, "  %s\n  %s %s %s\n", p.Text(), Checker, formula, steps)
			if written[p.Name] {
				continue
			}
			written[p.Name] = true
			for _, f := range []struct {
				name string
				data []byte
			}{{formula, p.Formula}, {steps, p.Steps}, {p.Name + ".txt", p.describe()}} {
				if err := output.Bytes(filepath.Join(path, f.name), f.data); err != nil {
					return err
				}
			}
		}
		readme.WriteByte('\n')
	}
	readme.WriteString(`Each formula has a text beside it that says what it asks for, and what each of
its variables means. A checker reads a formula and a proof, and says whether the
proof shows that the formula has no model. That the formula asks for what it
should is for its reader to judge.

veripb 3 and later checks the proofs.
`)
	return output.Bytes(filepath.Join(path, "README.txt"), readme.Bytes())
}

// describe says what the formula asks for, and what its variables mean.
func (p *Proof) describe() []byte {
	formula, steps := p.Files()
	var b strings.Builder
	fmt.Fprintf(&b, "%s asks for %s.\n%s shows that it has no model:\n\n  %s %s %s\n\n", formula, p.Asks, steps, Checker, formula, steps)
	if p.Encoding != "" {
		fmt.Fprintf(&b, "%s\n\n", p.Encoding)
	}
	b.WriteString("What the variables mean, when they are true:\n\n")
	for i, meaning := range p.Variables {
		fmt.Fprintf(&b, "x%d  %s\n", i+1, meaning)
	}
	return []byte(b.String())
}
