package structures

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/proof"
	"qcheck/properties/proof/checker"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/input"
)

// validProof finds out before the search that the proofs cannot be written.
func (o structureOptions) validProof(files []string) error {
	switch {
	case o.proof == "":
		return nil
	case len(files) > 1:
		return errors.New("--proof takes one structure file")
	}
	if err := proof.Vacant(o.proof); err != nil {
		return fmt.Errorf("--proof %s: %w", o.proof, console.Pathless(err))
	}
	return nil
}

// proveFile writes the proofs of the properties that hold. All have been checked. The
// quorums of thresholds and constructions stay formulas, as far as there is one.
func proveFile(ctx context.Context, o structureOptions, r fileResult) ([]proof.Answer, error) {
	unlisted, err := input.Await(ctx, "while its formulas were read", func() (*setsys.Structure, error) {
		return setsys.Decode(console.DisplayName(r.file), r.data, formulas(o.maxSets, 1))
	})
	if errors.As(err, new(*input.Interrupted)) {
		return nil, err
	}
	if err != nil {
		return nil, &fault.Fault{Err: err}
	}
	var answers []proof.Answer
	prover := proof.New(ctx, r.report.Structure, unlisted)
	for _, result := range r.report.Results {
		answer := proof.Answer{Property: result.Property}
		switch result.Verdict {
		case verdict.Violated:
			answer.None = "it is violated, which the witness shows"
		case verdict.Unknown:
			answer.None = "it is not decided"
		default:
			missing := new(proof.Missing)
			answer.Proofs, err = prover.Of(result.Property)
			if errors.As(err, &missing) {
				answer.None = missing.Why
			} else if err != nil {
				return nil, &fault.Fault{Err: err}
			}
		}
		for _, p := range answer.Proofs {
			if err := checker.VeriPB(p.Formula, p.Steps); err != nil {
				return nil, &fault.Fault{Err: fmt.Errorf("the proof of %s: %w", p.Name, err)}
			}
		}
		answers = append(answers, answer)
	}
	title := fmt.Sprintf("%s: %s with %s", console.DisplayName(r.file), unlisted.KindName(), console.Count(unlisted.Universe.Len(), "node"))
	if err := proof.Write(o.proof, title, answers); err != nil {
		return nil, fmt.Errorf("--proof %s: %w", o.proof, console.Pathless(err))
	}
	return answers, nil
}

// A proofJSON is what there is of the proof of a property.
type proofJSON struct {
	Formula string `json:"formula"`
	Proof   string `json:"proof"`
	Lines   int    `json:"lines"`
	Check   string `json:"check"`
	Text    string `json:"text"`
}

// checkCommand is the command that checks the proof.
func checkCommand(dir string, p *proof.Proof) (formula, steps, command string) {
	formula, steps = p.Files()
	formula, steps = filepath.Join(dir, formula), filepath.Join(dir, steps)
	return formula, steps, fmt.Sprintf("%s %s %s", proof.Checker, formula, steps)
}

// proofDocument returns the proofs of the property, or why there are none.
func proofDocument(r fileResult, id properties.ID) (proofs []proofJSON, none string) {
	for _, a := range r.proofs {
		if a.Property != id {
			continue
		}
		none = a.None
		for _, p := range a.Proofs {
			formula, steps, command := checkCommand(r.dir, p)
			proofs = append(proofs, proofJSON{formula, steps, p.Lines, command, p.Text()})
		}
	}
	return proofs, none
}

// writeProofs writes which proofs there are, and how to check them.
func writeProofs(s console.Streams, r fileResult) {
	if r.proofs != nil {
		s.Out.WriteByte('\n')
	}
	for _, a := range r.proofs {
		if a.None != "" {
			fmt.Fprintf(s.Out, "  no proof  %s", s.Hang(12, fmt.Sprintf("%s: %s", a.Property, a.None)))
		}
		var others []string
		for _, p := range a.Proofs {
			if p.Property != a.Property {
				others = append(others, p.Name)
				continue
			}
			_, _, command := checkCommand(r.dir, p)
			fmt.Fprintf(s.Out, "  proof     %s", s.Hang(12, fmt.Sprintf("%s: %s", a.Property, p.Text())))
			fmt.Fprintf(s.Out, "            %s in VeriPB: %s\n", console.Count(p.Lines, "line"), command)
		}
		if len(others) > 0 {
			fmt.Fprintf(s.Out, "            %s", s.Hang(12, "it rests on "+strings.Join(others, ", ")))
		}
	}
}
