package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"qcheck/properties"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// stdinName is the file name that stands for standard input.
const stdinName = "-"

// errInterrupted says that a file was not read because the time was up or the
// user interrupted.
var errInterrupted = errors.New("interrupted before it was read")

// displayName is how messages call a file.
func displayName(file string) string { return instance.DisplayName(file) }

// readStructure reads the structure file, or stdin for "-". Its errors name
// the file.
func readStructure(ctx context.Context, stdin io.Reader, file string, maxSets int) (*setsys.Structure, error) {
	return decodeFile(ctx, stdin, file, structureOf(maxSets))
}

// structureOf are the options for structure files.
func structureOf(maxSets int) setsys.DecodeOptions {
	return setsys.DecodeOptions{MaxSets: maxSets, Construct: construct.Build, Property: properties.Known}
}

func decodeFile(ctx context.Context, stdin io.Reader, file string, o setsys.DecodeOptions) (*setsys.Structure, error) {
	data, err := readInput(ctx, stdin, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", displayName(file), err)
	}
	return decodeStructure(file, data, o)
}

// decodeStructure is setsys.Decode, which says so when the file is a document of
// qcheck that is no structure file.
func decodeStructure(file string, data []byte, o setsys.DecodeOptions) (*setsys.Structure, error) {
	s, err := setsys.Decode(displayName(file), data, o)
	if err != nil {
		if name, ok := strings.CutPrefix(documentStart(data).Schema, "qcheck/"); ok {
			err = fmt.Errorf("%s:1:1: this is no structure file, but a document of the form qcheck/%s", displayName(file), name)
			if strings.HasPrefix(name, "trace/") {
				err = fmt.Errorf("%s:1:1: this is no structure file, but a trace: \"qcheck replay\" reads it", displayName(file))
			}
		}
	}
	return s, err
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

// valueOf returns where the value of a key of a JSON object begins, and whether there is
// one.
func valueOf(data []byte, key string) (at int, ok bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return 0, false
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return 0, false
		}
		at := int(d.InputOffset())
		for at < len(data) && bytes.IndexByte([]byte(": \t\r\n"), data[at]) >= 0 {
			at++
		}
		var value json.RawMessage
		if name == key || d.Decode(&value) != nil {
			return at, name == key
		}
	}
	return 0, false
}

// raisable adds to an error about too many quorums the flag that raises the limit.
func raisable(err error) error {
	if errors.As(err, new(setsys.ErrTooMany)) {
		return fmt.Errorf("%w; --max-quorums raises the limit", err)
	}
	return err
}

// readInput returns the file's contents. Standard input may be a terminal or a
// pipe that nobody writes to, so the end of ctx ends the wait for it.
func readInput(ctx context.Context, stdin io.Reader, file string) ([]byte, error) {
	if file != stdinName {
		data, err := os.ReadFile(file)
		return data, pathless(err)
	}
	type input struct {
		data []byte
		err  error
	}
	done := make(chan input, 1)
	go func() {
		data, err := io.ReadAll(stdin)
		done <- input{data, err}
	}()
	select {
	case in := <-done:
		return in.data, in.err
	case <-ctx.Done():
		return nil, errInterrupted
	}
}

// pathless is the error without the path, for callers that name the file.
func pathless(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
