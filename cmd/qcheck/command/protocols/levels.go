package protocols

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/input"
	"qcheck/setsys/output"
)

// levelsOptions are the flags of "qcheck protocol" about levels in files.
type levelsOptions struct {
	checkpoint, resume string
	shards             int

	flags map[string]string // those of the search, which go with it
	in    instance.Instance // that of the search that goes on

	unlock func() // if the directory is locked
}

func (o *levelsOptions) define(f *pflag.FlagSet) {
	console.TextFlag(f, &o.checkpoint, "checkpoint", "DIR", "", "keep each level of the search that is finished as a file in this directory, which is made")
	console.TextFlag(f, &o.resume, "resume", "DIR", "", "go on with the search of --checkpoint DIR, from the last level that it finished; what is searched, and its limits, are those of that search unless other limits are given")
	console.NumberFlag(f, &o.shards, "shards", 0, 1, maxShards, "with --checkpoint: only begin the search; its levels are made in so many shards, by tasks on any machines that see the directory (see \"qcheck tasks\"), and --resume says what they found")
}

// maxShards is how many shards a level may have.
const maxShards = 10_000

// searchFile is what a directory says of its search.
type searchFile struct {
	Schema   string            `json:"schema"`
	Build    string            `json:"build"`
	Instance string            `json:"instance"` // as flags
	Flags    map[string]string `json:"flags"`    // others
}

const searchSchema = "qcheck/levels/v1"

func (o *levelsOptions) dir() string {
	if o.resume != "" {
		return o.resume
	}
	return o.checkpoint
}

func (o *levelsOptions) file() string { return filepath.Join(o.dir(), "search.json") }

// carried are the flags that go with a search, besides those of the instance.
func carried() []string {
	return []string{"por", "symmetry", "paranoid", "max-states", "max-memory", "timeout", "shards"}
}

// resumed sets the flags as those of the search that goes on.
func (o *levelsOptions) resumed(ctx context.Context, f *pflag.FlagSet, all instance.Registry) error {
	if o.resume == "" {
		return nil
	}
	if o.checkpoint != "" {
		return errors.New("--resume goes on in its directory; --checkpoint cannot be combined with it")
	}
	fixed := []string{"por", "symmetry", "paranoid", "shards"}
	for _, field := range all.Fields() {
		fixed = append(fixed, field.Name)
	}
	for _, name := range fixed {
		if f.Changed(name) {
			return fmt.Errorf("--resume goes on with the search of %s; --%s cannot be combined with it", o.resume, name)
		}
	}
	x, err := o.read(ctx, all)
	if err != nil {
		return err
	}
	return o.setFlags(f, x)
}

// setFlags sets the flags of a search, except for other limits that are given.
func (o *levelsOptions) setFlags(f *pflag.FlagSet, x searchFile) error {
	for name, text := range x.Flags {
		if !slices.Contains(carried(), name) {
			return fmt.Errorf("%s: a search has no flag %s", o.file(), name)
		}
		if f.Changed(name) {
			continue
		}
		if err := f.Set(name, text); err != nil {
			return fmt.Errorf("%s: %w", o.file(), err)
		}
	}
	return nil
}

// read reads what a directory says of its search.
func (o *levelsOptions) read(ctx context.Context, all instance.Registry) (x searchFile, err error) {
	data, err := input.File(ctx, o.file())
	if errors.Is(err, fs.ErrNotExist) {
		return x, fmt.Errorf("%s has no search: there is no file %s", o.dir(), o.file())
	}
	if err != nil {
		return x, err
	}
	if err := json.Unmarshal(data, &x); err != nil || x.Schema != searchSchema {
		return x, fmt.Errorf("%s does not say what is searched", o.file())
	}
	if x.Build != console.BuildIdentity() {
		return x, fmt.Errorf("%s: the search was begun by another build: %s", o.file(), x.Build)
	}
	if o.in, err = all.Parse(x.Instance); err != nil {
		return x, fmt.Errorf("%s: %w", o.file(), err)
	}
	return x, nil
}

// validate checks what the flags say together, and notes those that go with the search.
func (o *levelsOptions) validate(f *pflag.FlagSet) error {
	if err := o.validShards(f); err != nil {
		return err
	}
	o.flags = map[string]string{}
	for _, name := range carried() {
		if f.Changed(name) {
			o.flags[name] = f.Lookup(name).Value.String()
		}
	}
	return nil
}

