package console

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qcheck/explore"
)

// A value is what a flag says.
type value[T comparable] struct {
	at   *T
	kind string // stands for it in usage texts
	// read reads it. The error says what is needed.
	read func(text string) (T, error)
}

// Set reads the value.
func (v value[T]) Set(text string) (err error) {
	x, err := v.read(text)
	if err == nil {
		*v.at = x
	}
	return err
}

// String writes the value.
func (v value[T]) String() string {
	var zero T
	if *v.at == zero {
		return ""
	}
	return fmt.Sprint(*v.at)
}

// Type is what stands for the value in usage texts.
func (v value[T]) Type() string { return v.kind }

// ValueFlag defines a flag for a value that read reads; kind stands for it in usage texts. The error
// of read says what is needed.
func ValueFlag[T comparable](fs *pflag.FlagSet, at *T, name, kind, usage string, read func(text string) (T, error)) {
	fs.Var(value[T]{at, kind, read}, name, usage)
}

// list is what a flag for a list says, which may be given several times.
type list struct {
	text *string // as given
	add  func(text string) error
}

// Set reads a list, and adds it.
func (l list) Set(text string) error {
	if *l.text != "" {
		*l.text += ","
	}
	*l.text += text
	return l.add(text)
}

// String writes the list.
func (l list) String() string { return *l.text }

// Type is what stands for the list in usage texts.
func (l list) Type() string { return "LIST" }

// ListFlag defines a flag for a list that add reads, and adds to those before. Its error says what
// is needed.
func ListFlag(fs *pflag.FlagSet, name, usage string, add func(text string) error) {
	fs.Var(list{new(string), add}, name, usage)
}

// NumberFlag defines a flag for an integer in a range.
func NumberFlag[N int | int64 | uint64](fs *pflag.FlagSet, at *N, name string, from, least, most N, usage string) {
	*at = from
	needed := fmt.Errorf("a number from %s to %s", Thousands(least), Thousands(most))
	if most > math.MaxInt32 {
		needed = fmt.Errorf("a number of at least %s", Thousands(least))
	}
	ValueFlag(fs, at, name, "N", usage, func(text string) (N, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || N(n) < least || N(n) > most {
			return 0, needed
		}
		return N(n), nil
	})
}

// WordFlag defines a flag for one of several words.
func WordFlag(fs *pflag.FlagSet, at *string, name, from, usage string, words ...string) {
	*at = from
	last := len(words) - 1
	needed := errors.New(strings.Join(words[:last], ", ") + " or " + words[last])
	ValueFlag(fs, at, name, "WORD", usage, func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", needed
		}
		return text, nil
	})
}

// TextFlag defines a flag for a text that is not empty.
func TextFlag(fs *pflag.FlagSet, at *string, name, kind, from, usage string) {
	*at = from
	needed := "a value"
	if strings.HasPrefix(kind, "FILE") {
		needed = "the name of a file"
	}
	ValueFlag(fs, at, name, kind, usage, func(text string) (string, error) {
		if text == "" {
			return "", errors.New(needed)
		}
		return text, nil
	})
}

// JSONFlag defines the flag for a document in place of text.
func JSONFlag(fs *pflag.FlagSet, at *bool) { fs.BoolVar(at, "json", false, "print one JSON document") }

// WorkersFlag defines how many cores are used, all by default.
func WorkersFlag(fs *pflag.FlagSet, at *int) {
	NumberFlag(fs, at, "workers", min(runtime.GOMAXPROCS(0), explore.MaxWorkers), 1, explore.MaxWorkers, "how many cores are used; no result depends on it")
	fs.Lookup("workers").DefValue = "all" // the help is the same on all machines
}

// TimeoutFlag defines the limit on the time of a whole run.
func TimeoutFlag(fs *pflag.FlagSet, at *time.Duration) {
	TimeFlag(fs, at, "timeout", "stop after this time, such as 30s or 5m; what is not decided by then is unknown (default: no limit)")
}

// TimeFlag defines a flag for a time of more than 0.
func TimeFlag(fs *pflag.FlagSet, at *time.Duration, name, usage string) {
	ValueFlag(fs, at, name, "TIME", usage, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, errors.New("a duration such as 30s or 5m")
		}
		if d <= 0 {
			return 0, errors.New("a time of more than 0, such as 30s or 5m")
		}
		return d, nil
	})
}

// WithTimeout returns a context that ends after d, or with ctx when d is 0.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, d, fmt.Errorf("the time limit of %s was reached", d))
}

// AmountFlag defines a flag for a number of at least 1 with or without one of the
// suffixes K, M and G, which are powers of the unit.
func AmountFlag(fs *pflag.FlagSet, at *int64, name, kind string, unit int64, needed, usage string) {
	ValueFlag(fs, at, name, kind, usage, func(text string) (int64, error) {
		n, err := AmountOf(text, unit)
		if err != nil {
			return 0, errors.New(needed)
		}
		return n, nil
	})
}

// AmountOf returns a number of at least 1 with or without a suffix.
func AmountOf(text string, unit int64) (int64, error) {
	digits, factor := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I"), int64(1)
	for i, suffix := range []string{"K", "M", "G"} {
		if rest, ok := strings.CutSuffix(digits, suffix); ok {
			digits = rest
			for range i + 1 {
				factor *= unit
			}
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/factor {
		return 0, errors.New("not an amount")
	}
	return n * factor, nil
}

// Suggest has the shell complete the value of a flag.
func Suggest(c *cobra.Command, flag string, words ...string) {
	SuggestBy(c, flag, func(*cobra.Command) []string { return words })
}

// SuggestBy does so with words that depend on the flags before.
func SuggestBy(c *cobra.Command, flag string, words func(*cobra.Command) []string) {
	complete := func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return words(c), cobra.ShellCompDirectiveNoFileComp
	}
	if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // there is no such flag
	}
}
