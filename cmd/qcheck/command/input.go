package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"qcheck/properties"
	"qcheck/protocols/certificate"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/input"
)

// stdinName is the file name that stands for standard input.
const stdinName = "-"

// displayName is how messages call a file.
func displayName(file string) string { return instance.DisplayName(file) }

// structureOf are the options for structure files.
func structureOf(maxSets int) setsys.DecodeOptions {
	return setsys.DecodeOptions{MaxSets: maxSets, Construct: construct.Build, Property: properties.Known}
}

func decodeFile(ctx context.Context, stdin io.Reader, file string, o setsys.DecodeOptions) (*setsys.Structure, error) {
	data, err := readInput(ctx, stdin, file)
	if err != nil {
		return nil, err
	}
	return decodeStructure(ctx, file, data, o)
}

// decodeStructure is setsys.Decode, which says so when the file is a document of
// qcheck that is no structure file.
func decodeStructure(ctx context.Context, file string, data []byte, o setsys.DecodeOptions) (*setsys.Structure, error) {
	s, err := input.Await(ctx, "while its quorums were listed", func() (*setsys.Structure, error) { return setsys.Decode(displayName(file), data, o) })
	if errors.As(err, new(*input.Interrupted)) {
		return nil, fmt.Errorf("%s: %w", displayName(file), err)
	}
	if err != nil {
		err = cmp.Or(misplaced(file, data, "structure file"), err)
	}
	return s, err
}

// misplaced is the error for a file of qcheck of another kind than the one that is wanted, nil
// for other files.
func misplaced(file string, data []byte, wanted string) error {
	start := documentStart(data)
	kind, reader := "", ""
	switch name, ours := strings.CutPrefix(start.Schema, "qcheck/"); {
	case certificate.Begins(data):
		kind, reader = "certificate", "certify"
	case strings.HasPrefix(name, "trace/"):
		kind, reader = "trace", "replay"
	case ours:
		kind = "document of the form " + start.Schema
	case start.Kind != "":
		kind, reader = "structure file", "structure"
	}
	if kind == "" || kind == wanted {
		return nil
	}
	if reader != "" {
		reader = fmt.Sprintf(": \"qcheck %s\" reads it", reader)
	}
	return fmt.Errorf("%s:1:1: this is no %s, but a %s%s", displayName(file), wanted, kind, reader)
}

// documentStart returns what says which kind of document JSON is: the schema of what
// qcheck writes, and the version that wrote it; the kind of a structure file. All are
// empty where data is neither.
func documentStart(data []byte) (d struct{ Schema, Kind, Version string }) {
	if json.Unmarshal(data, &d) != nil {
		d.Schema, d.Kind, d.Version = "", "", ""
	}
	return d
}

// readInput returns the contents of a file, or of standard input for "-". Its errors name
// the file.
func readInput(ctx context.Context, stdin io.Reader, file string) ([]byte, error) {
	r, err := openInput(ctx, stdin, file, input.Limit)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := r.All()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", displayName(file), pathless(err))
	}
	return data, nil
}

// openInput is readInput for what is read little by little, and at most so many bytes of it.
func openInput(ctx context.Context, stdin io.Reader, file string, most int64) (*input.Reader, error) {
	if file == stdinName {
		return input.From(ctx, stdin, most), nil
	}
	r, err := input.Open(ctx, file, most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", displayName(file), pathless(err))
	}
	return r, nil
}

// pathless is the error without the path, for callers that name the file.
func pathless(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
