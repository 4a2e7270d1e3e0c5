package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Writable reports why a file that a flag names cannot be written: because there is
// no such directory, or another file is there, that is not one of ours.
func Writable(flag, file, what string, ours func(start []byte) bool) error {
	info, err := os.Stat(file)
	if err != nil {
		if _, err := os.Stat(filepath.Dir(file)); err != nil {
			return fmt.Errorf("--%s %s: there is no directory %s", flag, file, filepath.Dir(file))
		}
		return nil
	}
	switch {
	case info.IsDir():
		return fmt.Errorf("--%s %s: is a directory", flag, file)
	case info.Mode().IsRegular() && info.Size() > 0 && !Begins(file, ours):
		return fmt.Errorf("--%s %s: this file exists, and is not %s", flag, file, what)
	}
	return nil
}

// ValidFile is Writable for a flag that may be left out, and whose file is not standard output.
func ValidFile(flag, file, what string, ours func(start []byte) bool) error {
	switch file {
	case "":
		return nil
	case StdoutName:
		return fmt.Errorf(`--%s needs the name of a file, not "-"`, flag)
	}
	return Writable(flag, file, what, ours)
}

// WriteFile writes the file that a flag names.
func WriteFile(flag, file string, data []byte) error {
	if err := os.WriteFile(file, data, 0o666); err != nil {
		return fmt.Errorf("--%s %s: %w", flag, file, Pathless(err))
	}
	return nil
}

// StdoutName is the file name that stands for standard output.
const StdoutName = "-"

// Begins reports whether the beginning of a regular file is as it should be.
func Begins(file string, should func(start []byte) bool) bool {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, 4096)
	n, err := io.ReadFull(f, start)
	return (err == nil || errors.Is(err, io.ErrUnexpectedEOF)) && should(start[:n])
}
