package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qcheck/properties"
	"qcheck/setsys/near"
)

const structureHelp = `Verifies structure files: for each, says of each property of its kind whether it
holds, over the whole structure, and shows a witness when it does not. "-" is
standard input. A file that cannot be read does not hide the verdicts on the
others.

The format of the files is printed by "qcheck schema", the kinds and their
properties by "qcheck list kinds".`

// structureOptions are the flags of "qcheck structure".
type structureOptions struct {
	properties string
	json       bool
	maxSets    int
	timeout    time.Duration
}

func structureCommand() command {
	return command{
		name:    "structure",
		summary: "verify structure files",
		prepare: simple("qcheck structure FILE... [flags]", structureHelp, func(fs *pflag.FlagSet) action {
			var o structureOptions
			fs.StringVar(&o.properties, "property", "required", "the properties to check, separated by commas; \"required\" (the default) and \"every\" name lists")
			setPlaceholder(fs, "property", "LIST")
			fs.BoolVar(&o.json, "json", false, "print one JSON document")
			maxQuorumsFlag(fs, &o.maxSets)
			timeoutFlag(fs, &o.timeout)
			return func(ctx context.Context, s streams, args []string) (exitCode, error) {
				return verifyFiles(ctx, s, o, args)
			}
		}),
	}
}

// A fileResult is what is known of one file: a report, or why there is none.
type fileResult struct {
	file   string // as given
	report *properties.Report
	err    error
}

// code returns the exit code that the file alone gives.
func (r fileResult) code() exitCode {
	var fault *internalError
	switch {
	case errors.As(r.err, &fault):
		return exitInternal
	case errors.Is(r.err, errInterrupted):
		return exitUnknown
	case r.err != nil:
		return exitUsage
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
	for i, file := range files {
		r := verifyFile(ctx, s, o, file)
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
	if len(files) == 0 {
		return errors.New(`no structure file given ("-" is standard input); see "qcheck structure --help"`)
	}
	if i := slices.Index(files, stdinName); i >= 0 && slices.Contains(files[i+1:], stdinName) {
		return errors.New(`standard input ("-") can be read just once`)
	}
	if err := errors.Join(validTimeout(o.timeout), validMaxQuorums(o.maxSets)); err != nil {
		return err
	}
	for name := range strings.SplitSeq(o.properties, ",") {
		known := append([]properties.ID{"required", "every"}, properties.All()...)
		if name = strings.TrimSpace(name); !slices.Contains(known, properties.ID(name)) {
			return fmt.Errorf("unknown property %q%s", name, near.Hint(name, known))
		}
	}
	return nil
}

// verifyFile reads and judges one file. Every witness of the report has been
// confirmed.
func verifyFile(ctx context.Context, s streams, o structureOptions, file string) fileResult {
	r := fileResult{file: file}
	structure, err := readStructure(ctx, s.in, file, o.maxSets)
	if err != nil {
		r.err = err
		return r
	}
	ids, err := properties.Parse(structure.Kind, o.properties)
	if err == nil {
		r.report, err = properties.Check(ctx, structure, ids)
	}
	if err != nil {
		r.err = fmt.Errorf("%s: %w", displayName(file), err)
		return r
	}
	if err := r.report.Confirm(); err != nil {
		r.report, r.err = nil, &internalError{fmt.Errorf("%s: %w", displayName(file), err)}
	}
	return r
}
