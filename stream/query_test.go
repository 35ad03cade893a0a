// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
)

// A failure that ACL reports to a query of the program is returned by that query, and by no
// other call beside it.
func TestFailureOfAQueryIsReportedOnce(t *testing.T) {
	const rounds = 2000
	dev := acltest.New(t)
	d := testkit.Faults(dev)
	s := acltest.Stream(t, dev)
	for range rounds {
		var first sync.Once
		hook := d.Before(func(faultdriver.Call) (st driver.Status) {
			first.Do(func() { st = driver.Fail(driver.RTAICoreException, "bad address") })
			return st
		}, "aclrtStreamQuery")
		errs := make(chan error, 2)
		go func() { _, err := s.Query(); errs <- err }()
		go func() {
			for (*opaque.Stream)(s).Inner().Failure() == nil {
				runtime.Gosched()
			}
			_, err := s.Query()
			errs <- err
		}()
		failures := 0
		for range cap(errs) {
			if err := <-errs; err != nil {
				require.ErrorIs(t, err, acl.ErrDevice)
				failures++
			}
		}
		require.Equal(t, 1, failures)
		hook.Remove()
		require.NoError(t, s.Synchronize(t.Context()))
	}
}
