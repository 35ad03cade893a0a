// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"context"
	"fmt"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// edge is how much of each end of a block is written and read. Blocks that overlap differ
// there, and what lies between would cost most of the time of the suite.
const edge = 4096

// ends returns the two ends of a view, or all of a short one.
func ends(v acl.View) []acl.View {
	if v.Size() <= 2*edge {
		return []acl.View{v}
	}
	head, _ := v.Slice(0, edge) // both are in range
	tail, _ := v.Slice(v.Size()-edge, edge)
	return []acl.View{head, tail}
}

// write enqueues writing a value to the ends of a block.
func write(s *stream.Stream, b mempool.Block, value byte) error {
	for _, v := range ends(b.View()) {
		if err := s.Fill(v, value); err != nil {
			return err
		}
	}
	return nil
}

// verify reads the ends of a block in the order of a stream, and waits for that.
func verify(ctx context.Context, s *stream.Stream, b mempool.Block, value byte) error {
	var got [2 * edge]byte
	for _, v := range ends(b.View()) {
		part := got[:v.Size()]
		if err := stream.CopySliceToHost(ctx, s, part, v); err != nil {
			return err
		}
		if err := all(part, value); err != nil {
			return fmt.Errorf("%v, at %#x: %w", b, uint64(v.Ptr()), err)
		}
	}
	return nil
}

// all returns an error unless memory holds nothing but one value.
func all(got []byte, want byte) error {
	for i, b := range got {
		if b != want {
			return fmt.Errorf("byte %d of %d: want %#x, got %#x", i, len(got), want, b)
		}
	}
	return nil
}

// fill writes a value to the ends of a block, in the order of a stream.
func fill(t testing.TB, s *stream.Stream, b mempool.Block, value byte) {
	t.Helper()
	ok(t, write(s, b, value))
}

// holdsBytes checks, in the order of a stream, that the ends of a block have a value.
func holdsBytes(t testing.TB, s *stream.Stream, what string, b mempool.Block, value byte) {
	t.Helper()
	err := within(func(ctx context.Context) error { return verify(ctx, s, b, value) })
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// reading is a copy of the ends of a block to the host that has been enqueued.
type reading struct {
	host *acl.HostBuffer[byte]
	s    *stream.Stream
}

// read enqueues reading the ends of a block. Its end must be asked for.
func read(t testing.TB, s *stream.Stream, b mempool.Block) *reading {
	t.Helper()
	parts := ends(b.View())
	host, err := acl.NewHostBuffer[byte](s.Device(), len(parts)*int(parts[0].Size()))
	ok(t, err)
	for i, v := range parts {
		to, err := host.View().Slice(uint64(i)*v.Size(), v.Size())
		ok(t, err)
		ok(t, s.CopyToHost(to, v))
	}
	return &reading{host, s}
}

// saw waits for the reading and returns an error unless it saw nothing but one value.
func (r *reading) saw(t testing.TB, value byte) error {
	t.Helper()
	synchronize(t, r.s)
	err := all(r.host.Slice(), value)
	ok(t, r.host.Close())
	return err
}
