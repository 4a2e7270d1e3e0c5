package console

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
	"qcheck/setsys/diagram"
	"qcheck/setsys/input"
)

// StdinName is the file name that stands for standard input.
const StdinName = "-"

// DisplayName is how messages call a file.
func DisplayName(file string) string { return instance.DisplayName(file) }

// StructureOptions are the options for structure files whose quorums are listed, at most maxSets
// in a family.
func StructureOptions(maxSets int) setsys.DecodeOptions {
	return setsys.DecodeOptions{MaxSets: maxSets, Construct: construct.Build, Property: properties.Known, Trust: diagram.List}
}

// ReadStructure reads a structure file, or standard input for "-". Its errors name the file.
func ReadStructure(ctx context.Context, stdin io.Reader, file string, o setsys.DecodeOptions) (*setsys.Structure, error) {
	data, err := ReadInput(ctx, stdin, file)
	if err != nil {
		return nil, err
	}
	return DecodeStructure(ctx, file, data, o)
}

// DecodeStructure is setsys.Decode until ctx ends; it says so when the file is a document of
// qcheck that is no structure file.
func DecodeStructure(ctx context.Context, file string, data []byte, o setsys.DecodeOptions) (*setsys.Structure, error) {
	s, err := input.Await(ctx, "while its quorums were listed", func() (*setsys.Structure, error) { return setsys.Decode(DisplayName(file), data, o) })
	if errors.As(err, new(*input.Interrupted)) {
		return nil, fmt.Errorf("%s: %w", DisplayName(file), err)
	}
	if file == StdinName && len(data) == 0 {
		return nil, fmt.Errorf("%s is empty: the command that was to write there failed, or wrote nothing", DisplayName(file))
	}
	if err != nil {
		err = cmp.Or(OtherKind(file, data, "structure file"), err)
		if at := new(setsys.FileError); errors.As(err, &at) && at.Line == 1 && at.Column == 1 && strings.HasPrefix(at.Msg, "no JSON: invalid") {
			err = fmt.Errorf("%w; a structure file is a JSON object, and \"qcheck import\" makes one of a configuration", err)
		}
	}
	return s, err
}

// OtherKind is the error for a file of qcheck of another kind than the one that is wanted, nil
// for other files.
func OtherKind(file string, data []byte, wanted string) error {
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
	return fmt.Errorf("%s:1:1: this is no %s, but a %s%s", DisplayName(file), wanted, kind, reader)
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

// ReadInput returns the contents of a file, or of standard input for "-". Its errors name
// the file.
func ReadInput(ctx context.Context, stdin io.Reader, file string) ([]byte, error) {
	return ReadAtMost(ctx, stdin, file, input.Limit)
}

// ReadAtMost is ReadInput with another limit.
func ReadAtMost(ctx context.Context, stdin io.Reader, file string, most int64) ([]byte, error) {
	r, err := OpenInput(ctx, stdin, file, most)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", DisplayName(file), Pathless(err))
	}
	return data, nil
}

// OpenInput is ReadInput for what is read little by little, and at most so many bytes of it.
func OpenInput(ctx context.Context, stdin io.Reader, file string, most int64) (*input.Reader, error) {
	if file == StdinName {
		return input.From(ctx, stdin, most), nil
	}
	r, err := input.Open(ctx, file, most)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", DisplayName(file), Pathless(err))
	}
	return r, nil
}

// Pathless is the error without the path, for callers that name the file.
func Pathless(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
