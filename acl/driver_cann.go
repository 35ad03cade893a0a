//go:build cgo && linux && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
)

// defaultDriver opens the vendor's library at run time.
func defaultDriver() (driver.API, error) {
	return nil, fmt.Errorf("acl: init: this release has no driver for the vendor's library yet: "+
		"build with -tags fakeacl for the simulated device: %w", ErrNotSupported)
}
