package output_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"qcheck/setsys/output"
)

var errFull = errors.New("no space left on device")

// torn writes a part, and then fails as a disk that is full does.
func torn(w io.Writer) error {
	io.WriteString(w, "half of it")
	return errFull
}

// A file is whole, or as it was, through links too; nothing is left beside it, and its
// permissions stay.
func TestFileIsWholeOrAsItWas(t *testing.T) {
	for _, c := range []struct {
		name  string
		place func(dir string) (name, target string)
		mode  fs.FileMode // of what was there, 0 for nothing
	}{
		{"a new file", func(dir string) (string, string) { return dir + "/f", dir + "/f" }, 0},
		{"a file", func(dir string) (string, string) { return dir + "/f", dir + "/f" }, 0o640},
		{"a long name", func(dir string) (string, string) {
			name := dir + "/" + strings.Repeat("a", 255)
			return name, name
		}, 0o600},
		{"a link", func(dir string) (string, string) {
			os.Mkdir(dir+"/of", 0o777)
			os.Symlink("of/f", dir+"/l")
			return dir + "/l", dir + "/of/f"
		}, 0o644},
		{"a link to a link", func(dir string) (string, string) {
			os.Symlink(dir+"/f", dir+"/l")
			os.Symlink("l", dir+"/m")
			return dir + "/m", dir + "/f"
		}, 0o755},
		{"a link to nothing", func(dir string) (string, string) {
			os.Symlink("f", dir+"/l")
			return dir + "/l", dir + "/f"
		}, 0},
	} {
		dir := t.TempDir()
		name, target := c.place(dir)
		was := fs.ErrNotExist.Error()
		if c.mode != 0 {
			was = "what was there"
			if err := os.WriteFile(target, []byte(was), c.mode); err != nil {
				t.Fatal(err)
			}
			os.Chmod(target, c.mode)
		}
		there := func() string {
			data, err := os.ReadFile(target)
			if errors.Is(err, fs.ErrNotExist) {
				return fs.ErrNotExist.Error()
			}
			return string(data)
		}
		if err := output.File(name, torn); !errors.Is(err, errFull) || strings.Contains(err.Error(), output.Unfinished) {
			t.Errorf("%s: the error is %v", c.name, err)
		}
		if there() != was {
			t.Errorf("%s: %q is there after it was torn", c.name, there())
		}
		if err := output.Bytes(name, []byte("whole")); err != nil || there() != "whole" {
			t.Errorf("%s: %q, %v", c.name, there(), err)
		}
		if info, err := os.Stat(target); err != nil || c.mode != 0 && info.Mode().Perm() != c.mode {
			t.Errorf("%s: the mode is %v, %v", c.name, info.Mode(), err)
		}
		if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if strings.HasPrefix(d.Name(), output.Unfinished) {
				t.Errorf("%s: %s is left", c.name, path)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// What is no regular file is written, and stays what it is.
func TestFileThatIsNone(t *testing.T) {
	if err := output.Bytes(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := output.Bytes("/dev/full", []byte("x")); err == nil {
			t.Error("/dev/full took it")
		}
	}
	dir := t.TempDir()
	if err := output.Bytes(dir, nil); err == nil {
		t.Error("a directory was written")
	}
	os.Symlink("l", dir+"/l")
	if err := output.Bytes(dir+"/l", nil); err == nil {
		t.Error("a link to itself was written")
	}
	if err := output.Bytes(dir+"/none/f", nil); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), output.Unfinished) {
		t.Errorf("%v", err)
	}
}

// In a file system in memory, too, there are new files.
func TestFileInMemory(t *testing.T) {
	dir, err := os.MkdirTemp("/dev/shm", "qcheck")
	if err != nil {
		t.Skip(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "new")
	for _, text := range []string{"long", "new"} {
		if err := output.Bytes(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(must(os.ReadFile(name))); got != "new" {
		t.Errorf("it is %q", got)
	}
}

// What was left is removed, unless somebody may be writing it.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	own := output.Unfinished + strings.Repeat("A", 25)
	for _, name := range []string{own + "1", own + "2", "other", output.Unfinished + "notes"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "2") {
			past := time.Now().Add(-2 * time.Hour)
			os.Chtimes(filepath.Join(dir, name), past, past)
		}
	}
	if err := output.Bytes(filepath.Join(dir, "written"), nil); err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range must(os.ReadDir(dir)) {
		left = append(left, e.Name())
	}
	if got := strings.Join(left, " "); got != own+"2 "+output.Unfinished+"notes other written" {
		t.Errorf("left: %s", got)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
