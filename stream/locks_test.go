// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/testkit"
)

// An event learns about its stream while a stream records the event: the two locks must
// not be taken the other way round.
func TestRecordBesideQueryEndsUp(t *testing.T) {
	dev := acltest.New(t)
	s, e := acltest.Stream(t, dev), testkit.Event(t, dev)
	require.NoError(t, s.Record(e))
	const rounds = 2000
	var wg sync.WaitGroup
	for _, call := range []func() error{
		func() error { return s.Record(e) },
		func() error { _, err := e.Query(); return err },
		func() error { return s.WaitEvent(e) },
		func() error { _, err := s.Query(); return err },
		func() error { return e.Synchronize(context.Background()) },
	} {
		wg.Go(func() {
			for range rounds {
				if !assert.NoError(t, call()) {
					return
				}
			}
		})
	}
	wg.Wait()
}
