package protocols

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/page"
	"qcheck/explore/certify"
	"qcheck/explore/verdict"
	"qcheck/protocols/certificate"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/fault"
	"qcheck/setsys/input"
	"qcheck/setsys/phrase"
)

const certifyHelp = `Checks a certificate, which "qcheck protocol --certificate" writes, by code that
shares nothing with the search. It checks

  that the file has the initial state, and every state that a step leads to;
  that the level of each state is the length of a shortest run to it;
  that no state and no step violates what the file says to hold;
  for starvation-freedom and other properties of runs without end, that the
  ranks of the states let no fair run violate them;
  that each run of the file shows what it is said to show, and is a shortest
  one if it is said to be one.

A file of a search that was cut has all states up to a depth, and shows that no
shorter run violates a property.

A certificate of local views has views in place of states. It is checked that
the set has the first views and all that follows from one in a step; that
members do the same when requesters are renamed; that no step is undefined; of
each row of requesters that would violate safety, or be a deadlock, which of
them no member has together; and for starvation-freedom, why each view is not
met for ever while a process waits. What local views did not prove is unknown.
"-" is standard input.

qcheck exits with 0 if all properties hold, with 1 if the file does not prove
what it says or a property is violated, and with 3 if one is unknown.`

func certifyCommand(env *console.Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "certify FILE", Short: "check the certificate of a search or of a proof, without these", Long: certifyHelp, Args: console.Files("certificate", 1),
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			return certifyFile(ctx, s, env.All, args[0], asJSON)
		}),
	}
	console.JSONFlag(c.Flags(), &asJSON)
	return c
}

// certifyFile is the command.
func certifyFile(ctx context.Context, s console.Streams, all instance.Registry, file string, asJSON bool) (console.ExitCode, error) {
	c, err := readCertificate(ctx, s, all, file)
	if err != nil {
		return console.ExitHolds, err
	}
	proof, err := c.Check(ctx)
	var refuted *certify.Refutation
	switch {
	case err != nil && ctx.Err() != nil:
		return console.ExitHolds, fmt.Errorf("%s: %w", console.DisplayName(file), &input.Interrupted{Doing: "while it was checked", Why: err})
	case errors.As(err, &refuted) && asJSON:
		return console.ExitViolated, console.WriteJSON(s.Out, certifyDocumentOf(file, c, nil, refuted))
	case errors.As(err, &refuted):
		s.Warn("%s: not confirmed: %v", certificatePlace(file, c, refuted), err)
		return console.ExitViolated, nil
	case err != nil:
		return console.ExitInternal, &fault.Fault{Err: err}
	case asJSON:
		return console.CodeOf(proof.Verdict()), console.WriteJSON(s.Out, certifyDocumentOf(file, c, proof, nil))
	}
	writeProof(s, c, proof)
	return console.CodeOf(proof.Verdict()), nil
}

func readCertificate(ctx context.Context, s console.Streams, all instance.Registry, file string) (*certificate.Certificate, error) {
	r, err := console.OpenInput(ctx, s.In, file, certificate.Limit)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	from := bufio.NewReaderSize(r, 1<<20)
	start, _ := from.Peek(from.Size()) // a file of another kind may be there in full
	if err := console.OtherKind(file, start, "certificate"); err != nil {
		return nil, err
	}
	return input.Await(ctx, "while it was read", func() (*certificate.Certificate, error) {
		return certificate.Read(console.DisplayName(file), from, all)
	})
}

// certificatePlace says where a file does not prove what it says.
func certificatePlace(file string, c *certificate.Certificate, r *certify.Refutation) string {
	if r.Line == 0 {
		return console.DisplayName(file)
	}
	return fmt.Sprintf("%s:%d", console.DisplayName(file), c.Lines+r.Line)
}

// trusted is what a certificate does not prove.
var trusted = []string{
	"the code of the protocol",
	"what a step is (package explore/obvious)",
	"the checker (packages explore/certify and protocols/certificate, and counterexample for runs)",
}

// trustedViews is what one of local views does not prove.
var trustedViews = []string{
	"the code of the protocol, and the types that it is written in (package explore/roles)",
	"the theorem on local views (package explore/views)",
	"the checker (packages explore/views/certify and protocols/certificate)",
}

// writeProof writes what a certificate proves.
func writeProof(s console.Streams, c *certificate.Certificate, p *certificate.Proof) {
	m, h := c.Model, c.Header
	what := [2]string{"states", fmt.Sprintf("%s, %s, depth %d", console.Counted(h.States, "state"), console.Counted(h.Transitions, "transition"), h.Depth)}
	if c.Views != nil {
		what = [2]string{"proof", "local views: " + console.Counted(viewsOf(c), "view")}
	}
	writeInstance(s, m, append(instanceFacts(m, m.Instance, nil), what))
	s.Out.WriteByte('\n')
	var all []page.Verdict
	for _, f := range p.Findings {
		all = append(all, page.Verdict{Verdict: f.Verdict, Property: string(f.Property), Meaning: f.By})
	}
	console.WriteVerdicts(s, 0, all)
	fmt.Fprintf(s.Out, "\n%s", console.Wrap(s.Style.Verdict(p.Verdict(), "confirmed")+": "+proofSentence(c, p), s.Within(100), "  "))
}