// validShards checks what goes with a search by tasks.
func (o *levelsOptions) validShards(f *pflag.FlagSet) error {
	if o.shards == 0 {
		return nil
	}
	if o.dir() == "" {
		return errors.New("--shards needs --checkpoint with the directory for the levels")
	}
	if f.Changed("certificate") {
		return errors.New("--certificate cannot be combined with --shards")
	}
	if o.resume != "" {
		return nil
	}
	for _, name := range []string{"json", "stats", "trace", "expect", "junit", "html"} {
		if f.Changed(name) {
			return fmt.Errorf("--shards only begins a search; --%s belongs to --resume, which says what was found", name)
		}
	}
	return nil
}

// begin makes the directory of a search that begins, and locks that of one that does not
// only read what tasks made.
func (o *levelsOptions) begin(all instance.Registry, in instance.Instance) error {
	switch {
	case o.resume != "" && o.shards == 0:
		return o.lock()
	case o.checkpoint == "":
		return nil
	case in.Quorums.FileName() == "-":
		return errors.New("--checkpoint needs a structure that --resume can read again: --structure with the name of a file")
	}
	if err := o.vacant(); err != nil {
		return err
	}
	if err := os.MkdirAll(o.checkpoint, 0o777); err != nil {
		return err
	}
	if err := o.lock(); err != nil {
		return err
	}
	if err := o.vacant(); err != nil { // another process may have been there first
		return err
	}
	data, err := setsys.MarshalJSON(searchFile{searchSchema, console.BuildIdentity(), all.Format(in), o.flags})
	if err != nil {
		return err
	}
	return output.Bytes(o.file(), append(data, '\n'))
}

// lockName is the name of a file beside search.json.
const lockName = "lock"

// vacant checks that no search is in the directory, and nothing else.
func (o *levelsOptions) vacant() error {
	there, err := os.ReadDir(o.checkpoint)
	if err != nil {
		return nil // it is made, or that is found to be wrong then
	}
	there = slices.DeleteFunc(there, func(e fs.DirEntry) bool {
		return e.Name() == lockName || strings.HasPrefix(e.Name(), output.Unfinished)
	})
	switch _, err := os.Stat(o.file()); {
	case err == nil:
		return fmt.Errorf("--checkpoint %s: there is a search; --resume %s goes on with it", o.checkpoint, o.checkpoint)
	case len(there) > 0:
		return fmt.Errorf("--checkpoint %s: the directory is not empty", o.checkpoint)
	}
	return nil
}

// lock keeps other processes from searching in the directory, until release is called.
func (o *levelsOptions) lock() error {
	path := filepath.Join(o.dir(), lockName)
	release, holder, err := lockFile(path, lockHolder())
	if err == nil && holder != "" {
		err = fmt.Errorf("%s is in use by %s, which has locked %s", o.dir(), holder, path)
	}
	if err == nil {
		o.unlock = release
	}
	return err
}

// release lets other processes search in the directory.
func (o *levelsOptions) release() {
	if o.unlock != nil {
		o.unlock()
	}
}

// lockHolder says who this process is.
func lockHolder() string {
	host, err := os.Hostname()
	if err != nil {
		host = "an unknown machine"
	}
	return fmt.Sprintf("process %d on %s", os.Getpid(), host)
}

// where returns where levels are kept, nil for nowhere.
func (o *levelsOptions) where() *explore.Levels {
	if o.dir() == "" {
		return nil
	}
	return &explore.Levels{Dir: o.dir(), Build: console.BuildIdentity(), Shards: o.shards}
}

// budgetFlag defines a budget of time and memory.
func budgetFlag(fs *pflag.FlagSet, at *check.Budget) {
	*at = check.DefaultBudget
	needed := errors.New("a time of more than 0, and a size in bytes if you like, such as 5m or 5m,8G")
	usage := "without --requests: how much processor time all searches and proofs together may take, whoever else uses the machine, and how much memory each, such as 5m or 5m,8G"
	console.ValueFlag(fs, at, "budget", "TIME[,SIZE]", usage, func(text string) (b check.Budget, err error) {
		b.Memory = check.DefaultBudget.Memory
		before, size, sized := strings.Cut(text, ",")
		if b.Time, err = time.ParseDuration(before); err != nil || b.Time <= 0 {
			return b, needed
		}
		if sized {
			if b.Memory, err = console.AmountOf(size, 1024); err != nil {
				return b, needed
			}
		}
		return b, nil
	})
}
