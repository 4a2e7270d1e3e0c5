//go:build unix

package output_test

import (
	"io"
	"os"
	"strconv"
	"syscall"
	"testing"

	"qcheck/setsys/output"
)

// A pipe gets what is written, and stays a pipe.
func TestPipe(t *testing.T) {
	name := t.TempDir() + "/pipe"
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		f := must(os.Open(name))
		defer f.Close()
		read <- string(must(io.ReadAll(f)))
	}()
	if err := output.Bytes(name, []byte("through")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("%q", got)
	}
	if info := must(os.Lstat(name)); info.Mode().IsRegular() {
		t.Error("the pipe was replaced")
	}
}

// A file of another name in /dev, such as /dev/stdout, is the open file and no place.
func TestStandardOutput(t *testing.T) {
	dir := t.TempDir()
	f := must(os.Create(dir + "/out"))
	defer f.Close()
	before := must(f.Stat())
	name := "/dev/fd/" + strconv.Itoa(int(f.Fd()))
	if _, err := os.Stat(name); err != nil {
		t.Skip("the system has no names of open files: ", err)
	}
	if err := output.Bytes(name, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if after := must(os.Stat(dir + "/out")); !os.SameFile(before, after) || after.Size() != 1 {
		t.Errorf("the open file was replaced, or has %d bytes", after.Size())
	}
}
