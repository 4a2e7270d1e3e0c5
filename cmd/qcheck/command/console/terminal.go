package console

import (
	"io"
	"os"
	"strconv"
)

// usualWidth is the width of a terminal that does not say how wide it is.
const usualWidth = 80

// IsTerminal reports whether w is a terminal, or another character device.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// textWidth returns how many characters a line for w may have: as many as the
// environment says (COLUMNS), otherwise as many as fit on the terminal; 0, for no
// limit, off terminals.
func textWidth(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if !IsTerminal(w) {
		return 0
	}
	if n := columns(w.(*os.File)); n > 0 {
		return n
	}
	return usualWidth
}
