package command

import (
	"bufio"
	"bytes"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

func TestColourOnlyRepeats(t *testing.T) {
	text := func(s style) string {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		writeReport(streams{out: w, style: s}, fileResult{file: "f.json", report: report(t, "stuck-3-coterie.json")})
		w.Flush()
		return out.String()
	}
	plain, coloured := text(style{}), text(style{colour: true})
	if plain == coloured {
		t.Error("colour changes nothing")
	}
	if strings.ContainsRune(plain, '\x1b') {
		t.Error("plain text has escapes")
	}
	if stripped := regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(coloured, ""); stripped != plain {
		t.Errorf("without its colours the text is %q, not %q", stripped, plain)
	}
}

func TestNoColourOffTerminals(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	t.Setenv("FORCE_COLOR", "")
	t.Setenv("CLICOLOR_FORCE", "")
	t.Setenv("TERM", "xterm")
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if styleOf(&bytes.Buffer{}).colour || styleOf(file).colour {
		t.Error("coloured, but not a terminal")
	}
	t.Setenv("FORCE_COLOR", "1")
	if !styleOf(file).colour {
		t.Error("not coloured where the environment asks for it")
	}
	t.Setenv("FORCE_COLOR", "0")
	if styleOf(file).colour {
		t.Error("coloured for FORCE_COLOR=0")
	}
	t.Setenv("FORCE_COLOR", "")
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0) // a character device, as a terminal is
	if err != nil {
		t.Skip(err)
	}
	defer device.Close()
	if !styleOf(device).colour {
		t.Skip("the null device does not pass for a terminal here")
	}
	t.Setenv("TERM", "dumb")
	if styleOf(device).colour {
		t.Error("coloured on a dumb terminal")
	}
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	if styleOf(device).colour {
		t.Error("coloured against NO_COLOR")
	}
}

func TestEveryPropertyHasItsMeaning(t *testing.T) {
	for _, k := range setsys.Kinds() {
		seen := make(map[string]properties.ID)
		for _, id := range properties.Every(k) {
			general := properties.Meaning(id, &setsys.Structure{Kind: k})
			particular := properties.Meaning(id, &setsys.Structure{Kind: k, K: 17, M: 17})
			for _, text := range []string{general, particular} {
				if text == "" || strings.ContainsAny(text, "{}") {
					t.Errorf("%s of %s: %q", id, k, text)
				}
			}
			if general != particular && !regexp.MustCompile(`\b1[678]\b`).MatchString(particular) {
				t.Errorf("%s of %s: no parameter in %q", id, k, particular)
			}
			if other, ok := seen[general]; ok {
				t.Errorf("%s and %s of %s mean the same", id, other, k)
			}
			seen[general] = id
		}
	}
}

func TestConclusion(t *testing.T) {
	s := &setsys.Structure{Kind: setsys.KCoterie, K: 8}
	result := func(id properties.ID, v verdict.Verdict) properties.Result {
		return properties.Result{Property: id, Verdict: v}
	}
	ne, in, ni, mi := properties.NonEmpty, properties.Intersection, properties.NonIntersection, properties.Minimality
	required := func(v verdict.Verdict) []properties.Result {
		return []properties.Result{result(ne, verdict.Holds), result(in, v), result(ni, verdict.Holds), result(mi, verdict.Holds)}
	}
	for _, c := range []struct {
		results []properties.Result
		want    string
	}{
		{required(verdict.Holds), "a valid 8-coterie"},
		{required(verdict.Violated), "not a valid 8-coterie (intersection)"},
		{required(verdict.Unknown), "no violation was found, but intersection was not decided"},
		{append(required(verdict.Holds), result(properties.Nondomination, verdict.Violated)), "a valid 8-coterie, but without nondomination"},
		{append(required(verdict.Unknown), result(properties.Nondomination, verdict.Violated)), "nondomination"},
		{append(required(verdict.Violated), result(properties.Nondomination, verdict.Violated)), "not a valid 8-coterie (intersection, nondomination)"},
		{[]properties.Result{result(in, verdict.Holds)}, "the properties asked for; nonempty, non-intersection, minimality were not checked"},
		{[]properties.Result{result(in, verdict.Unknown), result(ni, verdict.Unknown)}, "no violation was found, but intersection, non-intersection were not decided"},
		{[]properties.Result{result(in, verdict.Violated)}, "not a valid 8-coterie (intersection)"},
		{[]properties.Result{result(properties.Nondomination, verdict.Violated)}, "nondomination"},
	} {
		if got := conclusion(&properties.Report{Structure: s, Results: c.results}, false); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestConclusionOfTheFile(t *testing.T) {
	s := &setsys.Structure{Kind: setsys.ReadWrite}
	report := &properties.Report{Structure: s, Results: []properties.Result{{Property: properties.WriteReadIntersection, Verdict: verdict.Holds}}}
	if got := conclusion(report, true); got != "the properties that the file asks for; nonempty was not checked" {
		t.Error(got)
	}
	report.Results = append(report.Results, properties.Result{Property: properties.NonEmpty, Verdict: verdict.Holds})
	if got := conclusion(report, true); got != "a valid read-write quorum system" {
		t.Error(got)
	}
}

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
	r := qcheck("", "version")
	if r.code != exitHolds || !strings.HasPrefix(r.stdout, "qcheck ") || strings.Count(r.stdout, "\n") != 1 || strings.Contains(r.stdout, "/") {
		t.Errorf("version: %+v", r)
	}
}
