//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/driver"
)

// defaultDriver opens the vendor's library at run time. What the library does to the
// process then and later is logged.
func defaultDriver(log *zap.Logger) (driver.API, error) {
	l, err := cshim.Open(cshim.Options{Log: log})
	if err != nil {
		return nil, fmt.Errorf("acl: init: %w", err)
	}
	return l, nil
}
