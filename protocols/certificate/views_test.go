package certificate_test

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/certify"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	local "qcheck/explore/views/certify"
	"qcheck/protocols"
	"qcheck/protocols/certificate"
	"qcheck/setsys/slow"
)

// What local views decide has a certificate of these, which proves it: all that such a file
// carries, and nothing else.
func TestViews(t *testing.T) {
	all := []string{
		"--algorithm kakugawa --n 3 --k 1", "--algorithm maekawa --n 3", "--algorithm manabe-tajima --n 3 --k 2 --check safety,well-defined,deadlock-freedom",
		"--algorithm baldoni --variant asks-itself --n 4", "--algorithm kakugawa --n 3", "--algorithm maekawa --n 1",
	}
	if slow.Tests() {
		all = append(all, "--algorithm kakugawa --n 4 --k 2", "--algorithm maekawa --n 4", "--algorithm manabe-tajima --n 4 --k 2 --check safety,well-defined,deadlock-freedom")
	}
	for _, flags := range all {
		p, err := proved(t, file(t, flags, 0))
		if err != nil {
			t.Errorf("%s: %v", flags, err)
			continue
		}
		if p.Facts != nil || len(p.Findings) < 3 {
			t.Errorf("%s: %+v", flags, p)
		}
		for _, f := range p.Findings {
			if f.Verdict != verdict.Holds || f.Within {
				t.Errorf("%s: %+v", flags, f)
			}
		}
	}
}

// A search that ends, or finds a violation, has a certificate of its own; one that is cut has
// one of views where these prove a part.
func TestWhichCertificate(t *testing.T) {
	for _, test := range []struct {
		flags     string
		maxStates int64
		views     bool
	}{
		{"--algorithm maekawa --n 3", 0, true},
		{"--algorithm maekawa --n 3 --requests 1", 0, false},
		{"--algorithm maekawa --n 3 --requests 1", 50, true},
		{"--algorithm maekawa --variant without-inquire --n 3", 0, false},
		{"--algorithm manabe-tajima --n 4 --k 2", 50, true}, // not starvation-freedom
		{"--algorithm lamport --n 2", 0, false},
		{"--algorithm lamport --n 3", 50, false},
	} {
		text := file(t, test.flags, test.maxStates)
		if got := strings.Contains(text[:100], certificate.ViewsSchema); got != test.views {
			t.Errorf("%s: %.100s", test.flags, text)
		}
		if _, err := proved(t, text); err != nil {
			t.Errorf("%s: %v", test.flags, err)
		}
	}
}

// refute checks that lines with their number and digest are refused, and why.
func refute(t *testing.T, what string, lines []string, want string) {
	t.Helper()
	counted := slices.Clone(lines)
	counted[0] = regexp.MustCompile(`"lines":\d+`).ReplaceAllString(lines[0], fmt.Sprintf(`"lines":%d`, len(lines)-1))
	_, err := proved(t, sealed(counted))
	var why *certify.Refutation
	if !errors.As(err, &why) || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v, want %q", what, err, want)
	}
}

