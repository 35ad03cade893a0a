// SPDX-License-Identifier: Apache-2.0

package core_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

func TestCompleted(t *testing.T) {
	for code, want := range map[driver.Code]bool{
		0:      true,
		207003: true, // a float overflowed
		207016: true,
		207017: true,
		507005: true,  // end of data
		507023: true,  // a model left early
		507901: false, // the session with the device is gone, whatever the library calls it
		507015: false,
		507046: false,
		107003: false,
		-1:     false,
	} {
		assert.Equal(t, want, core.Completed(driver.Status{Code: code}), "code %d", code)
	}
}
