package protocols

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/protocols/anyn"
	"qcheck/protocols/certificate"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/output"
)

// certificates writes into a directory, which is new or empty, a certificate for each structure of which local views
// prove that no step is undefined and that safety holds, and at the end the report.
type certificates struct {
	dir     string
	all     instance.Registry
	written int
	failed  error // why some are not there
}

// validCertificates returns where they go, nil for nowhere.
func validCertificates(dir string, all instance.Registry) (*certificates, error) {
	if dir == "" {
		return nil, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("--certificates %s: %w", dir, console.Pathless(err))
	}
	there, err := os.ReadDir(dir)
	if err == nil && len(there) > 0 {
		err = errors.New("the directory is not empty")
	}
	if err != nil {
		return nil, fmt.Errorf("--certificates %s: %w", dir, console.Pathless(err))
	}
	return &certificates{dir: dir, all: all}, nil
}

// proved writes the certificate of a model.
func (c *certificates) proved(ctx context.Context, m *instance.Model) error {
	in := m.Instance
	in.Check = []explore.Property{explore.Safety, explore.WellDefined}
	m, err := m.Algorithm.Open(in, nil)
	if err != nil {
		return err
	}
	r, err := check.Model(ctx, m, check.Options{Certify: true})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !certificate.ByViews(r):
		return fmt.Errorf("--certificates: local views prove well-definedness with %d processes, and not safety, so that there is no certificate", m.Processes())
	}
	x, err := certificate.Of(r, c.all)
	if err != nil {
		return &fault.Fault{Err: err}
	}
	c.written++
	name := filepath.Join(c.dir, fmt.Sprintf("%04d.cert", c.written))
	if err := output.File(name, func(w io.Writer) error { return x.Write(w, false) }); err != nil {
		c.failed = fmt.Errorf("--certificates %s: %w", c.dir, console.Pathless(err))
	}
	return nil
}

// end writes the report beside them.
func (c *certificates) end(r *anyn.Report) error {
	text, err := setsys.MarshalJSON(r)
	if err != nil {
		return &fault.Fault{Err: err}
	}
	if err := output.Bytes(filepath.Join(c.dir, "prove.json"), append(text, '\n')); err != nil {
		return fmt.Errorf("--certificates %s: %w", c.dir, console.Pathless(err))
	}
	return c.failed
}
