// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/replay"
)

const replayUsage = `usage: aclpool replay [-results] [-json] [-behaviour NAME] [-engine NAME] FILE...

Replays traces of pool operations on a simulated device of 64 GiB and prints a summary of
each. Streams are held: work executes only when a sync needs it, so two runs give the same
results. Without FILE, or if FILE is "-", the trace is read from standard input.

A trace has one operation per line. Lines that begin with '#' are comments. The first line
may state the version of the format, as "# aclpool trace 1"; newer versions are refused.

  pool <maxBytes>              record <event> <stream>
  attr <name> <value>          wait <event> <stream>
  get <name>                   sync <stream>
  alloc <id> <bytes> <stream>  syncdev
  free <id> <stream>           trim <bytes>

Streams and events are numbers. An id is any text without a space. Attributes are event,
opportunistic, internal, threshold, reserved_current, reserved_high, used_current and
used_high.

The exit status is 0 even if the device refused operations. It is 2 if a trace is
malformed, has a newer version or cannot be read.

`

// replayOptions are the flags of the command.
type replayOptions struct {
	results, asJSON bool
	behaviour       fakeacl.Behaviour
}

// showsProgress reports whether to show a progress line: only on a terminal to which no
// results are printed.
func (o replayOptions) showsProgress(std streams) bool {
	return std.errTerminal && !(o.results && std.outTerminal)
}

func runReplay(args []string, std streams) error {
	opts, files, err := parseReplay(args, std)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		files = []string{stdin}
	}
	for _, file := range files {
		if err := replayFile(file, opts, std); err != nil {
			return err
		}
	}
	return nil
}

func parseReplay(args []string, std streams) (opts replayOptions, files []string, err error) {
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	flags.SetOutput(std.err)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), replayUsage)
		flags.PrintDefaults()
	}
	flags.BoolVar(&opts.results, "results", false,
		"print a line for each operation: n op status offset size class reserved reservedHigh used usedHigh")
	flags.BoolVar(&opts.asJSON, "json", false, "print the summary as one JSON object a line")
	behaviour := flags.String("behaviour", string(fakeacl.Documented),
		"behaviour of the pools, by `NAME`: documented, or that of a release of the vendor's runtime: cann90, cann91, cannmaster, canndev")
	engine := flags.String("engine", replay.Engine, "engine that allocates, by `NAME`: only native, the pools of the device")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return opts, nil, err
		}
		return opts, nil, errReported
	}
	opts.behaviour = fakeacl.Behaviour(*behaviour)
	switch {
	case opts.results && opts.asJSON:
		return opts, nil, errors.New("-results and -json exclude each other: result lines are not JSON")
	case *engine != replay.Engine:
		return opts, nil, fmt.Errorf("unknown engine %q: want %s", *engine, replay.Engine)
	}
	return opts, flags.Args(), opts.behaviour.Check()
}

// stdin is the file name that stands for standard input.
const stdin = "-"

func replayFile(file string, opts replayOptions, std streams) error {
	src, size := std.in, int64(0)
	if file != stdin {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			size = info.Size()
		}
		src = f
	}
	cfg := replay.Config{Behaviour: opts.behaviour}
	if opts.results {
		cfg.Results = std.out
	}
	line := progress{w: std.err, file: file, size: size}
	if opts.showsProgress(std) {
		cfg.Progress = line.show
	}
	summary, err := replay.Run(file, src, cfg)
	line.clear()
	if err != nil || opts.results {
		return err
	}
	return printSummary(std.out, &summary, opts.asJSON)
}

func printSummary(w io.Writer, s *replay.Summary, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(s)
	}
	return s.Print(w)
}
