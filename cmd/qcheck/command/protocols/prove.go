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

Of maekawa and agrawal-el-abbadi it asks for more: safety, well-definedness,
freedom of deadlock and of starvation, of the handlers as they are, by local
views of a member of any size. Small instances are searched, too, and must not
contradict. The handlers' source was checked before the program was built.

Of others it asks for safety alone, with structures on up to --nodes nodes. A
protocol that keeps its books is safe, whatever its queues and priorities do:
a permission that a member gave is at one place, a member gives no more than it
has, and a process that is inside has the permissions of a quorum.

Some algorithms have a contract: each step is compared with what its process had
and gave, and one that would break the books is undefined. Guarded so they are
safe for every number of processes. Whether the algorithm as written is, is
another question: it is if no step is undefined. Local views prove that for
structures on up to --nodes nodes, all up to renaming; with more it is open.
(Searches and walks have no guard.) Of other algorithms local views prove for
these structures that the books are kept.

What is open for some number of processes is unknown: the exit code is 3, or 1
if a run breaks the books. With --expect it is 0 if the answers are as expected:
the four properties; guarded; and books.`

func proveCommand(env *console.Env) *cobra.Command {
	var q anyn.Question
	var algorithm, kind, smt string
	var timeout time.Duration
	var asJSON bool
	var expect console.Expectations
	c := &cobra.Command{
		Use: "prove", Short: "ask whether an algorithm is safe for every number of processes", Long: proveHelp, Args: console.NoArguments,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			if err := expect.Valid(nil, []string{"safety", "well-defined", "deadlock-freedom", "starvation-freedom", "guarded", anyn.Books}); err != nil {
				return console.ExitUsage, err
			}
			a, ok := env.All.Lookup(algorithm)
			if !ok {
				return console.ExitUsage, env.All.Unknown(algorithm)
			}
			q.Algorithm, q.Kind = a, setsys.Kind(kind)
			if err := writeLemma(q, smt); err != nil {
				return console.ExitUsage, err
			}
			ctx, cancel := console.WithTimeout(ctx, timeout)
			defer cancel()
			r, err := anyn.Ask(ctx, q)
			if err != nil {
				return console.ExitHolds, err
			}
			code, text := conclusion(r)
			if r.Every != nil {
				code, text = everyConclusion(r)
			}
			if asJSON {
				err = console.WriteJSON(s.Out, r)
			} else {
				writeAnswer(s, r, text)
			}
			if expect == nil {
				return code, err
			}
			code, surprises := expect.Judge("", answers(r))
			code = code.And(expect.WarnUnchecked(s))
			if !asJSON {
				expect.Write(s, code == console.ExitHolds, surprises)
			}
			return code, err
		}),
	}
	fs := c.Flags()
	console.TextFlag(fs, &algorithm, "algorithm", "NAME", "", "the algorithm (default kakugawa)")
	console.TextFlag(fs, &q.Variant, "variant", "NAME", "", "its variant (default repaired, if there is one)")
	console.TextFlag(fs, &kind, "kind", "KIND", "", "the kind of structures (default: the one that the algorithm was made for)")
	console.NumberFlag(fs, &q.K, "k", 0, 0, 100, "of structures that have a k, that one alone; 0 for each")
	console.NumberFlag(fs, &q.Nodes, "nodes", 3, 1, 5, "how many nodes the largest structures have that are tried")
	console.TextFlag(fs, &smt, "smt", "FILE", "", "write the theorem for this k (1 unless given), and that the contract of permissions keeps the law, as SMT-LIB to a file, for a solver such as z3; of coteries and k-coteries")
	console.ExpectFlag(fs, &expect, "what is expected of safety, well-defined, deadlock-freedom and starvation-freedom, or of safety, guarded and books: VERDICT:NAME, separated by commas; verdicts are holds, violated and unknown")
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

// answers are what expectations are about.
func answers(r *anyn.Report) map[string]verdict.Verdict {
	all := map[string]verdict.Verdict{"safety": r.Verdict}
	if r.Every != nil {
		for _, p := range r.Every.Properties {
			all[string(p.Name)] = p.Verdict
		}
	}
	if r.Contract {
		all["guarded"] = r.Guarded
	}
	for _, p := range r.Premises {
		if p.Name == anyn.Books {
			all[p.Name] = p.Verdict
		}
	}
	return all
}

// writeAnswer writes a report.
func writeAnswer(s console.Streams, r *anyn.Report, text string) {
	if r.Every != nil {
		writeEvery(s, r, text)
		return
	}
	fmt.Fprintf(s.Out, "%s (%s): safe for every %s, any number of processes and requests?\n\n", r.Algorithm, r.Variant, every(r))
	words := map[verdict.Verdict]string{verdict.Holds: "proved", verdict.Violated: "broken", verdict.Unknown: "open"}
	for _, p := range r.Premises {
		fmt.Fprintf(s.Out, "  %-7s %-8s %s\n", words[p.Verdict], p.Name, p.Says)
		s.Out.WriteString(console.Wrap(p.How, s.Within(100), "                   "))
	}
	s.Out.WriteByte('\n')
	s.Out.WriteString(console.Wrap(text, s.Within(100), "  "))
}

// every names the structures that a report is about.
func every(r *anyn.Report) string {
	if r.K > 0 && r.Kind.HasK() {
		return fmt.Sprintf("%s with k = %d", r.Kind, r.K)
	}
	return string(r.Kind)
}

// guarded says what the contract proves.
func guarded(r *anyn.Report) string {
	return fmt.Sprintf("guarded %s (%s), which stops instead of a step that loses or doubles a permission, is safe, where messages are neither lost nor doubled and no process forgets.", r.Algorithm, r.Variant)
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
	case r.Guarded == verdict.Holds && r.Defined:
		text += fmt.Sprintf(" Proved for every n: %s Open for n > %d: that the guard never stops it, so that the algorithm as written is the guarded one (proved for every %s on up to %s).",
			guarded(r), r.Nodes, every(r), phrase.Count(r.Nodes, "node"))
	case r.Guarded == verdict.Holds:
		text += fmt.Sprintf(" Proved for every n: %s Open: that the guard never stops it; local views do not prove it on up to %s either.", guarded(r), phrase.Count(r.Nodes, "node"))
	case r.Within == verdict.Holds:
		text += fmt.Sprintf(" Safety is proved for every %s on up to %s, any number of requests; beyond these, it would follow from the premise that is open.", every(r), phrase.Count(r.Nodes, "node"))
	}
	return code, text
}
