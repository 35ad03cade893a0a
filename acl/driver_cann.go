//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/driver"
)

// defaultDriver opens the vendor's library at run time.
func defaultDriver() (driver.API, error) {
	l, err := cshim.Open(cshim.Options{})
	if err != nil {
		return nil, fmt.Errorf("acl: init: %w", err)
	}
	return l, nil
}
