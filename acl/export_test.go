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
	restore := SetDriver(open)
	t.Cleanup(func() {
		if err := restore(); err != nil && !errors.Is(err, ErrDevice) {
			t.Error(err)
		}
	})
}

// SetDriver is UseDriver for an example. The returned function ends it.
func SetDriver(open func() (driver.API, error)) (restore func() error) {
	if process.rt != nil {
		panic("ACL is initialised by an earlier test")
	}
	openDriver = func(*zap.Logger) (driver.API, error) { return open() }
	return func() error {
		err := ShutdownForce(context.Background())
		openDriver, process.config = defaultDriver, nil
		return err
	}
}
