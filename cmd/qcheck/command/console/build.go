package console

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"qcheck/setsys"
)

// Version is that of this build.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionLine(info)
}

// TraceVersion is the version of this build for the files that it writes, empty where it
// has none: then files do not change with each build.
var TraceVersion = func() string {
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

// WrittenBy says which other version wrote a file of JSON, if it says so: the reason why
// it does not fit may be there.
func WrittenBy(data []byte) string {
	by, this := documentStart(data).Version, TraceVersion()
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

// BuildIdentity identifies this build of qcheck: its version, and where that does not
// say which sources it is from, a digest of the program.
var BuildIdentity = sync.OnceValue(func() string {
	line := Version()
	if strings.Contains(line, "commit ") && !strings.Contains(line, "with changes") {
		return line
	}
	program, err := os.Executable()
	if err != nil {
		return line
	}
	f, err := os.Open(program)
	if err != nil {
		return line
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return line
	}
	return line + ", sha256 " + hex.EncodeToString(sum.Sum(nil))[:16]
})
