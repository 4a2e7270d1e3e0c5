package structures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/ci"
	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/fault"
	"qcheck/setsys/near"
)

const structureHelp = `Verifies structure files: decides each property that the file names under
"properties", or else each that the kind of the structure requires, and shows a
witness for each violation. "-" is standard input, and a directory stands for
the files in it whose names end with ".json". A file that cannot be read does
not hide the verdicts on the others.

With --expect, the exit code says whether the verdicts are those expected: 0 if
they all are. A property that no expectation names is expected to hold. In a
workflow of GitHub Actions, what is not as expected is shown beside its line.

"qcheck schema" prints the format of the files, "qcheck list kinds" the kinds
and their properties.`

// structureOptions are the flags of "qcheck structure".
type structureOptions struct {
	properties string
	given      bool // the properties are named by the flag
	reading
	html    string
	command string // what was called
	expect  console.Expectations
	servers console.Reports
}

func structureCommand(env *console.Env) *cobra.Command {
	var o structureOptions
	var c *cobra.Command
	c = &cobra.Command{
		Use: "structure FILE...", Short: "verify structure files", Long: structureHelp, Args: console.Files("structure file", math.MaxInt),
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			o.given, o.command = c.Flags().Changed("property"), console.CommandLine(env.Args)
			return verifyFiles(ctx, s, o, args)
		}),
	}
	fs := c.Flags()
	console.TextFlag(fs, &o.properties, "property", "LIST", "", "the properties to check, separated by commas, or one of the lists \"required\" and \"every\"; by default those that the file names, or else \"required\"")
	console.JSONFlag(fs, &o.json)
	allFlag(fs, &o.all)
	console.PageFlag(fs, &o.html, "the verdicts, the quorums as a picture, and each witness in it, for each of the files")
	listQuorumsFlag(fs, &o.maxSets)
	console.TimeoutFlag(fs, &o.timeout)
	console.ExpectFlag(fs, &o.expect, "what properties are expected to be: VERDICT:PROPERTY for all files or FILE=VERDICT:PROPERTY for one, separated by commas; verdicts are holds, violated and unknown")
	console.JUnitFlag(fs, &o.servers.JUnit)
	console.SARIFFlag(fs, &o.servers.SARIF)
	console.Suggest(c, "property", propertyNames()...)
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
	data   []byte // its text
	report *properties.Report
	asked  bool // the file says which properties are checked
	remark []properties.Remark
	err    error
}

// judge returns the exit code that the file alone gives, and what is not as expected.
func (r fileResult) judge(expect console.Expectations) (console.ExitCode, []console.Surprise) {
	if r.err != nil {
		return console.CodeOfError(r.err), nil
	}
	verdicts := map[string]verdict.Verdict{}
	for _, p := range r.report.Results {
		verdicts[string(p.Property)] = p.Verdict
	}
	return expect.Judge(r.file, verdicts)
}

func verifyFiles(ctx context.Context, s console.Streams, o structureOptions, files []string) (console.ExitCode, error) {
	if err := o.validate(files); err != nil {
		return console.ExitUsage, err
	}
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	files, err := inDirectories(files)
	if err == nil {
		err = o.expect.Valid(files, propertyNames()[2:])
	}
	if err != nil {
		return console.ExitHolds, err
	}
	code := console.ExitHolds
	var results []fileResult
	var findings []ci.Finding
	progress := console.NewProgress(s.Err)
	for i, file := range files {
		progress.Clock(console.DisplayName(file))
		r := verifyFile(ctx, s, o, file)
		progress.End()
		results = append(results, r)
		alone, surprises := r.judge(o.expect)
		code = code.And(alone)
		findings = append(findings, fileFindings(r, o.expect)...)
		if r.err != nil {
			s.Warn("%v", r.err)
			continue
		}
		if o.json {
			for _, x := range surprises {
				if o.expect != nil {
					s.Warn("%s: %s", console.DisplayName(file), x)
				}
			}
			continue
		}
		if i > 0 {
			s.Out.WriteByte('\n')
		}
		fitted(s, o.all, func(s console.Streams) { writeReport(s, r) })
		fitted(s, o.all, func(s console.Streams) { o.expect.Write(s, false, surprises) })
		s.Out.Flush()
	}
	code = code.And(o.expect.WarnUnchecked(s))
	err = o.servers.Write(s, structureRules(), findings)
	if o.html != "" {
		if p := structuresPage(results, o.command); p != nil {
			err = errors.Join(err, console.WritePage(o.html, p))
		}
	}
	if o.json {
		return code, errors.Join(err, writeStructureJSON(s.Out, results))
	}
	if len(files) > 1 {
		writeSummary(s, results)
	}
	o.expect.Write(s, code == console.ExitHolds, nil) // what no file checked is known in the end
	return code, err
}

