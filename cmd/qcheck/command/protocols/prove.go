package protocols

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/protocols/anyn"
	"qcheck/setsys"
)

const proveHelp = `Asks whether an algorithm is safe, well-defined, and free of deadlock and of
starvation for every structure of its kind, every number of processes and
requests without bound: of the handlers as they are, by local views of a member
of any size. Of maekawa, agrawal-el-abbadi and kakugawa.

Small instances are searched, too, and must not contradict. The handlers'
source was checked before the program was built.

What is open is unknown: the exit code is 3, or 1 if a search finds a violation.
With --expect it is 0 if the answers are as expected.`

func proveCommand(env *console.Env) *cobra.Command {
	var q anyn.Question
	var algorithm, kind string
	var timeout time.Duration
	var asJSON bool
	var expect console.Expectations
	c := &cobra.Command{
		Use: "prove", Short: "ask whether an algorithm holds for every number of processes", Long: proveHelp, Args: console.NoArguments,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			if err := expect.Valid(nil, []string{"safety", "well-defined", "deadlock-freedom", "starvation-freedom"}); err != nil {
				return console.ExitUsage, err
			}
			a, ok := env.All.Lookup(algorithm)
			if !ok {
				return console.ExitUsage, env.All.Unknown(algorithm)
			}
			q.Algorithm, q.Kind = a, setsys.Kind(kind)
			ctx, cancel := console.WithTimeout(ctx, timeout)
			defer cancel()
			r, err := anyn.Ask(ctx, q)
			if err != nil {
				return console.ExitHolds, err
			}
			code, text := conclusion(r)
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
	console.ExpectFlag(fs, &expect, "what is expected of safety, well-defined, deadlock-freedom and starvation-freedom: VERDICT:NAME, separated by commas; verdicts are holds, violated and unknown")
	console.JSONFlag(fs, &asJSON)
	console.TimeoutFlag(fs, &timeout)
	var names []string
	for _, a := range env.All {
		if a.Every != nil {
			names = append(names, a.Name)
		}
	}
	console.Suggest(c, "algorithm", names...)
	return c
}

// answers are what expectations are about.
func answers(r *anyn.Report) map[string]verdict.Verdict {
	all := map[string]verdict.Verdict{}
	for _, p := range r.Properties {
		all[string(p.Name)] = p.Verdict
	}
	return all
}

// every names the structures that a report is about.
func every(r *anyn.Report) string {
	if r.K > 0 && r.Kind.HasK() {
		return fmt.Sprintf("%s with k = %d", r.Kind, r.K)
	}
	return string(r.Kind)
}
