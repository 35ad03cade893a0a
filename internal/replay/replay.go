// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/trace"
)

// Engine names what allocates: the pools of the device.
const Engine = "native"

// Config says how to replay. The zero value is the documented behaviour, without result
// lines.
type Config struct {
	Behaviour fakeacl.Behaviour
	// Results gets a line for each operation; nil is none.
	Results io.Writer
	// Progress is told now and then how many operations and bytes of the trace are done;
	// nil is not told.
	Progress func(operations uint64, bytes int64)
}

// every is how many operations lie between two calls of Config.Progress.
const every = 1 << 16

// Run replays a trace; the file's name is for errors and the summary. It answers a
// [*trace.SyntaxError] for a malformed line, and what reading and writing fail with.
func Run(file string, src io.Reader, cfg Config) (Summary, error) {
	m, err := newMachine(cfg.Behaviour)
	if err != nil {
		return Summary{}, fmt.Errorf("replay %s: %w", file, err)
	}
	defer m.close()
	var out *trace.Writer
	if cfg.Results != nil {
		out = trace.NewWriter(cfg.Results)
	}
	in := trace.NewReader(file, src)
	start := time.Now()
	err = m.run(in, out, cfg.Progress)
	took := time.Since(start)
	if out != nil {
		err = errors.Join(err, out.Flush())
	}
	if err != nil {
		return Summary{}, err
	}
	return m.tally.summary(file, m.largestFree(), took), nil
}

// run does all operations of a trace.
func (m *machine) run(in *trace.Reader, out *trace.Writer, progress func(uint64, int64)) error {
	for {
		switch err := m.step(in, out); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if progress != nil && m.tally.operations%every == 0 {
			progress(m.tally.operations, in.Bytes())
		}
	}
}

// step does the next operation of a trace.
func (m *machine) step(in *trace.Reader, out *trace.Writer) error {
	o, r := &m.operation, &m.result
	if err := in.Next(o); err != nil {
		return err
	}
	m.tally.operations++
	*r = trace.Result{Kind: o.Kind}
	if st := m.do(o, r); !st.OK() {
		*r = trace.Result{Kind: o.Kind, Failed: true}
		m.tally.refused(o.Kind == trace.Alloc, st.Code)
	}
	if out == nil {
		return nil
	}
	m.statistics(r)
	if err := out.Write(r); err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	return nil
}

// unlimited lifts the limits of a device: a trace names as many streams and events as it
// likes.
const unlimited = math.MaxInt32
