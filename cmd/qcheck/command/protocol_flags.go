package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// openInstance makes a model of an instance, with the files that it names.
func openInstance(ctx context.Context, s streams, all instance.Registry, in instance.Instance) (*instance.Model, error) {
	m, err := all.Open(in, func(file string) (*setsys.Structure, error) {
		return readStructure(ctx, s.in, file, setsys.DefaultMaxSets)
	})
	if errors.Is(err, instance.ErrNoProcesses) {
		err = fmt.Errorf(`%w; see "qcheck protocol --help"`, err)
	}
	return m, err
}

// validate checks the flags that say how it is run.
func (o *protocolOptions) validate(fs *pflag.FlagSet) error {
	if o.por != "on" && o.por != "off" {
		return fmt.Errorf("--por needs on or off, not %q", o.por)
	}
	if o.maxStates < 0 {
		return fmt.Errorf("--max-states needs a number of at least 1, not %d", o.maxStates)
	}
	if o.workers < 1 {
		return fmt.Errorf("--workers needs a number of at least 1, not %d", o.workers)
	}
	for _, name := range []string{"check", "por", "paranoid", "stats", "trace", "trace-format"} {
		if o.measure && fs.Changed(name) {
			return fmt.Errorf("--measure has no use for --%s", name)
		}
	}
	return errors.Join(validTimeout(o.timeout), o.validTrace())
}

// A byteSize is a number of bytes as a flag's value.
type byteSize int64

// Set reads a number with or without one of the suffixes K, M and G.
func (b *byteSize) Set(text string) error {
	digits, shift := text, 0
	for i, suffix := range []string{"K", "M", "G"} {
		if rest, ok := strings.CutSuffix(strings.ToUpper(text), suffix); ok {
			digits, shift = rest, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift {
		return errors.New("not a size")
	}
	*b = byteSize(n << shift)
	return nil
}

// String writes the size as Set reads it.
func (b *byteSize) String() string {
	n, suffix := int64(*b), ""
	for _, s := range []string{"K", "M", "G"} {
		if n == 0 || n%1024 != 0 {
			break
		}
		n, suffix = n/1024, s
	}
	return fmt.Sprint(n) + suffix
}

// Type names the type for messages.
func (b *byteSize) Type() string { return "size" }
