package command

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
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