func (o structureOptions) validate(files []string) error {
	if i := slices.Index(files, console.StdinName); i >= 0 && slices.Contains(files[i+1:], console.StdinName) {
		return errors.New(`standard input ("-") can be read only once`)
	}
	if err := console.ValidPage(o.html); err != nil {
		return err
	}
	if err := o.servers.Valid(); err != nil {
		return err
	}
	known := propertyNames()
	if !o.given {
		return nil
	}
	for name := range strings.SplitSeq(o.properties, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(known, name) {
			return unknownProperty(name, known)
		}
	}
	return nil
}

// verifyFile reads and judges one file. Every witness of the report has been
// confirmed.
func verifyFile(ctx context.Context, s console.Streams, o structureOptions, file string) fileResult {
	r := fileResult{file: file}
	var structure *setsys.Structure
	data, err := console.ReadInput(ctx, s.In, file)
	if err == nil {
		structure, err = console.DecodeStructure(ctx, file, data, formulas(o.maxSets))
	}
	r.data = data
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
	if err != nil {
		r.err = fmt.Errorf("%s: %w", console.DisplayName(file), err)
		return r
	}
	if r.report, r.err = confirmedReport(ctx, file, structure, ids); r.err != nil {
		return r
	}
	r.remark = properties.Remarks(ctx, structure, ids)
	return r
}

// confirmedReport checks properties, and confirms the witnesses. Its errors name the file.
func confirmedReport(ctx context.Context, file string, s *setsys.Structure, ids []properties.ID) (*properties.Report, error) {
	report, err := properties.Check(ctx, s, ids)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", console.DisplayName(file), err)
	}
	if err := report.ConfirmUntil(ctx); err != nil {
		return nil, fault.New("%s: %w", console.DisplayName(file), err)
	}
	return report, nil
}

// unknownProperty is the error for a name that is no property of structures.
func unknownProperty(name string, known []string) error {
	protocols := []string{"deadlock", "starvation"}
	for _, p := range explore.Properties() {
		protocols = append(protocols, string(p))
	}
	of := near.Name(name, protocols)
	switch {
	case slices.Contains(protocols, name):
		return fmt.Errorf(`%q is a property of protocols, not of structures: "qcheck protocol --check %s" checks it`, name, name)
	case of != "" && near.Name(name, known) == "":
		return fmt.Errorf(`unknown property %q: did you mean %q? It is one of protocols: "qcheck protocol --check %s" checks it`, name, of, of)
	}
	return fmt.Errorf("unknown property %q%s", name, near.Hint(name, known))
}

// readStructure reads the structure file, or stdin for "-". Its errors name
// the file.
func readStructure(ctx context.Context, stdin io.Reader, file string, maxSets int) (*setsys.Structure, error) {
	return console.ReadStructure(ctx, stdin, file, console.StructureOptions(maxSets))
}

// raisable adds to an error about too many quorums the flag that raises the limit.
func raisable(err error) error {
	if errors.As(err, new(setsys.ErrTooMany)) {
		return fmt.Errorf("%w; --max-quorums raises the limit", err)
	}
	return err
}

// maxListed is the most quorums of a threshold or a construction that are listed;
// more are analysed as a formula, if they have one.
const maxListed = 10_000

// readFormulas is readStructure for commands that need no list of the quorums.
func readFormulas(ctx context.Context, stdin io.Reader, file string, maxSets int) (*setsys.Structure, error) {
	return console.ReadStructure(ctx, stdin, file, formulas(maxSets))
}

// formulas are the options with which formulas stay what they are: at most so
// many quorums of a threshold or a construction are listed.
func formulas(maxSets int) setsys.DecodeOptions {
	return setsys.DecodeOptions{
		MaxSets: maxSets, MaxListed: maxListed, Construct: construct.Build, Formula: construct.Formula, Property: properties.Known,
	}
}

// listQuorumsFlag is maxQuorumsFlag for commands that need no list of the quorums.
func listQuorumsFlag(fs *pflag.FlagSet, at *int) {
	console.NumberFlag(fs, at, "max-quorums", setsys.DefaultMaxSets, 1, math.MaxInt,
		"list no family with more quorums: judge its formula, or refuse it if it has none")
}

// maxQuorumsFlag defines the limit on the families that a file or a
// construction describes without listing them.
func maxQuorumsFlag(fs *pflag.FlagSet, at *int) {
	console.NumberFlag(fs, at, "max-quorums", setsys.DefaultMaxSets, 1, math.MaxInt, "refuse a threshold or a construction with more quorums in a family")
}
