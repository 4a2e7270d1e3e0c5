package structures

import (
	"bufio"
	"bytes"
	"regexp"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

func TestColourOnlyRepeats(t *testing.T) {
	text := func(s console.Style) string {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		writeReport(console.Streams{Out: w, Style: s}, fileResult{file: "f.json", report: report(t, "stuck-3-coterie.json")})
		w.Flush()
		return out.String()
	}
	plain, coloured := text(console.Style{}), text(console.Style{Colour: true})
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
