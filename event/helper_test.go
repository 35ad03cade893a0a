// SPDX-License-Identifier: Apache-2.0

package event_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
)

func TestMain(m *testing.M) { acltest.Main(m) }

func newEvent(t testing.TB, dev *acl.Device, cfg event.Config) *event.Event {
	t.Helper()
	e, err := event.New(dev, cfg)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, e.Close()) })
	return e
}
