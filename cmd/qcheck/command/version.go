package command

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"
)

func versionCommand() command {
	return command{
		name:    "version",
		summary: "print the version of qcheck",
		prepare: simple("qcheck version", "Prints the version of qcheck, the commit it was built from where that is known,\nand the version of Go that built it.",
			func(*pflag.FlagSet) action { return printVersion }),
	}
}

func printVersion(_ context.Context, s streams, args []string) (exitCode, error) {
	if err := noArguments("version", args); err != nil {
		return exitUsage, err
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	fmt.Fprintln(s.out, versionLine(info))
	return exitHolds, nil
}

// versionLine describes a build in one line.
func versionLine(info *debug.BuildInfo) string {
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	line := []string{"qcheck " + version}
	settings := make(map[string]string)
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		if settings["vcs.modified"] == "true" {
			revision += " with changes"
		}
		line = append(line, "commit "+revision)
	}
	if time := settings["vcs.time"]; time != "" {
		line = append(line, "of "+time)
	}
	if info.GoVersion != "" {
		line = append(line, "built with "+info.GoVersion)
	}
	return strings.Join(line, ", ")
}

// noArguments is the error of a command that takes none.
func noArguments(command string, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf(`unexpected argument %q; see "qcheck %s --help"`, args[0], command)
}
