// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// Stream creates a stream for one test. At the end of the test it closes the stream, which
// waits for its work. An error of that Close fails the test; a test that expects the error
// closes the stream itself. Cleanups run in reverse order: if a later cleanup of the test
// frees memory that the stream uses, synchronize the stream at the end of the test. The stream
// is an ordinary one without a name of its own, unless cfg has one Config.
func Stream(t testing.TB, dev *acl.Device, cfg ...stream.Config) *stream.Stream {
	t.Helper()
	s, err := stream.New(dev, one(t, cfg))
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	closeLater(t, s)
	return s
}

// Event creates an event for one test, and closes it when the test ends.
func Event(t testing.TB, dev *acl.Device, cfg ...event.Config) *event.Event {
	t.Helper()
	e, err := event.New(dev, one(t, cfg))
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	t.Cleanup(func() {
		t.Helper()
		if err := e.Close(); err != nil && !t.Skipped() {
			t.Errorf("acltest: %v", err)
		}
	})
	return e
}

// one returns the only Config of a call, or the zero Config if there is none.
func one[T any](t testing.TB, cfg []T) (c T) {
	t.Helper()
	switch len(cfg) {
	case 0:
	case 1:
		c = cfg[0]
	default:
		t.Fatalf("acltest: %d Configs: want at most one", len(cfg))
	}
	return c
}

// Pool creates a pool for one test, and closes it when the test ends. A block that is still
// live then fails the test.
func Pool(t testing.TB, dev *acl.Device, cfg mempool.Config) *mempool.Pool {
	t.Helper()
	p, err := mempool.New(context.Background(), dev, cfg)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	t.Cleanup(func() {
		t.Helper()
		if errors.Is(closeAtEnd(t, p), acl.ErrBusy) && !t.Skipped() {
			refused.add(t, p.Name())
		}
	})
	return p
}

// closer is a stream or a pool.
type closer interface {
	Close(ctx context.Context) error
	Device() *acl.Device
}

func closeLater(t testing.TB, c closer) {
	t.Helper()
	t.Cleanup(func() {
		t.Helper()
		_ = closeAtEnd(t, c)
	})
}

// closeAtEnd closes an object and reports the error, which it returns.
func closeAtEnd(t testing.TB, c closer) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := c.Close(ctx)
	if err != nil && !t.Skipped() {
		failHazardsFirst(t, c.Device())
		t.Errorf("acltest: at the end of the test: %v", err)
	}
	return err
}
