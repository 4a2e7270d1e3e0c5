package command

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

const protocolHelp = `Explores every interleaving of the messages and local steps of a protocol
instance, and says of each property whether it holds:

  safety              at no time are more processes inside than may be
  well-defined        every step that can be taken is defined by the algorithm
  deadlock-freedom    there is no state in which a process waits and nothing can
                      happen
  starvation-freedom  no process waits for ever while what stays enabled is taken

A violation is shown as a run that was replayed on the protocol by other code
than that of the search. "qcheck list protocols" lists the algorithms and their
variants.

Quorums come from --structure, from --construct (with --n, --k and further
parameters as --param NAME=VALUE), or from the algorithm's own construction. They
are verified first.

Without --requests, processes ask without bound if that closes within %s
states; otherwise each asks once. The same if clocks are integers without a
bound, since then it cannot close. If one request each does not close within
%s states and no --quorum-choice was given, quorums are fixed, and kakugawa
does without retry.`

// protocolOptions are the flags of "qcheck protocol": what is run, and how.
type protocolOptions struct {
	what               *instance.Flags
	por                string
	maxStates          int64
	maxMemory          byteSize
	timeout            time.Duration
	workers            int
	paranoid           bool
	json, stats        bool
	measure            bool
	trace, traceFormat string
}

func protocolCommand(all instance.Registry) command {
	help := fmt.Sprintf(protocolHelp, thousands(check.UnboundedStates), thousands(check.BoundedStates))
	return command{
		name:    "protocol",
		summary: "explore a protocol instance exhaustively",
		prepare: simple("qcheck protocol [flags]", help, func(fs *pflag.FlagSet) action {
			var o protocolOptions
			o.define(fs, all)
			return func(ctx context.Context, s streams, args []string) (exitCode, error) {
				if err := noArguments("protocol", args); err != nil {
					return exitUsage, err
				}
				if err := o.validate(fs); err != nil {
					return exitUsage, err
				}
				return exploreProtocol(ctx, s, all, o)
			}
		}),
	}
}

func (o *protocolOptions) define(fs *pflag.FlagSet, all instance.Registry) {
	o.what = instance.Define(fs, all.Fields())
	fs.StringVar(&o.por, "por", "on", "partial-order reduction, where it is sound for what is checked (never for starvation-freedom): on or off (default on)")
	setPlaceholder(fs, "por", "WORD")
	fs.Int64Var(&o.maxStates, "max-states", 0, "stop after the level in which the states become more than this; what is undecided by then is unknown (default no limit)")
	setPlaceholder(fs, "max-states", "N")
	fs.Var(&o.maxMemory, "max-memory", "stop at so much memory: bytes, or with K, M or G multiples of 1024 (default no limit)")
	setPlaceholder(fs, "max-memory", "SIZE")
	timeoutFlag(fs, &o.timeout)
	fs.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "how many cores search; no result depends on it (default all)")
	setPlaceholder(fs, "workers", "N")
	fs.BoolVar(&o.paranoid, "paranoid", false, "run each step of the algorithm twice, and compare")
	fs.BoolVar(&o.json, "json", false, "print one JSON document")
	fs.BoolVar(&o.measure, "measure", false, "measure the messages and the delays of one entry instead, beside the formulas of the papers; requests are bounded, once each without --requests")
	fs.BoolVar(&o.stats, "stats", false, "say what the search cost, and how often each step was taken")
	fs.Var(givenText{&o.trace, "file"}, "trace", "write the run that violates the first of the violated properties to a file; \"-\" is standard output, and the rest goes to standard error")
	setPlaceholder(fs, "trace", "FILE")
	fs.Var(givenText{&o.traceFormat, "trace format"}, "trace-format", "the form of that file: json (for \"qcheck replay\"), text, itf or mermaid (default json)")
	setPlaceholder(fs, "trace-format", "WORD")
}

// exploreProtocol is the command.
func exploreProtocol(ctx context.Context, s streams, all instance.Registry, o protocolOptions) (exitCode, error) {
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	m, err := o.model(ctx, s, all)
	if err != nil {
		return exitHolds, err
	}
	progress := newProgress(s.err)
	defer progress.end()
	how := o.how(progress)
	if o.measure {
		return measureProtocol(ctx, s, m, how, o.json)
	}
	r, err := check.Model(ctx, m, how)
	if err != nil {
		return exitHolds, err
	}
	progress.end()
	code := codeOf(r.Verdict())
	if o.json {
		if err := writeProtocolJSON(s.out, r); err != nil {
			return code, err
		}
	} else {
		report := o.report(s)
		if err := writeExploration(report, r); err != nil {
			return code, err
		}
		report.out.Flush() // before the notes on the trace
	}
	if o.trace != "" {
		return code, o.writeTrace(s, r)
	}
	return code, nil
}

// model builds what the flags name.
func (o *protocolOptions) model(ctx context.Context, s streams, all instance.Registry) (*instance.Model, error) {
	in, err := o.what.Instance()
	if err != nil {
		return nil, err
	}
	return openInstance(ctx, s, all, in)
}

// how returns how it is searched.
func (o *protocolOptions) how(p *progress) check.Options {
	return check.Options{
		Full: o.por == "off", Workers: o.workers, MaxStates: o.maxStates, MaxMemory: int64(o.maxMemory), Timeout: o.timeout,
		Paranoid: o.paranoid, Stats: o.stats, Begin: p.begin, Progress: p.show(),
	}
}
