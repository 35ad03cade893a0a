// SPDX-License-Identifier: Apache-2.0

package core_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// A failure that the program gets from the call itself leaves room for the next one, which
// may be observed before the program has the first.
func TestFailuresAreReportedOnce(t *testing.T) {
	var s core.Stream
	first, second := driver.Fail(driver.RTAICoreException, "first"), driver.Fail(driver.RTAICoreException, "second")
	s.ObserveReported("aclrtSynchronizeStream", first, true)
	assert.Nil(t, s.Unreported(), "the call returns it")
	assert.Equal(t, first, s.Failure().Status)
	s.Observe("aclrtStreamQuery", second, false)
	s.Observe("aclrtStreamQuery", driver.Status{}, true)
	f := s.Unreported()
	require.NotNil(t, f)
	assert.Equal(t, second, f.Status)
	assert.Nil(t, s.Unreported())
	s.Observe("aclrtStreamQuery", driver.Status{}, true)
	assert.Nil(t, s.Failure())
}
