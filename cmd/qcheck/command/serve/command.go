//go:build !js

package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
)

const help = `Serves the playground to a browser on this computer: a page in which structures
are verified, protocols explored, and runs stepped through or walked by hand,
with the algorithms of this program. Nobody else is served: the address is that
of the loopback interface, and only the page itself is answered.

Each run is a process of its own, in a folder of its own. What is not decided
when it comes to its limits is unknown. An interrupt ends everything.`

// Commands returns the command. The tree is that of all commands, and run runs one of them.
func Commands(env *console.Env, tree func() *cobra.Command, run Runner) []*cobra.Command {
	port, l, child := 0, limits{time: 10 * time.Minute, memory: 4 << 30}, false
	c := &cobra.Command{
		Use: "serve", Short: "serve a page to play in, to a browser on this computer", Long: help, Args: console.NoArguments,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			if child {
				return console.ExitHolds, runOne(ctx, run, l, s.In, flushing{s.Out})
			}
			return serve(ctx, s, tree, port, l)
		}),
	}
	fs := c.Flags()
	console.NumberFlag(fs, &port, "port", 7377, 0, 65535, "the port of the address; 0 takes one that is free")
	console.TimeFlag(fs, &l.time, "timeout", "the most time that a run may take")
	console.AmountFlag(fs, &l.memory, "max-memory", "SIZE", 1024, "a size in bytes such as 512M or 2G", "the most memory that all runs may take together: bytes, or with K, M or G multiples of 1024")
	fs.Lookup("timeout").DefValue, fs.Lookup("max-memory").DefValue = "10m", "4G"
	fs.BoolVar(&child, "run", false, "")
	fs.MarkHidden("run")
	return []*cobra.Command{c}
}

// flushing hands on at once what is written to it.
type flushing struct{ *bufio.Writer }

func (f flushing) Write(text []byte) (int, error) {
	f.Writer.Write(text)
	return len(text), f.Flush()
}

// serve serves until the context ends.
func serve(ctx context.Context, s console.Streams, tree func() *cobra.Command, port int, l limits) (console.ExitCode, error) {
	program, err := os.Executable()
	if err != nil {
		return console.ExitUsage, err
	}
	listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return console.ExitUsage, fmt.Errorf("--port %d: %w", port, errors.Unwrap(err))
	}
	port = listener.Addr().(*net.TCPAddr).Port
	parent, err := newParent(ctx)
	if err != nil {
		return console.ExitUsage, err
	}
	defer os.RemoveAll(parent) // whatever became of the runs
	own := []string{program, os.Args[0], "serve", "--run", "--timeout", l.time.String(), "--max-memory", fmt.Sprint(l.memory)}
	r := &runs{ctx: ctx, limits: l, parent: parent, program: own, tree: tree, going: map[string]*going{}}
	handler, err := r.handler()
	if err != nil {
		return console.ExitInternal, err
	}
	server := &http.Server{Handler: guarded(port, handler), ReadHeaderTimeout: BodyTime, IdleTimeout: 2 * time.Minute}
	fmt.Fprintf(s.Out, "http://127.0.0.1:%d/\n", port)
	s.Out.Flush()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return console.ExitUsage, err
	case <-ctx.Done():
	}
	soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	if err := server.Shutdown(soon); err != nil {
		server.Close()
	}
	return console.ExitHolds, nil
}

// handler answers the page: with its files, and with what it asks for.
func (s *runs) handler() (http.Handler, error) {
	page, err := page()
	mux := http.NewServeMux()
	mux.Handle("/", page)
	mux.HandleFunc("POST /run", s.begin)
	mux.HandleFunc("POST /say", s.say)
	return mux, err
}
