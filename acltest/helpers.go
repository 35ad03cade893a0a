// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// Stream makes a stream for one test, and closes it when the test ends, which waits for
// its work. An error of that Close fails the test: a test that expects the error closes
// the stream itself. Cleanups run in reverse order, so memory that a later cleanup of the
// test frees must not be in use by then: synchronize the stream at the end of the test.
func Stream(t testing.TB, dev *acl.Device) *stream.Stream {
	t.Helper()
	s, err := stream.New(dev, stream.Config{})
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	closeLater(t, s)
	return s
}

// Pool makes a pool for one test, and closes it when the test ends. A block that is then
// still live fails the test.
func Pool(t testing.TB, dev *acl.Device, cfg mempool.Config) *mempool.Pool {
	t.Helper()
	p, err := mempool.New(context.Background(), dev, cfg)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	closeLater(t, p)
	return p
}

func closeLater(t testing.TB, c interface{ Close(context.Context) error }) {
	t.Helper()
	t.Cleanup(func() {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := c.Close(ctx); err != nil && !t.Skipped() {
			t.Errorf("acltest: at the end of the test: %v", err)
		}
	})
}