// Forgeries of what a certificate says of processes that wait for ever: it is said for any number
// of them (kakugawa), and for each number (maekawa).
func TestForgedWaits(t *testing.T) {
	for _, test := range []struct {
		flags   string
		columns int
	}{{"--algorithm kakugawa --n 3 --k 1", 1}, {"--algorithm maekawa --n 3", 3}} {
		text := lines(file(t, test.flags, 0))
		first := map[string]int{"half": 2, "view": 8} // where the columns begin
		// Changes one of the lives at a column of all lines; the n-th that changes alone if n >= 0.
		changed := func(column, n int, f func(kind, life string) string) (all []string, count int) {
			for _, line := range text {
				parts := strings.Split(line, "\t")
				at, ok := first[parts[0]]
				if at += column; ok && at < len(parts) {
					lives := strings.Fields(parts[at])
					for i, life := range lives {
						if to := f(parts[0], life); to != life {
							if n < 0 || n == count {
								lives[i] = to
							}
							count++
						}
					}
					parts[at] = strings.Join(lives, " ")
				}
				all = append(all, strings.Join(parts, "\t"))
			}
			return all, count
		}
		number, last := regexp.MustCompile(`\d+`), regexp.MustCompile(`\d+\.([ch])$`)
		for column := range test.columns {
			for i, forgery := range []struct {
				what   string
				single bool // each by itself is refused; otherwise all together
				want   string
				change func(kind, life string) string
			}{
				{"a removal is earlier", true, "does not take away", func(_, life string) string { return last.ReplaceAllString(life, "$1") }},
				{"the rule is another one", true, "does not take away", func(_, life string) string { return strings.Replace(life, "h", "c", 1) }},
				{"there is no such rule", true, "does not take away", func(_, life string) string { return strings.NewReplacer("c", "x", "f", "x", "h", "x").Replace(life) }},
				{"a removal too many: unfair", true, "does not take away", func(_, life string) string {
					if strings.HasSuffix(life, ".") {
						return life + "f"
					}
					return life
				}},
				{"a removal too many: no companion", true, "does not take away", func(kind, life string) string {
					if kind == "view" && strings.HasSuffix(life, ".") {
						return life + "c"
					}
					return life
				}},
				{"a removal too many: no half, or view", true, "does not take away", func(_, life string) string {
					if strings.HasSuffix(life, ".") {
						return life + "h"
					}
					return life
				}},
				{"nothing is taken away", false, "", func(_, life string) string { return cmp.Or(strings.TrimRight(life, "chf"), "0.") }},
				{"numbers go up", false, "goes up", func(_, life string) string {
					return number.ReplaceAllStringFunc(life, func(s string) string {
						n, _ := strconv.Atoi(s)
						return strconv.Itoa(1_000_000 - n)
					})
				}},
				{"all numbers are the same", false, "does not take away", func(_, life string) string { return number.ReplaceAllString(life, "0") }},
				{"no number", true, "invalid syntax", func(_, life string) string { return strings.Replace(life, ".", "x.", 1) }},
				{"too few lives", true, "", func(string, string) string { return "" }},
				{"too many lives", true, "", func(_, life string) string { return life + " " + life }},
			} {
				if i%test.columns != column && !slow.Tests() {
					continue // each column in turn
				}
				_, count := changed(column, 0, forgery.change)
				if count == 0 && !strings.Contains(forgery.what, "too many: ") {
					t.Errorf("%s: nothing to forge: %s", test.flags, forgery.what)
				}
				step := 1 + count/3
				if !slow.Tests() {
					step = count // the first alone
				}
				for n := 0; n < count; n += step {
					if !forgery.single {
						n = -1
					}
					forged, _ := changed(column, n, forgery.change)
					refute(t, fmt.Sprintf("%s, column %d: %s", test.flags, column, forgery.what), forged, forgery.want)
					if !forgery.single {
						break
					}
				}
			}
		}
		// A column is left out: of a line, or of all.
		for n, line := range text {
			parts := strings.Split(line, "\t")
			if at, ok := first[parts[0]]; ok && n%each(20) == 1 {
				forged := slices.Clone(text)
				forged[n] = strings.Join(slices.Delete(slices.Clone(parts), at, at+1), "\t")
				refute(t, test.flags+": a column is left out of a line", forged, "it is not said of each view")
			}
		}
		forged := slices.Clone(text)
		for n, line := range forged {
			parts := strings.Split(line, "\t")
			if at, ok := first[parts[0]]; ok {
				forged[n] = strings.Join(parts[:at+test.columns-1], "\t")
			}
		}
		refute(t, test.flags+": the last column is left out", forged, "it is not said of each view")
	}
}

