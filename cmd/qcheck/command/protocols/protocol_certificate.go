package protocols

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/protocols/certificate"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// validCertificate finds out before a long search that its certificate cannot be written,
// or is to be about fewer states than it needs.
func (o *protocolOptions) validCertificate(fs *pflag.FlagSet) error {
	switch {
	case o.certificate == "":
		return nil
	case o.certificate == console.StdoutName:
		return errors.New("--certificate needs the name of a file")
	case o.levels.dir() != "":
		return errors.New("--certificate cannot be combined with --checkpoint or --resume")
	case o.certificate == o.trace:
		return errors.New("--certificate and --trace need two files")
	}
	for name, value := range map[string]string{"por": o.por, "symmetry": o.symmetry} {
		if fs.Changed(name) && value == "on" {
			return fmt.Errorf("--certificate cannot be combined with --%s on: a certificate has all states", name)
		}
	}
	return console.Writable("certificate", o.certificate, "a certificate", certificate.Begins)
}

// writeCertificate writes the certificate. When there is none, one that is there from before
// is removed.
func (o *protocolOptions) writeCertificate(s console.Streams, report *check.Report, all instance.Registry) error {
	fail := func(err error) error { return fmt.Errorf("--certificate %s: %w", o.certificate, console.Pathless(err)) }
	if report.Closure == nil && !certificate.ByViews(report) {
		why := "no state was judged"
		if report.Proof.Proved(explore.WellDefined) {
			why = "local views were closed, and the reasons for a certificate were not found within the limits"
		}
		note := why + ", so there is no certificate to write to " + o.certificate
		if console.Begins(o.certificate, certificate.Begins) {
			if err := os.Remove(o.certificate); err != nil {
				return fail(err)
			}
			note += "; an earlier one there was removed"
		}
		s.Warn("%s", note)
		return nil
	}
	c, err := certificate.Of(report, all)
	if err != nil {
		return console.Internal(err)
	}
	for i, x := range report.Findings {
		if c.Claims[i].Verdict != x.Verdict {
			s.Warn("the certificate does not say that %s holds", x.Property)
		}
	}
	f, err := os.Create(o.certificate)
	if err != nil {
		return fail(err)
	}
	err = c.Write(f, strings.HasSuffix(o.certificate, ".gz"))
	if err = errors.Join(err, f.Close()); err != nil {
		return fail(err)
	}
	return nil
}
