package console

import (
	"runtime/debug"
	"testing"
)

func TestVersionLine(t *testing.T) {
	for _, c := range []struct {
		info debug.BuildInfo
		want string
	}{
		{debug.BuildInfo{}, "qcheck (devel)"},
		{debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}}, "qcheck v1.2.3, built with go1.26.8"},
		{debug.BuildInfo{
			GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"},
			Settings: []debug.BuildSetting{
				{Key: "-trimpath", Value: "false"}, {Key: "CGO_CFLAGS", Value: "-I/home/someone"},
				{Key: "vcs.revision", Value: "0123abcd"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"},
			},
		}, "qcheck (devel), commit 0123abcd with changes, of 2026-01-02T03:04:05Z, built with go1.26.8"},
	} {
		if got := versionLine(&c.info); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestShortVersion(t *testing.T) {
	build := func(version string, settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Version: version}}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	for _, test := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{build(""), ""},
		{build("(devel)"), ""},
		{build("(devel)", "vcs.revision", "abc", "vcs.modified", "false"), "abc"},
		{build("(devel)", "vcs.revision", "abc", "vcs.modified", "true"), "abc+dirty"},
		{build("v1.2.3", "vcs.revision", "abc"), "v1.2.3"},
	} {
		if got := shortVersion(test.info); got != test.want {
			t.Errorf("%+v: %q, want %q", test.info, got, test.want)
		}
	}
}
