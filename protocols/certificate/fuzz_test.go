package certificate_test

import (
	"strings"
	"testing"

	"qcheck/protocols"
	"qcheck/protocols/certificate"
)

// No file makes the reader or the checker panic, and none but those of the seeds passes: a
// changed file has another digest. The lines are sealed again, so that what is in them is looked
// at.
func FuzzRead(f *testing.F) {
	seeds := []string{"", "\x1f\x8b\x08", "sha256 ", "{}\n1=1|1=1\t0\n"}
	for _, flags := range []string{"--algorithm lamport --n 1 --requests unbounded", "--algorithm maekawa --variant without-inquire --n 2 --requests 1", "--algorithm maekawa --n 2"} {
		seeds = append(seeds, strings.Join(lines(file(f, flags, 0)), "\n"))
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		certificate.Read("file", strings.NewReader(text), protocols.All())
		c, err := certificate.Read("file", strings.NewReader(sealed(strings.Split(text, "\n"))), protocols.All())
		if err == nil && len(c.Entries)+len(c.Views) < 1000 && c.Model.Instance.N <= 4 { // of more, renamings take long
			c.Check(t.Context())
		}
	})
}
