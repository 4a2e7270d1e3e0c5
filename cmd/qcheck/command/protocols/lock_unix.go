//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package protocols

import (
	"errors"
	"os"
	"strings"
	"syscall"
)

// lockFile locks a file until release is called or the process ends, and writes there who
// has it. When another process has it, holder says which. Where the file system has no
// locks, nothing is locked.
func lockFile(path, who string) (release func(), holder string, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, "", err
	}
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		text := make([]byte, 200)
		n, _ := f.Read(text)
		if holder = strings.TrimSpace(string(text[:n])); holder == "" {
			holder = "another process"
		}
		return nil, holder, f.Close()
	case err != nil:
		return func() {}, "", f.Close()
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = f.WriteString(who + "\n")
	}
	if err != nil {
		f.Close()
		return nil, "", err
	}
	return func() { f.Close() }, "", nil
}