// proofSentence says what was checked, what it means and what is trusted.
func proofSentence(c *certificate.Certificate, p *certificate.Proof) string {
	h, trusted, not := c.Header, trusted, "the search"
	by, within := map[verdict.Verdict][]string{}, []string{}
	for _, f := range p.Findings {
		by[f.Verdict] = append(by[f.Verdict], string(f.Property))
		if f.Within {
			within = append(within, string(f.Property))
		}
	}
	states, transitions := console.Counted(h.States, "state"), console.Counted(h.Transitions, "transition")
	text := fmt.Sprintf("the file has all %s that can be reached: the initial one is there, and each of the %s leads to one of them.", states, transitions)
	if !h.Closed {
		text = fmt.Sprintf("the file has all %s that at most %s reach: the initial one is there, and each of the %s from those before depth %d leads to one of them.", states, console.Counted(h.Depth, "step"), transitions, h.Depth)
	}
	if c.Views != nil {
		trusted, not = trustedViews, "the proof"
		text = fmt.Sprintf("the %s of the file are closed: the first ones are there, and what follows from each in a step.", console.Counted(viewsOf(c), "view"))
	} else if n := p.Facts.Beyond; n > 0 {
		text += fmt.Sprintf(" Left out: %s beyond the bound of the clocks.", console.Counted(n, "transition"))
	}
	over := c.Model.Sentence(c.Model.Instance)
	for _, part := range []struct {
		v         verdict.Verdict
		one, many string
	}{{verdict.Violated, "is violated", "are violated"}, {verdict.Holds, "holds", "hold"}, {verdict.Unknown, "is not decided", "are not decided"}} {
		if names := by[part.v]; names != nil {
			text += fmt.Sprintf(" %s for %s.", phrase.Clause(names, part.one, part.many), over)
		}
	}
	if len(within) > 0 {
		text += fmt.Sprintf(" No run of at most %s violates %s.", console.Counted(h.Depth, "step"), phrase.List(within))
	}
	return text + " Trusted: " + phrase.List(trusted) + "; not " + not + "."
}

// viewsOf returns how many local views a certificate has.
func viewsOf(c *certificate.Certificate) (n int) {
	for _, line := range c.Views {
		if strings.HasPrefix(line, "view\t") {
			n++
		}
	}
	return n
}

type (
	certifyDocument struct {
		Schema      string                `json:"schema"`
		File        string                `json:"file"`
		Instance    string                `json:"instance"` // as flags
		Confirmed   bool                  `json:"confirmed"`
		Refuted     *refutedDocument      `json:"refuted,omitempty"`
		Views       *int                  `json:"views,omitempty"` // of a certificate of local views; else the next four
		Closed      *bool                 `json:"closed,omitempty"`
		Depth       *int                  `json:"depth,omitempty"`
		States      *int                  `json:"states,omitempty"`
		Transitions *int64                `json:"transitions,omitempty"`
		Beyond      int64                 `json:"beyond,omitempty"`
		Verdict     verdict.Verdict       `json:"verdict,omitzero"`
		Properties  []certificate.Finding `json:"properties"`
		Trusted     []string              `json:"trusted"`
	}
	refutedDocument struct {
		Line int    `json:"line,omitempty"`
		Text string `json:"text"`
	}
)

// certifyDocumentOf returns the document of a file that is confirmed, or refuted.
func certifyDocumentOf(file string, c *certificate.Certificate, p *certificate.Proof, refuted *certify.Refutation) certifyDocument {
	h := c.Header
	doc := certifyDocument{
		Schema: "qcheck/certify/v1", File: file, Instance: c.Instance, Confirmed: refuted == nil,
		Properties: []certificate.Finding{}, Trusted: trusted,
	}
	if c.Views != nil {
		n := viewsOf(c)
		doc.Views, doc.Trusted = &n, trustedViews
	} else {
		doc.Closed, doc.Depth, doc.States, doc.Transitions = &h.Closed, &h.Depth, &h.States, &h.Transitions
	}
	if refuted != nil {
		doc.Refuted = &refutedDocument{Text: setsys.Printable(refuted.Error())}
		if refuted.Line > 0 {
			doc.Refuted.Line = c.Lines + refuted.Line
		}
		return doc
	}
	doc.Verdict, doc.Properties = p.Verdict(), p.Findings
	if p.Facts != nil {
		doc.Beyond = p.Facts.Beyond
	}
	return doc
}
