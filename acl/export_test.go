// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"testing"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/driver"
)

// UseDriver gives the process another driver for one test, with nothing initialised.
func UseDriver(t *testing.T, open func() (driver.API, error)) {
	t.Helper()
	if process.rt != nil {
		t.Fatal("ACL is initialised by an earlier test")
	}
	openDriver = func(*zap.Logger) (driver.API, error) { return open() }
	t.Cleanup(func() {
		if err := ShutdownForce(context.Background()); err != nil && !errors.Is(err, ErrDevice) {
			t.Error(err)
		}
		openDriver, process.config = defaultDriver, nil
	})
}
