package console

import (
	"bytes"
	"os"
	"testing"
)

func TestNoColourOffTerminals(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	t.Setenv("FORCE_COLOR", "")
	t.Setenv("CLICOLOR_FORCE", "")
	t.Setenv("TERM", "xterm")
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if styleOf(&bytes.Buffer{}).Colour || styleOf(file).Colour {
		t.Error("coloured, but not a terminal")
	}
	t.Setenv("FORCE_COLOR", "1")
	if !styleOf(file).Colour {
		t.Error("not coloured where the environment asks for it")
	}
	t.Setenv("FORCE_COLOR", "0")
	if styleOf(file).Colour {
		t.Error("coloured for FORCE_COLOR=0")
	}
	t.Setenv("FORCE_COLOR", "")
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0) // a character device, as a terminal is
	if err != nil {
		t.Skip(err)
	}
	defer device.Close()
	if !styleOf(device).Colour {
		t.Skip("the null device does not pass for a terminal here")
	}
	t.Setenv("TERM", "dumb")
	if styleOf(device).Colour {
		t.Error("coloured on a dumb terminal")
	}
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	if styleOf(device).Colour {
		t.Error("coloured against NO_COLOR")
	}
}
