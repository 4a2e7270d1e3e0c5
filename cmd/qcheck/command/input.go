package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// stdinName is the file name that stands for standard input.
const stdinName = "-"

// errInterrupted says that a file was not read because the time was up or the
// user interrupted.
var errInterrupted = errors.New("interrupted before it was read")

// displayName is how messages call a file.
func displayName(file string) string {
	if file == stdinName {
		return "<stdin>"
	}
	return setsys.Printable(file)
}

// readStructure reads the structure file, or stdin for "-". Its errors name
// the file.
func readStructure(ctx context.Context, stdin io.Reader, file string, maxSets int) (*setsys.Structure, error) {
	return decodeFile(ctx, stdin, file, setsys.DecodeOptions{MaxSets: maxSets, Construct: construct.Build, Property: properties.Known})
}

func decodeFile(ctx context.Context, stdin io.Reader, file string, o setsys.DecodeOptions) (*setsys.Structure, error) {
	data, err := readInput(ctx, stdin, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", displayName(file), err)
	}
	return setsys.Decode(displayName(file), data, o)
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
