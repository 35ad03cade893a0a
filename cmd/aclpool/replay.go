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

Runs traces of pool operations on a simulated device of 64 GiB and prints a summary of
each. Streams are held: work executes only when a sync needs it, so that two runs give
the same results. "-" as FILE, and no FILE, is standard input.

A trace has one operation a line, and lines that begin with '#' are comments:

  pool <maxBytes>              record <event> <stream>
  attr <name> <value>          wait <event> <stream>
  get <name>                   sync <stream>
  alloc <id> <bytes> <stream>  syncdev
  free <id> <stream>           trim <bytes>

Streams and events are numbers, ids any text without a space. Attributes are event,
opportunistic, internal, threshold, reserved_current, reserved_high, used_current and
used_high.

The exit status is 0, also when the device refused operations, and 2 for a malformed
trace or one that cannot be read.

`

// replayOptions are the flags of the command.
type replayOptions struct {
	results, asJSON bool
	behaviour       fakeacl.Behaviour
}

// tells reports that there is to be a progress line: on a terminal, unless the result
// lines go there too.
func (o replayOptions) tells(std streams) bool {
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
		"what the pools do, by `NAME`: documented, or what a release of the vendor's runtime really does: cann90, cann91, cannmaster, canndev")
	engine := flags.String("engine", replay.Engine, "what allocates, by `NAME`: native, the pools of the device, is all that there is")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return opts, nil, err
		}
		return opts, nil, errTold
	}
	opts.behaviour = fakeacl.Behaviour(*behaviour)
	switch {
	case opts.results && opts.asJSON:
		return opts, nil, errors.New("-results and -json exclude each other: the lines of one are not JSON")
	case *engine != replay.Engine:
		return opts, nil, fmt.Errorf("no engine %q: want %s", *engine, replay.Engine)
	}
	return opts, flags.Args(), opts.behaviour.Check()
}

// stdin is how standard input is named.
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
	if opts.tells(std) {
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
