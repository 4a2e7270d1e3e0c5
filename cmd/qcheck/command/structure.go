package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"qcheck/properties"
	"qcheck/properties/proof"
	"qcheck/setsys"
	"qcheck/setsys/near"
)

const structureHelp = `Verifies structure files: decides each property that the file names under
"properties", or else each that the kind of the structure requires, and shows a
witness for each violation. "-" is standard input. A file that cannot be read
does not hide the verdicts on the others.

"qcheck schema" prints the format of the files, "qcheck list kinds" the kinds
and their properties.`

// structureOptions are the flags of "qcheck structure".
type structureOptions struct {
	properties string
	given      bool // the properties are named by the flag
	json       bool
	maxSets    int
	timeout    time.Duration
	proof      string // the directory for proofs, if any
}

func structureCommand(r *runner) *cobra.Command {
	var o structureOptions
	var c *cobra.Command
	c = &cobra.Command{
		Use: "structure FILE...", Short: "verify structure files", Long: structureHelp, Args: files("structure file", math.MaxInt),
		RunE: r.does(func(ctx context.Context, s streams, args []string) (exitCode, error) {
			o.given = c.Flags().Changed("property")
			return verifyFiles(ctx, s, o, args)
		}),
	}
	fs := c.Flags()
	text(fs, &o.properties, "property", "LIST", "", "the properties to check, separated by commas, or one of the lists \"required\" and \"every\"; by default those that the file names, or else \"required\"")
	text(fs, &o.proof, "proof", "DIR", "", "write proofs of the properties that hold into DIR, which other programs can check")
	jsonFlag(fs, &o.json)
	listQuorumsFlag(fs, &o.maxSets)
	timeoutFlag(fs, &o.timeout)
	suggest(c, "property", propertyNames()...)
	return c
}

// propertyNames are the names that --property takes.
func propertyNames() []string {
	names := []string{"required", "every"}
	for _, id := range properties.All() {
		names = append(names, string(id))
	}
	return names
}

// A fileResult is the report on one file, or why there is none.
type fileResult struct {
	file   string // as given
	report *properties.Report
	asked  bool // the file says which properties are checked
	remark []properties.Remark
	proofs []proof.Answer // with --proof
	dir    string         // where they are
	err    error
}

// code returns the exit code that the file alone gives.
func (r fileResult) code() exitCode {
	if r.err != nil {
		return codeOfError(r.err)
	}
	return codeOf(r.report.Verdict)
}

// An internalError is a fault of qcheck, not of its input.
type internalError struct{ err error }

func (e *internalError) Error() string { return "internal error: " + e.err.Error() }
func (e *internalError) Unwrap() error { return e.err }

func verifyFiles(ctx context.Context, s streams, o structureOptions, files []string) (exitCode, error) {
	if err := o.validate(files); err != nil {
		return exitUsage, err
	}
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	code := exitHolds
	var results []fileResult
	progress := newProgress(s.err)
	for i, file := range files {
		progress.clock(displayName(file))
		r := verifyFile(ctx, s, o, file)
		progress.end()
		results = append(results, r)
		code = code.and(r.code())
		if r.err != nil {
			s.warn("%v", r.err)
		} else if !o.json {
			if i > 0 {
				s.out.WriteByte('\n')
			}
			writeReport(s, r)
			s.out.Flush()
		}
	}
	if o.json {
		return code, writeStructureJSON(s.out, results)
	}
	if len(files) > 1 {
		writeSummary(s, results)
	}
	return code, nil
}

func (o structureOptions) validate(files []string) error {
	if i := slices.Index(files, stdinName); i >= 0 && slices.Contains(files[i+1:], stdinName) {
		return errors.New(`standard input ("-") can be read only once`)
	}
	known := propertyNames()
	if !o.given {
		return o.validProof(files)
	}
	for name := range strings.SplitSeq(o.properties, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(known, name) {
			return fmt.Errorf("unknown property %q%s", name, near.Hint(name, known))
		}
	}
	return o.validProof(files)
}

// verifyFile reads and judges one file. Every witness of the report has been
// confirmed.
func verifyFile(ctx context.Context, s streams, o structureOptions, file string) fileResult {
	r := fileResult{file: file, dir: o.proof}
	data, err := readInput(ctx, s.in, file)
	if err != nil {
		r.err = fmt.Errorf("%s: %w", displayName(file), err)
		return r
	}
	structure, err := setsys.Decode(displayName(file), data, formulaOptions(o.maxSets, maxListed))
	if err != nil {
		r.err = raisable(err)
		return r
	}
	var ids []properties.ID
	if o.given {
		ids, err = properties.Parse(structure.Kind, o.properties)
	} else {
		ids, err = properties.Asked(structure)
		r.asked = structure.Properties != nil
	}
	if err == nil {
		r.report, err = properties.Check(ctx, structure, ids)
	}
	if err != nil {
		r.err = fmt.Errorf("%s: %w", displayName(file), err)
		return r
	}
	if err := r.report.Confirm(); err != nil {
		r.report, r.err = nil, &internalError{fmt.Errorf("%s: %w", displayName(file), err)}
		return r
	}
	r.remark = properties.Remarks(ctx, structure, ids)
	if o.proof != "" {
		r.proofs, r.err = proveFile(ctx, o, r, data)
	}
	return r
}
