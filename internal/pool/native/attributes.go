// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/probe"
)

// setAndVerify sets an attribute and reads it back: some releases accept a value and lose it.
func (n *Engine) setAndVerify(attr driver.PoolAttr, value uint64) error {
	if err := n.set(attr, value); err != nil {
		return err
	}
	got, err := n.get(attr)
	if err != nil {
		return err
	}
	if got != value {
		return fmt.Errorf("%s: %w", probe.SettingLost(settingName(attr), value, got), errclass.NotSupported)
	}
	return nil
}

func settingName(attr driver.PoolAttr) string {
	switch attr {
	case driver.PoolReleaseThreshold:
		return "the release threshold"
	case driver.PoolReuseEvent:
		return "reuse by event"
	case driver.PoolReuseOpportunistic:
		return "opportunistic reuse"
	case driver.PoolReuseInternal:
		return "reuse with internal waits"
	case driver.PoolUsedHigh:
		return "the peak of used memory"
	case driver.PoolReservedHigh:
		return "the peak of reserved memory"
	}
	return fmt.Sprintf("attribute %d", attr)
}

func (n *Engine) set(attr driver.PoolAttr, value uint64) error {
	return fail("aclrtMemPoolSetAttr", n.dev.Driver.MemPoolSetAttr(n.dev.Context, n.handle, attr, value))
}

func (n *Engine) get(attr driver.PoolAttr) (uint64, error) {
	v, st := n.dev.Driver.MemPoolGetAttr(n.dev.Context, n.handle, attr)
	return v, fail("aclrtMemPoolGetAttr", st)
}
