package protocols

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/cmd/qcheck/ci"
	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/counterexample/page"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/certificate"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/output"
)

// renderer writes the trace file.
func (o *protocolOptions) renderer() counterexample.Renderer {
	form := "json"
	for end, of := range map[string]string{".svg": "svg", ".txt": "text", ".itf.json": "itf"} {
		if strings.HasSuffix(o.trace, end) {
			form = of
		}
	}
	r, _ := counterexample.LookupRenderer(form)
	return r
}

// validTrace finds out before a long search that its trace cannot be written, or
// that it would take the place of a file that is none.
func (o *protocolOptions) validTrace() error {
	switch {
	case o.trace == "":
		return nil
	case strings.HasSuffix(o.trace, ".html"):
		return errors.New("--trace writes no pages: --html does")
	case o.trace == console.StdoutName && o.json:
		return errors.New("--trace -: standard output has the document of --json, which has the trace in it")
	case o.trace == console.StdoutName:
		return nil
	}
	return console.Writable("trace", o.trace, "a trace", counterexample.IsTrace)
}

// report returns the streams for everything but the trace: on standard error
// when the trace goes to standard output.
func (o *protocolOptions) report(s console.Streams) console.Streams {
	if o.trace != console.StdoutName {
		return s
	}
	return console.NewStreams(s.In, s.Err, s.Err)
}

// saved is a trace for a file, with the version that writes it. Documents of --json have
// none, so that those of several builds can be compared.
func saved(t *trace.Trace) *trace.Trace {
	s := *t
	s.Version = console.TraceVersion()
	return &s
}

// writeTrace writes the run against the first violated property to the file
// asked for. When there is none, a trace that is there from before is removed.
func (o *protocolOptions) writeTrace(s console.Streams, report *check.Report) error {
	file, f := o.trace, report.Violation()
	if f == nil {
		note := "no violation was found, so there is no trace to write"
		if report.Verdict() == verdict.Violated { // survives, or what no run shows
			note = "no run is shown for what is violated, so there is no trace to write"
		}
		if file != console.StdoutName {
			note += " to " + file
		}
		if file != console.StdoutName && console.Begins(file, counterexample.IsTrace) {
			if err := os.Remove(file); err != nil {
				return fmt.Errorf("--trace %s: %w", file, console.Pathless(err))
			}
			note += "; an earlier trace there was removed"
		}
		s.Warn("%s", note)
		return nil
	}
	var b bytes.Buffer
	if err := o.renderer().Render(&b, saved(f.Trace), f.Run); err != nil {
		return &fault.Fault{Err: err}
	}
	if file == console.StdoutName {
		s.Out.Write(b.Bytes())
		return nil
	}
	return console.WriteFile("trace", file, b.Bytes())
}

// formats are the names of the forms of traces.
func formats() []string {
	var names []string
	for _, r := range counterexample.Renderers() {
		names = append(names, r.Name)
	}
	return names
}

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
		return &fault.Fault{Err: err}
	}
	for _, x := range report.Findings {
		said := func(claim certificate.Claim) bool { return claim.Property == x.Property && claim.Verdict == x.Verdict }
		if x.Verdict == verdict.Holds && !slices.ContainsFunc(c.Claims, said) {
			s.Warn("the certificate does not say that %s holds", x.Property)
		}
	}
	err = output.File(o.certificate, func(w io.Writer) error { return c.Write(w, strings.HasSuffix(o.certificate, ".gz")) })
	if err != nil {
		return fail(err)
	}
	return nil
}

// protocolFindings returns what was found of an instance of a protocol.
func protocolFindings(subject string, r *check.Report, expect console.Expectations) []ci.Finding {
	var list []ci.Finding
	for _, p := range r.Findings {
		f := expect.Finding("", string(p.Property), p.Verdict, rowMeaning(p, r.Model))
		f.Subject = subject
		if f.Outcome != ci.Passed {
			if p.Detail != "" {
				f.Text += "; " + p.Detail
			}
			if p.Trace != nil {
				f.Text += "\n" + runText(p.Trace, p.Run)
			}
		}
		list = append(list, f)
	}
	return list
}

// runText is a run as text.
func runText(t *trace.Trace, run *obvious.Run) string {
	var text strings.Builder
	if err := counterexample.RenderText(&text, t, run); err != nil {
		return err.Error()
	}
	return strings.TrimRight(text.String(), "\n")
}

// writeProtocolPage writes a page on an exploration: the verdicts, and the run against each
// property that is violated.
func writeProtocolPage(file string, r *check.Report, command string) error {
	p := &page.Page{
		Content: page.Protocol, Title: console.Titled(r.Model.Label(), r.Model.Algorithm.Summary),
		Verdict: r.Verdict().String(), Lead: r.Summary(),
		Facts: console.PageFacts(append(instanceFacts(r.Model, r.Question(), r.Broken), searchFacts(r)...)), Commands: []string{command},
	}
	var shown []check.Finding // those with a run on the page, in the order of these
	for _, f := range r.Findings {
		v := verdictOf(r, f)
		v.Details = append(v.Details, f.IntegerNote)
		if f.Verdict == verdict.Violated && f.Trace != nil {
			i := slices.IndexFunc(shown, func(g check.Finding) bool { return sameRun(f, g) })
			if i < 0 {
				i = len(shown)
				shown = append(shown, f)
				section, err := counterexample.RunPage(saved(f.Trace), f.Run, "run-"+string(f.Property), string(f.Property)+".json")
				if err != nil {
					return &fault.Fault{Err: err}
				}
				p.Runs = append(p.Runs, section)
			}
			v.Run = p.Runs[i].ID
		}
		p.Verdicts = append(p.Verdicts, v)
	}
	return console.WritePage(file, p)
}

// sameRun reports whether two findings are shown by the same steps.
func sameRun(f, g check.Finding) bool {
	return slices.Equal(g.Trace.Steps, f.Trace.Steps) && g.Trace.Loop == f.Trace.Loop
}

// replayPage is a page on a recorded run.
func replayPage(t *trace.Trace, m *instance.Model, section *page.Run, command string) *page.Page {
	return &page.Page{
		Content: page.Trace, Title: console.Titled(m.Label(), m.Algorithm.Summary),
		Verdict: verdict.Violated.String(),
		Lead: fmt.Sprintf("%s by this run of %s. The run was replayed on the algorithm, and shows what the trace says.",
			t.Property, setsys.Printable(m.Sentence(m.Instance))),
		Facts: console.PageFacts(instanceFacts(m, m.Instance, nil)), Runs: []*page.Run{section}, Commands: []string{command},
	}
}
