package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/setsys/near"
)

// newFlags returns an empty flag set that lists flags in the order of their
// definition and leaves errors and help to the caller.
func newFlags() *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// flagError says in the command's words what is wrong with a flag.
func flagError(fs *pflag.FlagSet, err error) string {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		f := invalid.GetFlag()
		return fmt.Sprintf("--%s needs %s, not %q", f.Name, wanted(f.Value.Type()), invalid.GetValue())
	}
	var missing *pflag.NotExistError
	if errors.As(err, &missing) && len(missing.GetSpecifiedName()) > 1 {
		var known []string
		fs.VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		return err.Error() + near.Meant("--"+missing.GetSpecifiedName(), known)
	}
	return err.Error()
}

// wanted says which values a flag of the given type takes.
func wanted(flagType string) string {
	switch flagType {
	case "int", "int64":
		return "an integer"
	case "intSlice":
		return "a comma-separated list of integers"
	case "duration":
		return "a duration such as 30s or 5m"
	case "size":
		return "a size in bytes such as 512M or 2G"
	case "bool":
		return "true or false"
	case "file":
		return "the name of a file"
	case "trace format":
		return formatNames()
	}
	return "another value"
}

// placeholderKey annotates a flag with what stands for its value in help.
const placeholderKey = "placeholder"

// setPlaceholder says what stands for the flag's value in help.
func setPlaceholder(fs *pflag.FlagSet, name, text string) {
	fs.Lookup(name).Annotations = map[string][]string{placeholderKey: {text}}
}

// flagUsages lists the flags, aligned.
func flagUsages(fs *pflag.FlagSet) string {
	var rows [][2]string
	width := 0
	add := func(flag, usage string) {
		rows = append(rows, [2]string{flag, usage})
		width = max(width, len(flag))
	}
	fs.VisitAll(func(f *pflag.Flag) {
		add(strings.TrimSpace("--"+f.Name+" "+strings.Join(f.Annotations[placeholderKey], "")), f.Usage)
	})
	add("-h, --help", "say how this command is used")
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, r[0], r[1])
	}
	return b.String()
}
