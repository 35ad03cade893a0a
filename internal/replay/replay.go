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

// Engine is the name of the engine that replays use: the pools of the device.
const Engine = "native"

// Config configures a replay. The zero value replays with the documented behaviour and
// writes no results.
type Config struct {
	Behaviour fakeacl.Behaviour
	// Results receives one line for each operation. If nil, no results are written.
	Results io.Writer
	// Progress is called from time to time with the number of operations and bytes of
	// the trace that are done. It may be nil.
	Progress func(operations uint64, bytes int64)
}

// progressInterval is the number of operations between two calls of Config.Progress.
const progressInterval = 1 << 16

// Run replays the trace in src. The file name appears in errors and in the summary. Run
// returns a [*trace.SyntaxError] for a malformed line, and any error from reading the trace
// or writing the results.
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
	return m.counts.summary(file, m.largestFree(), took), nil
}

// run performs all operations of a trace.
func (m *machine) run(in *trace.Reader, out *trace.Writer, progress func(uint64, int64)) error {
	for {
		switch err := m.step(in, out); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if progress != nil && m.counts.operations%progressInterval == 0 {
			progress(m.counts.operations, in.Bytes())
		}
	}
}

// step performs the next operation of a trace.
func (m *machine) step(in *trace.Reader, out *trace.Writer) error {
	o, r := &m.operation, &m.result
	if err := in.Next(o); err != nil {
		return err
	}
	m.counts.operations++
	*r = trace.Result{Kind: o.Kind}
	if st := m.execute(o, r); !st.OK() {
		*r = trace.Result{Kind: o.Kind, Failed: true}
		m.counts.refused(o.Kind == trace.Alloc, st.Code)
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

// unlimited is the limit of streams and of events: a trace may use any number of them.
const unlimited = math.MaxInt32
