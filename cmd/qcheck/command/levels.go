package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// levelsOptions are the flags of "qcheck protocol" about levels in files.
type levelsOptions struct {
	checkpoint, resume string
	memory             int64

	flags map[string]string // those of the search, which go with it
	in    instance.Instance // that of the search that goes on
}

func (o *levelsOptions) define(f *pflag.FlagSet) {
	text(f, &o.checkpoint, "checkpoint", "DIR", "", "keep each level of the search that is finished as a file in this directory, which is made")
	text(f, &o.resume, "resume", "DIR", "", "go on with the search of --checkpoint DIR, from the last level that it finished; what is searched, and its limits, are those of that search unless other limits are given")
	amount(f, &o.memory, "memory", "SIZE", 1024, "a size in bytes such as 512M or 2G",
		"with --checkpoint: use about so much memory, and leave the states that do not fit in the files; starvation-freedom is unknown when the graph of all states does not fit")
}

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
	return []string{"por", "symmetry", "paranoid", "max-states", "max-memory", "timeout", "memory"}
}

// resumed sets the flags as those of the search that goes on.
func (o *levelsOptions) resumed(f *pflag.FlagSet, all instance.Registry) error {
	if o.resume == "" {
		return nil
	}
	if o.checkpoint != "" {
		return errors.New("--resume goes on in its directory; --checkpoint cannot be combined with it")
	}
	fixed := []string{"por", "symmetry", "paranoid"}
	for _, field := range all.Fields() {
		fixed = append(fixed, field.Name)
	}
	for _, name := range fixed {
		if f.Changed(name) {
			return fmt.Errorf("--resume goes on with the search of %s; --%s cannot be combined with it", o.resume, name)
		}
	}
	data, err := os.ReadFile(o.file())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s has no search: there is no file %s", o.resume, o.file())
	}
	if err != nil {
		return err
	}
	var x searchFile
	if err := json.Unmarshal(data, &x); err != nil || x.Schema != searchSchema {
		return fmt.Errorf("%s does not say what is searched", o.file())
	}
	if x.Build != buildIdentity() {
		return fmt.Errorf("%s: the search was begun by another build: %s", o.file(), x.Build)
	}
	if o.in, err = all.Parse(x.Instance); err != nil {
		return fmt.Errorf("%s: %w", o.file(), err)
	}
	for name, text := range x.Flags {
		if !slices.Contains(carried(), name) {
			return fmt.Errorf("%s: a search has no flag %s", o.file(), name)
		}
		if f.Changed(name) { // another limit
			continue
		}
		if err := f.Set(name, text); err != nil {
			return fmt.Errorf("%s: %w", o.file(), err)
		}
	}
	return nil
}

// validate checks what the flags say together, and notes those that go with the search.
func (o *levelsOptions) validate(f *pflag.FlagSet) error {
	if o.memory > 0 && o.dir() == "" {
		return errors.New("--memory needs --checkpoint with the directory for the states that do not fit")
	}
	o.flags = map[string]string{}
	for _, name := range carried() {
		if f.Changed(name) {
			o.flags[name] = f.Lookup(name).Value.String()
		}
	}
	return nil
}

// begin makes the directory of a search that begins.
func (o *levelsOptions) begin(all instance.Registry, in instance.Instance) error {
	if o.checkpoint == "" {
		return nil
	}
	unfinished := filepath.Join(o.checkpoint, ".search.json") // by one that was killed
	os.Remove(unfinished)
	if there, err := os.ReadDir(o.checkpoint); err == nil && len(there) > 0 {
		if _, err := os.Stat(o.file()); err == nil {
			return fmt.Errorf("--checkpoint %s: there is a search; --resume %s goes on with it", o.checkpoint, o.checkpoint)
		}
		return fmt.Errorf("--checkpoint %s: the directory is not empty", o.checkpoint)
	}
	if err := os.MkdirAll(o.checkpoint, 0o777); err != nil {
		return err
	}
	data, err := setsys.MarshalJSON(searchFile{searchSchema, buildIdentity(), all.Format(in), o.flags})
	if err != nil {
		return err
	}
	if err := os.WriteFile(unfinished, append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(unfinished, o.file())
}

// where returns where levels are kept, nil for nowhere.
func (o *levelsOptions) where() *explore.Levels {
	if o.dir() == "" {
		return nil
	}
	return &explore.Levels{Dir: o.dir(), Build: buildIdentity(), Memory: o.memory}
}
