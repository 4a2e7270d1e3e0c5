package command

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/setsys"
)

func versionCommand(r *runner) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version of qcheck", Args: noArguments,
		Long: "Prints the version of qcheck, the commit it was built from where that is known,\nand the version of Go that built it.",
		RunE: r.does(func(_ context.Context, s streams, _ []string) (exitCode, error) {
			fmt.Fprintln(s.out, version())
			return exitHolds, nil
		}),
	}
}

// version is that of this build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionLine(info)
}

// traceVersion is the version of this build for the files that it writes, empty where it
// has none: then files do not change with each build.
var traceVersion = func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return shortVersion(info)
}

// shortVersion is the version of a build, or the commit that it was built from; empty
// where neither is known.
func shortVersion(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if revision != "" && settings["vcs.modified"] == "true" {
		revision += "+dirty"
	}
	return revision
}

// writtenBy says which other version wrote a file of JSON, if it says so: the reason why
// it does not fit may be there.
func writtenBy(data []byte) string {
	by, this := documentStart(data).Version, traceVersion()
	if by == "" || by == this {
		return ""
	}
	return fmt.Sprintf("; it was written by qcheck %s, and this is %s", setsys.Quote(by), cmp.Or(this, "a build without a version"))
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
