// SPDX-License-Identifier: Apache-2.0

package core_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestSynchronizedReachesEveryHookUntilItIsRemoved(t *testing.T) {
	d := newDevice(t, idle(0, driver.Success))
	var first, second int
	removeFirst := d.OnSynchronize(func() { first++ })
	removeSecond := d.OnSynchronize(func() {
		if second++; second == 1 {
			removeFirst() // from inside a hook: no lock is held
		}
	})
	d.Synchronized()
	d.Synchronized()
	removeSecond()
	d.Synchronized()
	assert.Equal(t, [2]int{1, 2}, [2]int{first, second})
}

func TestOpensOfOneDeviceHaveItsStreamsAndHooksInCommon(t *testing.T) {
	d := newDevice(t, idle(0, driver.Success))
	twin, other := d.Runtime.NewDevice(0, 1), d.Runtime.NewDevice(1, 2)
	twin.Node = d.Node
	s := newStream(t, d, "a")
	u := newStream(t, twin, "b")
	assert.NotEqual(t, s.Slot, u.Slot)
	assert.Len(t, d.Streams(), 2)
	assert.Len(t, twin.Streams(), 2)
	assert.Empty(t, other.Streams())

	told := 0
	t.Cleanup(d.OnSynchronize(func() { told++ }))
	other.Synchronized()
	assert.Zero(t, told)
	twin.Synchronized()
	assert.Equal(t, 1, told)
}
