//go:build linux || darwin || freebsd || netbsd

package console

import (
	"os"
	"syscall"
	"unsafe"
)

// columns returns how wide a terminal says that it is, 0 if it does not.
func columns(f *os.File) int {
	var size struct{ rows, columns, x, y uint16 }
	_, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if err != 0 {
		return 0
	}
	return int(size.columns)
}
