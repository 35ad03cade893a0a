// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
)

// setAndVerify sets an attribute and reads it back: releases are known that accept a value
// and lose it.
func (n *Engine) setAndVerify(attr driver.PoolAttr, value uint64) error {
	if err := n.set(attr, value); err != nil {
		return err
	}
	got, err := n.get(attr)
	if err != nil {
		return err
	}
	if got != value {
		return fmt.Errorf("attribute %d was set to %d and reads back as %d: %w", attr, value, got, errclass.NotSupported)
	}
	return nil
}

func (n *Engine) set(attr driver.PoolAttr, value uint64) error {
	return fail("aclrtMemPoolSetAttr", n.dev.Driver.MemPoolSetAttr(n.dev.Context, n.handle, attr, value))
}

func (n *Engine) get(attr driver.PoolAttr) (uint64, error) {
	v, st := n.dev.Driver.MemPoolGetAttr(n.dev.Context, n.handle, attr)
	return v, fail("aclrtMemPoolGetAttr", st)
}
