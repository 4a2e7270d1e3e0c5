package structures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

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
	return console.ReadStructure(ctx, stdin, file, formulas(maxSets, maxListed))
}

// formulas are the options with which formulas stay what they are: at most so
// many quorums of a threshold or a construction are listed.
func formulas(maxSets, listed int) setsys.DecodeOptions {
	return setsys.DecodeOptions{
		MaxSets: maxSets, MaxListed: listed, Construct: construct.Build, Formula: construct.Formula, Property: properties.Known,
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
