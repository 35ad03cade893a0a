// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
	"time"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// endPatience is how much longer than its context a forced shutdown waits for each call
// that ends something. On a device that works, such calls return at once.
const endPatience = time.Second

// End runs a call that ends something and cannot itself be given up, such as the reset of a
// device. It waits until ctx has ended and endPatience has passed, and then returns
// errclass.Timeout; the call goes on in its goroutine.
func End(ctx context.Context, what string, call func() error) error {
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.NewTimer(endPatience)
	defer late.Stop()
	select {
	case err := <-done:
		return err
	case <-late.C:
		return fmt.Errorf("%s has not returned %v after the end of the context: %w", what, endPatience, errclass.Timeout)
	}
}
