package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys/input"
	"qcheck/setsys/output"
)

// A Dir keeps the results of a grid as files: grid.txt is the grid, and each result
// is a file named by its number. Files appear whole or not at all, so several
// processes may write to a Dir at once, and one that was killed leaves nothing that
// must be mended.
type Dir struct {
	path string
	grid *Grid
}

// OpenDir makes the directory if it is not there. The error says that it has the
// results of another grid.
func OpenDir(ctx context.Context, path string, g *Grid) (*Dir, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	d := &Dir{path, g}
	output.Tidy(path)
	old, err := input.File(ctx, d.gridFile())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d, output.Bytes(d.gridFile(), []byte(g.Text))
	case err != nil:
		return nil, err
	case string(old) != g.Text:
		return nil, fmt.Errorf("%s has results of another grid: see %s", path, d.gridFile())
	}
	return d, nil
}

// GridFile is the name of the file in a directory that has the grid.
func GridFile(path string) string { return filepath.Join(path, "grid.txt") }

func (d *Dir) gridFile() string { return GridFile(d.path) }

func (d *Dir) file(number int) string { return filepath.Join(d.path, fmt.Sprintf("%07d.json", number)) }

// Put keeps a result.
func (d *Dir) Put(r *Result) error {
	text, err := r.text()
	if err != nil {
		return err
	}
	return output.Bytes(d.file(r.Number), text)
}

// Get returns the result of an instance, nil if there is none. The error says that the file was changed, or
// is none of a result of this instance.
func (d *Dir) Get(ctx context.Context, it Item) (*Result, error) {
	name := d.file(it.Number)
	data, err := input.File(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var start struct{ Schema string }
	if err := json.Unmarshal(data, &start); err != nil {
		return nil, fmt.Errorf("%s is no result: %w", name, err)
	}
	if start.Schema != Schema {
		return nil, fmt.Errorf("%s has the form %q, not %q: remove it, and run its part again", name, start.Schema, Schema)
	}
	var r, is Result
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if _, err = is.open(d.grid.registry, it, instance.Files(ctx)); err != nil {
		return nil, err
	}
	switch text, unwritten := r.text(); {
	case unwritten != nil:
		err = unwritten
	case !bytes.Equal(text, data):
		err = errors.New("the file was changed: it is not as qcheck wrote it")
	case r.Grid != d.grid.Digest():
		err = errors.New("it is of another grid")
	case r.Number != it.Number || r.Line != it.Line || r.Flags != it.Flags || r.Measure != it.Measure:
		err = fmt.Errorf("it is of another instance: %s", r.Flags)
	case r.Instance != is.Instance:
		err = errors.New("it is of an instance with the same flags, but the structure file was another one")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &r, nil
}

// Done reports whether there is a result of the instance by this build, one that a
// search with these limits need not make again: what is decided, or what is unknown
// by the same limits.
func (d *Dir) Done(ctx context.Context, it Item, build string, limits *check.Limits) (bool, error) {
	r, err := d.Get(ctx, it)
	if r == nil || err != nil {
		return false, err
	}
	if r.Build != build {
		return false, fmt.Errorf("%s was found by another build: %s", d.file(it.Number), r.Build)
	}
	return r.Verdict() != verdict.Unknown || reflect.DeepEqual(r.Limits, limits), nil
}

// Merge puts the results of a directory together. The error names a file that is no
// result of the grid, or says that results are of several builds.
func (d *Dir) Merge(ctx context.Context) (*Summary, error) {
	s := NewSummary(d.grid)
	for it, err := range d.grid.All(ctx) {
		if err != nil {
			return nil, err
		}
		r, err := d.Get(ctx, it)
		if err != nil {
			return nil, err
		}
		s.Add(it, r)
		if len(s.Builds) > 1 {
			return nil, fmt.Errorf("the results are of several builds, which may differ: %q and %q", s.Builds[0], s.Builds[1])
		}
	}
	return s, nil
}
