package command

import (
	"context"
	"errors"
	"fmt"

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
	for _, name := range []string{"check", "por", "paranoid", "stats", "trace", "trace-format"} {
		if o.measure && fs.Changed(name) {
			return fmt.Errorf("--measure has no use for --%s", name)
		}
	}
	return o.validTrace()
}
