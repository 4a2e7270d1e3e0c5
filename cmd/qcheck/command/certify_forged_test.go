package command

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"qcheck/cmd/qcheck/command/console"
)

// A forger has the first lines of certificates, and changes them.
type forger struct {
	r     *rand.Rand
	files [][2]string // the first line, and the others without the digest
}

// flags are what the instance of a file may say, with values that are right for some algorithm and some that are not.
var forgedFlags = []string{
	"--network unordered", "--network duplicating", "--network instant", "--network fifo", "--network none",
	"--faults lose=1", "--faults crash=1", "--faults duplicate=1", "--faults crash=1,restart=1", "--faults crash=1,suspect", "--faults crash=0", "--faults crash=1,of=9", "--faults crash=1,when=inside",
	"--clock integer", "--clock causal", "--clock-max 2", "--clock integer --clock-max 1", "--self-messages queued", "--self-messages call",
	"--quorum-choice any", "--quorum-choice fixed", "--allow-broken-structure", "--variant printed", "--variant without-inquire", "--variant none",
	"--n 1", "--n 2", "--n 3", "--n 4", "--n 0", "--n 99", "--k 1", "--k 2", "--k 9", "--l 1", "--units 2", "--units any", "--in-cs 1", "--in-cs 9", "--no-retry",
	"--requests 1", "--requests unbounded", "--requests 1,0", "--requests 1,1,1", "--requests unbounded,unbounded,unbounded", "--requests 300", "--requests unbounded,1",
	"--construct k-majority", "--structure -", "--structure none.json", "--structure {}", "--param a=b", "--mutex raymond", "--replicas 2", "--writers 1", "--proposers 2", "--acceptors 2",
	"--check books", "--check safety", "--none", "--none 1", "--algorithm lamport", "--algorithm maekawa", "--algorithm paxos", "--algorithm lease-lock", "--algorithm abd", "--algorithm kakugawa",
	"--algorithm raymond", "--algorithm raft-election", "--algorithm two-phase-commit", "'", "--", "--n", "=",
}

var (
	flagOf    = regexp.MustCompile(` --[a-z-]+ ('[^']*'|[^ "']+)`)
	numberOf  = regexp.MustCompile(`":-?[0-9]+`)
	wordOf    = regexp.MustCompile(`"(safety|well-defined|deadlock-freedom|starvation-freedom|holds|violated|unknown|clock|own)"`)
	wordsThen = []string{"safety", "well-defined", "deadlock-freedom", "starvation-freedom", "books", "survives", "agreement", "linearizable", "progress", "holds", "violated", "unknown", "", "x"}
)

// change changes one thing of a first line.
func (f *forger) change(line string) string {
	pick := func(all []string) string { return all[f.r.IntN(len(all))] }
	replace := func(at *regexp.Regexp, with func(old string) string) string {
		all := at.FindAllStringIndex(line, -1)
		if all == nil {
			return line
		}
		i := all[f.r.IntN(len(all))]
		return line[:i[0]] + with(line[i[0]:i[1]]) + line[i[1]:]
	}
	switch f.r.IntN(8) {
	case 0, 1, 2: // another flag, in place of one of the same name
		flag := pick(forgedFlags)
		name, _, _ := strings.Cut(flag, " ")
		line = regexp.MustCompile(` ?`+regexp.QuoteMeta(name)+` ('[^']*'|[^ "']+)`).ReplaceAllString(line, "")
		return strings.Replace(line, `"instance":"`, `"instance":"`+flag+" ", 1)
	case 3: // a flag more
		return strings.Replace(line, `"instance":"`, `"instance":"`+pick(forgedFlags)+" ", 1)
	case 4:
		return replace(flagOf, func(string) string { return "" })
	case 5:
		return replace(numberOf, func(string) string {
			return `":` + pick([]string{"0", "-1", "1", "7", "1000000000000", "99999999999999999999"})
		})
	case 6:
		return replace(wordOf, func(string) string { return `"` + pick(wordsThen) + `"` })
	}
	return strings.Replace(line, `"properties":[`, fmt.Sprintf(`"properties":[{"name":%q,"verdict":%q},`, pick(wordsThen), pick(wordsThen)), 1)
}

// A forged first line is refused, or is not confirmed, or says what is true: no file makes certify contradict itself.
func TestForgedHeaders(t *testing.T) {
	f := &forger{}
	for i, flags := range []string{
		"--algorithm maekawa --n 2", "--algorithm maekawa --n 3 --check safety", "--algorithm kakugawa --n 2 --k 1", "--algorithm maekawa --variant without-inquire --n 2 --requests 1",
		"--algorithm lamport --n 2 --requests 1", "--algorithm ricart-agrawala --n 2", "--algorithm maekawa --n 2 --network unordered --requests 1 --check safety,books",
		"--algorithm lamport --n 2 --requests 1 --faults lose=1 --check safety", "--algorithm lease-lock --n 2 --check safety",
		"--algorithm lamport --n 2 --clock integer --requests 1", "--algorithm two-phase-commit --n 2",
	} {
		name := filepath.Join(t.TempDir(), fmt.Sprint(i))
		if r := qcheck("", append(strings.Fields("protocol --certificate "+name), strings.Fields(flags)...)...); r.code == console.ExitUsage || r.code == console.ExitInternal {
			t.Fatalf("%s: exit %d: %s", flags, r.code, r.stderr)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		head, rest, _ := strings.Cut(string(text), "\n")
		f.files = append(f.files, [2]string{head, rest[:strings.LastIndex(rest, "sha256 ")]})
	}
	codes := map[string]int{}
	judge := func(text, what string) console.ExitCode {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		text = fmt.Sprintf("%ssha256 %x\n", text, sha256.Sum256([]byte(text)))
		r := qcheckContext(ctx, text, "certify", "-")
		if r.code < 0 || r.code > 3 || strings.Contains(r.stderr, "internal error") || r.code == console.ExitUsage && (strings.Count(r.stderr, "\n") != 1 || !strings.HasPrefix(r.stderr, "qcheck: ")) {
			t.Fatalf("%s: exit %d: %s\n%.600s", what, r.code, r.stderr, text)
		}
		codes[fmt.Sprintf("exit %d", r.code)]++
		return r.code
	}
	// Of local views, each flag about what surrounds the processes is an error of the file.
	for _, file := range f.files[:2] {
		if !strings.Contains(file[0], "certificate/views/") {
			t.Fatal(file[0])
		}
		for _, flag := range forgedFlags {
			if name, value, _ := strings.Cut(flag, " "); (name == "--network" && value != "fifo" || name == "--faults" && value != "crash=0") && judge(strings.Replace(file[0], " --requests", " "+flag+" --requests", 1)+"\n"+file[1], flag) != console.ExitUsage {
				t.Errorf("%s is no error", flag)
			}
		}
	}
	randomCases(t, 200, func(r *rand.Rand, say func(string, ...any)) {
		f.r = r
		file := f.files[r.IntN(len(f.files))]
		head := file[0]
		for range 1 + r.IntN(3) {
			head = f.change(head)
		}
		if head == file[0] {
			return
		}
		judge(head+"\n"+file[1], "forged")
	})
	reached(t, codes, 3, "exit 0", "exit 1", "exit 2")
}
