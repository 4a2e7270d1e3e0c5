package protocols

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/protocols/anyn"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

const proveHelp = `Asks whether an algorithm is safe for every structure of a kind, every number of
processes and any number of requests, and lists what that rests on, each with
how it was checked.

A protocol that keeps its books is safe, whatever its queues and priorities do:
a permission that a member gave is at one place, a member gives no more than it
has, and a process that is inside has the permissions of a quorum.

Some algorithms have a contract: each step is compared with what its process had
and gave, and one that would break the books is undefined. With it they are safe
for every number of processes. What is left is that no step is undefined, and so
that the contract changes nothing; local views prove it for structures on up to
--nodes nodes, all up to renaming. (Searches and walks are without it.) Of other
algorithms local views prove for these structures that the books are kept; with
more processes that is open, and the exit code is 3. It is 1 if a run breaks the
books.`

func proveCommand(env *console.Env) *cobra.Command {
	var q anyn.Question
	var algorithm, kind, smt, dir string
	var timeout time.Duration
	var asJSON bool
	c := &cobra.Command{
		Use: "prove", Short: "ask whether an algorithm is safe for every number of processes", Long: proveHelp, Args: console.NoArguments,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			a, ok := env.All.Lookup(algorithm)
			if !ok {
				return console.ExitUsage, env.All.Unknown(algorithm)
			}
			q.Algorithm, q.Kind = a, setsys.Kind(kind)
			if err := writeLemma(q, smt); err != nil {
				return console.ExitUsage, err
			}
			certs, err := validCertificates(dir, env.All)
			if err != nil {
				return console.ExitUsage, err
			}
			if certs != nil {
				q.Proved = certs.proved
			}
			ctx, cancel := console.WithTimeout(ctx, timeout)
			defer cancel()
			r, err := anyn.Ask(ctx, q)
			if err == nil && certs != nil {
				err = certs.end(r)
			}
			if err != nil {
				return console.ExitHolds, err
			}
			if asJSON {
				code, _ := conclusion(r)
				return code, console.WriteJSON(s.Out, r)
			}
			return writeAnswer(s, r), nil
		}),
	}
	fs := c.Flags()
	console.TextFlag(fs, &algorithm, "algorithm", "NAME", "", "the algorithm (default kakugawa)")
	console.TextFlag(fs, &q.Variant, "variant", "NAME", "", "its variant (default repaired, if there is one)")
	console.TextFlag(fs, &kind, "kind", "KIND", "", "the kind of structures (default: the one that the algorithm was made for)")
	console.NumberFlag(fs, &q.K, "k", 0, 0, 100, "of structures that have a k, that one alone; 0 for each")
	console.NumberFlag(fs, &q.Nodes, "nodes", 3, 1, 5, "how many nodes the largest structures have that are tried")
	console.TextFlag(fs, &smt, "smt", "FILE", "", "write the theorem for this k (1 unless given), and that the contract of permissions keeps the law, as SMT-LIB to a file, for a solver such as z3; of coteries and k-coteries")
	console.TextFlag(fs, &dir, "certificates", "DIR", "", "write into a new directory a certificate for each structure that was tried, for \"qcheck certify\", and the result as prove.json")
	console.JSONFlag(fs, &asJSON)
	console.TimeoutFlag(fs, &timeout)
	var names []string
	for _, a := range env.All {
		names = append(names, a.Name)
	}
	console.Suggest(c, "algorithm", names...)
	return c
}

// writeLemma writes the theorem to a file, if one is named.
func writeLemma(q anyn.Question, file string) error {
	if file == "" {
		return nil
	}
	if err := console.ValidFile("smt", file, "a theorem of qcheck", anyn.IsLemma); err != nil {
		return err
	}
	kind := q.Kind
	if kind == "" && q.Algorithm.Quorums != nil {
		kind = q.Algorithm.Kinds()[0]
	}
	k := max(q.K, 1)
	if kind == setsys.Coterie {
		k = 1
	}
	if kind != setsys.Coterie && kind != setsys.KCoterie || k > anyn.MostSMT {
		return fmt.Errorf("--smt is for coteries and k-coteries, with k up to %d", anyn.MostSMT)
	}
	return console.WriteFile("smt", file, []byte(anyn.Lemma(k)+anyn.Steps()))
}

// writeAnswer writes a report, and returns the exit code.
func writeAnswer(s console.Streams, r *anyn.Report) console.ExitCode {
	fmt.Fprintf(s.Out, "%s (%s): safe for every %s, any number of processes and requests?\n\n", r.Algorithm, r.Variant, every(r))
	words := map[verdict.Verdict]string{verdict.Holds: "proved", verdict.Violated: "broken", verdict.Unknown: "open"}
	for _, p := range r.Premises {
		fmt.Fprintf(s.Out, "  %-7s %-8s %s\n", words[p.Verdict], p.Name, p.Says)
		s.Out.WriteString(console.Wrap(p.How, s.Within(100), "                   "))
	}
	code, text := conclusion(r)
	s.Out.WriteByte('\n')
	s.Out.WriteString(console.Wrap(text, s.Within(100), "  "))
	return code
}

// every names the structures that a report is about.
func every(r *anyn.Report) string {
	if r.K > 0 && r.Kind.HasK() {
		return fmt.Sprintf("%s with k = %d", r.Kind, r.K)
	}
	return string(r.Kind)
}

// conclusion returns the exit code and the last sentences.
func conclusion(r *anyn.Report) (console.ExitCode, string) {
	code := console.ExitUnknown
	text := fmt.Sprintf("unknown: whether %s (%s) is safe for every %s and every number of processes.", r.Algorithm, r.Variant, every(r))
	switch i := slices.IndexFunc(r.Premises, func(p anyn.Premise) bool { return p.Verdict == verdict.Violated }); {
	case i >= 0:
		code = console.ExitViolated
		if r.Contract {
			return code, fmt.Sprintf("refused: %s (%s) breaks its contract. With it no processes are inside together that should not be, but it does not go on as it is written.", r.Algorithm, r.Variant)
		}
		text = fmt.Sprintf("refused: %s (%s) does not keep its books, and so this is no proof for it. It may be safe for other reasons, or not at all.", r.Algorithm, r.Variant)
	case r.Verdict == verdict.Holds:
		code = console.ExitHolds
		text = fmt.Sprintf("holds: %s (%s) with its contract is safe for every %s, every number of processes and requests, where messages are neither lost nor doubled and no process forgets. A step that would break its books is undefined then. That there is none, and it is the algorithm as written, ", r.Algorithm, r.Variant, every(r))
		if r.Defined {
			text += fmt.Sprintf("is proved for every %s on up to %s, and open beyond.", every(r), phrase.Count(r.Nodes, "node"))
		} else {
			text += "is open."
		}
	case r.Within == verdict.Holds:
		text += fmt.Sprintf(" Safety is proved for every %s on up to %s, any number of requests; beyond these, it would follow from the premise that is open.", every(r), phrase.Count(r.Nodes, "node"))
	}
	return code, text
}
