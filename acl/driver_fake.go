//go:build fakeacl

// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// defaultDriver makes the simulated device of this process, which the ACLPOOL_SIM_*
// variables shape.
func defaultDriver(*zap.Logger) (driver.API, error) {
	m, err := fakeacl.FromEnvironment()
	if err != nil {
		return nil, fmt.Errorf("acl: init: %w", err)
	}
	return m, nil
}
