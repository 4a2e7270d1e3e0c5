// Package output writes files whole or not at all: beside their place, and then into it. A
// disk that is full tears no file, and takes none away that was there before.
package output

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Unfinished begins the names of files that are not whole yet.
const Unfinished = ".unfinished-"

// File has write write the file. One that was there keeps its permissions, and a link leads
// where it led; a file that may not be written is not replaced. What is no regular file, such
// as a pipe or /dev/stdout, is written as it stands.
func File(name string, write func(io.Writer) error) error {
	err := file(name, write)
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	} else if link := (*os.LinkError)(nil); errors.As(err, &link) {
		err = link.Err
	}
	if err != nil {
		err = &fs.PathError{Op: "write", Path: name, Err: err} // and no name of what is beside it
	}
	return err
}

func file(name string, write func(io.Writer) error) error {
	target, info, err := placeOf(name)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o666)
	if info != nil {
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return errors.Join(write(f), f.Close())
		}
		f.Close()
		mode = info.Mode().Perm()
	}
	if _, tidied := tidied.LoadOrStore(filepath.Dir(target), true); !tidied {
		Tidy(filepath.Dir(target))
	}
	beside := filepath.Join(filepath.Dir(target), Unfinished+rand.Text())
	if runtime.GOOS == "js" { // which has no other names
		beside = target
	}
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if errors.Is(err, fs.ErrPermission) && info != nil { // the file may be written, and not its directory
		beside = target
		f, err = os.OpenFile(target, os.O_WRONLY|os.O_TRUNC, mode)
	}
	if err != nil {
		return err
	}
	err = write(f)
	if info != nil && beside != target {
		err = errors.Join(err, f.Chmod(mode))
	}
	err = errors.Join(err, f.Sync(), f.Close())
	if beside == target {
		return err
	}
	if err == nil {
		err = os.Rename(beside, target)
	}
	if err != nil {
		os.Remove(beside)
	}
	return err
}

// Bytes is File for what is in memory.
func Bytes(name string, data []byte) error {
	return File(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// placeOf follows links to the place of a file, which may be empty; info is what is there.
// Names of open files stay as they are.
func placeOf(name string) (target string, info fs.FileInfo, err error) {
	for target = name; ; {
		whole, err := filepath.Abs(target)
		if err != nil {
			return "", nil, err
		}
		if strings.HasPrefix(whole, "/dev/fd/") || strings.HasPrefix(whole, "/dev/std") || strings.HasPrefix(whole, "/proc/") {
			return name, special{}, nil
		}
		if info, err = os.Lstat(target); errors.Is(err, fs.ErrNotExist) {
			return target, nil, nil
		} else if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return target, info, err
		}
		if _, err := os.Stat(target); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", nil, err // links that go in a circle
		}
		to, err := os.Readlink(target)
		if err != nil {
			return "", nil, err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(target), to)
		}
		target = to
	}
}

// A special file is none that can be replaced.
type special struct{ fs.FileInfo }

func (special) Mode() fs.FileMode { return fs.ModeDevice }

// old is how long a file is unfinished only if nobody writes it any more.
const old = time.Hour

var tidied sync.Map // the directories in which something was written

// Tidy removes what processes that were killed left unfinished in a directory, as File does where it writes first.
func Tidy(dir string) {
	there, _ := os.ReadDir(dir)
	for _, e := range there {
		if !strings.HasPrefix(e.Name(), Unfinished) || len(e.Name()) != len(Unfinished+rand.Text()) {
			continue // somebody else's
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > old {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
