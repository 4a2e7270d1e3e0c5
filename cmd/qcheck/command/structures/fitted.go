package structures

import (
	"bufio"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
)

// widest is the width of text where the terminal does not say one.
const widest = 100

// mostNamed is how many nodes of a set are named.
const mostNamed = 10

// allFlag defines the flag with which sets are shown whole.
func allFlag(fs *pflag.FlagSet, at *bool) {
	fs.BoolVar(at, "all", false, "name all nodes of a set; without it, the first ten and how many more there are")
}

// A reading is what the commands that read structures have in common.
type reading struct {
	json, all bool
	broken    bool // is allowed
	maxSets   int
	timeout   time.Duration
}

// define defines these flags, but that for broken structures.
func (o *reading) define(fs *pflag.FlagSet) {
	console.JSONFlag(fs, &o.json)
	allFlag(fs, &o.all)
	listQuorumsFlag(fs, &o.maxSets)
	console.TimeoutFlag(fs, &o.timeout)
}

// fitted has write print text whose lines fit, and whose sets of nodes are cut unless all
// are asked for.
func fitted(s console.Streams, all bool, write func(console.Streams)) {
	var b strings.Builder
	whole := s
	whole.Width = 0 // it is cut first
	whole.Out = bufio.NewWriter(&b)
	write(whole)
	whole.Out.Flush()
	text := b.String()
	if !all {
		text = shortened(text)
	}
	if s.Width == 0 {
		s.Width = widest
	}
	s.Folded(func(s console.Streams) { s.Out.WriteString(text) })
}

var bracedSet = regexp.MustCompile(`\{[^{}\n]*\}`)

// shortened cuts sets of nodes.
func shortened(text string) string {
	return bracedSet.ReplaceAllStringFunc(text, func(set string) string {
		nodes := strings.Split(strings.Trim(set, "{}"), ",")
		more := len(nodes) - mostNamed
		if more <= 0 {
			return set
		}
		return fmt.Sprintf("{%s and %d more (--all)}", strings.Join(nodes[:mostNamed], ","), more)
	})
}

// someOf returns the names in the value of a flag, which are some of those that are known.
func someOf(flag, value string, known []string) (names []string, err error) {
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(known, name) {
			return nil, fmt.Errorf("--%s %s: want some of %s", flag, value, strings.Join(known, ", "))
		}
		names = append(names, name)
	}
	return names, nil
}

// answered writes what was found, as a document or as a text, and returns the code of the
// verdict.
func answered(s console.Streams, json, all bool, v verdict.Verdict, doc any, text func(console.Streams)) (console.ExitCode, error) {
	if json {
		return console.CodeOf(v), console.WriteJSON(s.Out, doc)
	}
	fitted(s, all, text)
	return console.CodeOf(v), nil
}