// TestForgedViews: forgeries of a certificate of kakugawa (repaired): what is changed in its lines, and why
// it is refused.
func TestForgedViews(t *testing.T) {
	text := lines(file(t, "--algorithm kakugawa --n 3 --k 1", 0))
	at := func(kind string) (all []int) {
		for i, line := range text {
			if strings.HasPrefix(line, kind+"\t") {
				all = append(all, i)
			}
		}
		return all
	}
	all, halves := at("view"), at("half")
	refuted := func(what string, lines []string, want string) {
		t.Helper()
		refute(t, what, lines, want)
	}
	part := func(i, j int, to string) []string { // a line with another part
		changed := slices.Clone(text)
		parts := strings.Split(text[i], "\t")
		parts[j] = to
		changed[i] = strings.Join(parts, "\t")
		return changed
	}
	without := func(i int) []string { return slices.Delete(slices.Clone(text), i, i+1) }
	for n, i := range all {
		if n%each(7) == 0 {
			refuted("a view is left out", without(i), "not there")
		}
	}
	for n, i := range halves {
		if n%each(1) == 0 {
			refuted("a half is left out", without(i), "not there")
		}
	}
	// Files once said why requesters are not together: that is read, and not needed.
	told := append(slices.Clone(text), "apart\t1=2\t1=2", "stuck\t", "waits\t0\t1=1@")
	told[0] = regexp.MustCompile(`"lines":\d+`).ReplaceAllString(text[0], fmt.Sprintf(`"lines":%d`, len(told)-1))
	if _, err := proved(t, sealed(told)); err != nil {
		t.Errorf("with what files once said: %v", err)
	}
	first := strings.Split(text[all[0]], "\t")
	later := strings.Split(text[all[len(all)-1]], "\t")
	merged := func(j int) []string { // all views have the half of the first one
		changed := slices.Clone(text)
		for _, i := range all {
			parts := strings.Split(text[i], "\t")
			parts[j] = first[j]
			changed[i] = strings.Join(parts, "\t")
		}
		return changed
	}
	refuted("members' halves are merged", merged(1), "")
	refuted("requesters' halves are merged", merged(2), "")
	refuted("a member's half is altered", part(all[0], 1, later[1]), "")
	refuted("a view is there twice", slices.Insert(slices.Clone(text), all[0], text[all[0]]), "there already")
	refuted("a half is there twice", slices.Insert(slices.Clone(text), halves[0], text[halves[0]]), "there already")
	refuted("stamps are not places", part(all[0], 5, "7"), "not their places")
	refuted("a process that is not there", part(all[0], 1, "2=9"), "names more than")
	refuted("a place that is not there", part(all[0], 2, "99=1"), "no place")
	refuted("no number", part(all[0], 6, "x"), "invalid syntax")
	refuted("too many steps", part(all[0], 7, "1001"), "")
	ranked := -1
	for _, i := range all {
		if parts := strings.Split(text[i], "\t"); parts[7] != "0" {
			ranked = i
		}
	}
	refuted("messages to oneself are not counted", part(ranked, 7, "0"), "as many as before")
	refuted("a line of no kind", append(slices.Clone(text), "more\t1=1"), "no line of such a file")
	refuted("no line", text[:1], "not there")
	for what, change := range map[string][2]string{
		"another variant": {"--variant repaired", "--variant printed"}, "another k": {"--k 1", "--k 2"},
		"other quorums": {"[1,2]", "[1]"}, "another number of processes": {"", ""},
	} {
		changed := slices.Clone(text)
		if changed[0] = strings.Replace(text[0], change[0], change[1], 1); change[0] == "" {
			changed[0] = lines(file(t, "--algorithm kakugawa --n 2 --k 1", 0))[0]
		}
		if _, err := proved(t, sealed(changed)); err == nil {
			t.Errorf("%s: proved", what)
		}
	}
	// Of another algorithm, the parts of lines have other places.
	changed := slices.Clone(text)
	changed[0] = lines(file(t, "--algorithm maekawa --n 3", 0))[0]
	refuted("another algorithm", changed, "")
	// The first line promises too few, too many, a run, or bounded requests.
	for _, change := range [][2]string{{`"lines":`, `"lines":1`}, {`"lines":`, `"lines":-`}, {`"holds"`, `"violated"`}, {"unbounded,unbounded", "1,unbounded"}} {
		changed := slices.Clone(text)
		changed[0] = strings.Replace(text[0], change[0], change[1], 1)
		if _, err := proved(t, sealed(changed)); err == nil || errors.As(err, new(*certify.Refutation)) {
			t.Errorf("%q for %q: %v", change[1], change[0], err)
		}
	}
	whole := sealed(text)
	for n := 0; n < len(whole); n += len(whole)/15 + 1 {
		if _, err := proved(t, whole[:n]); err == nil {
			t.Errorf("%d bytes of %d are a certificate", n, len(whole))
		}
	}
}

// What views do not prove is refused with their own lines, and what they prove is not: the
// checker finds by itself what stands against it.
func TestViewsOfVariants(t *testing.T) {
	carried, refused, most := 0, 0, 1500
	if slow.Tests() {
		most = 10_000
	}
	for _, name := range []string{"kakugawa", "maekawa", "manabe-tajima", "baldoni"} {
		a, _ := protocols.All().Lookup(name)
		for _, v := range a.Variants {
			in, err := protocols.All().Parse("--algorithm " + name + " --n 3 --variant " + v.Name)
			if err != nil {
				t.Fatal(err)
			}
			m, err := protocols.All().Open(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !m.Composed() {
				continue
			}
			p := m.Prover().Prove(t.Context(), views.Limits{Views: most, Certify: true})
			if p.Certificate == nil {
				continue
			}
			for _, r := range p.Results {
				if !slices.Contains(local.Carried(), r.Property) {
					continue
				}
				err := m.Confirm(t.Context(), []explore.Property{r.Property}, p.Certificate)
				if r.Proved != (err == nil) {
					t.Errorf("%s %s: %s: proved %v, checked: %v", name, v.Name, r.Property, r.Proved, err)
				}
				if r.Proved {
					carried++
				} else {
					refused++
				}
			}
		}
	}
	if carried < 50 || refused < 10 {
		t.Errorf("%d proved, %d not", carried, refused)
	}
}
