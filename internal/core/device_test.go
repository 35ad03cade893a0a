// SPDX-License-Identifier: Apache-2.0

package core_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/core"
)

func TestSynchronizedReachesEveryHookUntilItIsRemoved(t *testing.T) {
	var d core.Device
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
