package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
)

const protocolHelp = `Explores every interleaving of the messages and local steps of a protocol
instance, and says of each property whether it holds:

  safety        at no time are more processes inside than may be
  well-defined  every step that can be taken is defined by the algorithm
  deadlock      there is no state in which a process waits and nothing can happen
  starvation    no process waits for ever while what stays enabled is taken

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

// protocolOptions are the flags of "qcheck protocol".
type protocolOptions struct {
	algorithm, variant string
	n, k               int
	structure          string
	construct          string
	params             []string
	allowBroken        bool
	quorumChoice       string
	requests           string
	clock              string
	clockMax           int
	selfMessages       string
	check              string
	por                string
	maxStates          int64
	maxMemory          byteSize
	timeout            time.Duration
	workers            int
	paranoid           bool
	json, stats        bool
	measure            bool
	trace, traceFormat string
	settings           protocols.Settings
}

func protocolCommand() command {
	help := fmt.Sprintf(protocolHelp, thousands(unboundedStates), thousands(boundedStates))
	return command{
		name:    "protocol",
		summary: "explore a protocol instance exhaustively",
		prepare: simple("qcheck protocol [flags]", help, func(fs *pflag.FlagSet) action {
			var o protocolOptions
			o.define(fs)
			return func(ctx context.Context, s streams, args []string) (exitCode, error) {
				return exploreProtocol(ctx, s, o, args)
			}
		}),
	}
}

func (o *protocolOptions) define(fs *pflag.FlagSet) {
	text := func(p *string, name, value, placeholder, usage string) {
		fs.StringVar(p, name, value, usage)
		setPlaceholder(fs, name, placeholder)
	}
	number := func(p *int, name string, value int, usage string) {
		fs.IntVar(p, name, value, usage)
		setPlaceholder(fs, name, "N")
	}
	text(&o.algorithm, "algorithm", "kakugawa", "NAME", "the algorithm (default kakugawa)")
	text(&o.variant, "variant", "", "NAME", "the reading of it, or the repair (default as \"qcheck list protocols\" says)")
	number(&o.n, "n", 0, "number of processes, which are the nodes of the structure")
	number(&o.k, "k", 0, "how many processes may be inside at a time, for algorithms with a k (default 1, or that of the structure)")
	text(&o.structure, "structure", "", "FILE", "a structure file with the quorums; \"-\" is standard input")
	text(&o.construct, "construct", "", "NAME", "a construction of the quorums, see \"qcheck list constructions\"")
	fs.StringArrayVar(&o.params, "param", nil, "a parameter of the construction other than n and k; may be repeated")
	setPlaceholder(fs, "param", "NAME=VALUE")
	text(&o.quorumChoice, "quorum-choice", "", "WORD", "any: each request takes any quorum; fixed: process i takes the i-th, cyclically (default any)")
	o.settings = protocols.Settings{}
	for _, p := range protocols.Parameters() {
		fs.Var(&setting{o.settings, p}, p.Name, p.Doc)
		if p.Value == "" {
			fs.Lookup(p.Name).NoOptDefVal = "true"
		} else {
			setPlaceholder(fs, p.Name, p.Value)
		}
	}
	fs.BoolVar(&o.allowBroken, "allow-broken-structure", false, "explore a structure also when it is not what the algorithm needs")
	text(&o.requests, "requests", "", "R", "how often each process asks: a number, \"unbounded\", or a list with one of these for each (default see above)")
	text(&o.clock, "clock", "causal", "WORD", "causal: every clock that satisfies Lamport's clock condition; integer: as printed (default causal)")
	number(&o.clockMax, "clock-max", 0, "largest value of integer clocks that is explored (default no bound)")
	text(&o.selfMessages, "self-messages", "call", "WORD", "call: a message to oneself is handled in the same step; queued: it goes through a channel (default call)")
	text(&o.check, "check", "", "LIST", "the properties to check, separated by commas (default all, starvation only if a process asks without bound)")
	text(&o.por, "por", "on", "WORD", "partial-order reduction, where it is sound for what is checked (never for starvation): on or off (default on)")
	fs.Int64Var(&o.maxStates, "max-states", 0, "stop after the level in which the states become more than this; what is undecided by then is unknown (default no limit)")
	setPlaceholder(fs, "max-states", "N")
	fs.Var(&o.maxMemory, "max-memory", "stop at so much memory: bytes, or with K, M or G multiples of 1024 (default no limit)")
	setPlaceholder(fs, "max-memory", "SIZE")
	timeoutFlag(fs, &o.timeout)
	number(&o.workers, "workers", runtime.GOMAXPROCS(0), "how many cores search; no result depends on it (default all)")
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
func exploreProtocol(ctx context.Context, s streams, o protocolOptions, args []string) (exitCode, error) {
	if err := noArguments("protocol", args); err != nil {
		return exitUsage, err
	}
	if err := o.validate(); err != nil {
		return exitUsage, err
	}
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	x, err := o.exploration(ctx, s)
	if err != nil {
		return codeOfError(err), err
	}
	if o.measure {
		return measureProtocol(ctx, s, x)
	}
	if err := x.search(ctx); err != nil {
		return codeOfError(err), err
	}
	code := codeOf(x.verdict())
	if o.json {
		if err := writeProtocolJSON(s.out, x); err != nil {
			return exitInternal, err
		}
	} else {
		report := o.report(s)
		if err := writeExploration(report, x); err != nil {
			return exitInternal, err
		}
		report.out.Flush() // before the notes on the trace
	}
	if o.trace != "" {
		if err := x.writeTrace(s); err != nil {
			return code.and(codeOfError(err)), err
		}
	}
	return code, nil
}

// An exploration is a protocol instance, how it is searched, and what comes
// out.
type exploration struct {
	options  protocolOptions
	instance *protocols.Instance
	broken   *breach // what is wrong with the structure, if anything
	unread   string  // why the structure was not verified, if so
	check    []explore.Property
	base     explore.Options // but for requests and properties
	progress *progress

	requests []int
	note     string // how requests came to be what they are
	result   *explore.Result
	findings []finding
}

// verdict is the verdict on all properties.
func (x *exploration) verdict() verdict.Verdict { return x.result.Verdict() }

// label names the instance's algorithm and variant.
func (x *exploration) label() string {
	return x.instance.Algorithm.Name + " (" + x.instance.Params.Variant + ")"
}

// limit is why the search ended before everything was decided.
func (x *exploration) limit() string { return strings.TrimSpace(x.result.Stopped) }
