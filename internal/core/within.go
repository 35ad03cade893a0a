// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// within holds a token for each call of [Within] that has not returned, whether or not its
// caller has given up on it, since each keeps an OS thread.
var within = make(chan struct{}, MaxBlocked)

// Within makes a call of the C function op, which blocks in the library and cannot be given up
// itself, and gives up on it when ctx ends. The call then goes on in its goroutine, and its
// status goes to late, if that is not nil. The caller holds a lease on node, or node is retired;
// the call has a lease of its own unless node is retired. No more than [MaxBlocked] such calls
// run at a time.
func Within(ctx context.Context, node *lifetime.Node, op string, call func() driver.Status, late func(driver.Status)) (driver.Status, error) {
	if ctx.Done() == nil {
		return call(), nil
	}
	select {
	case within <- struct{}{}:
	case <-ctx.Done():
		return driver.Status{}, Ended(ctx)
	}
	start := time.Now()
	leased := node.Enter() == nil
	result := make(chan driver.Status)
	go func() {
		st := call()
		if leased {
			node.Leave() // before the caller goes on, and may close it
		}
		<-within
		select {
		case result <- st:
		case <-ctx.Done():
			if late != nil {
				late(st)
			}
		}
	}()
	select {
	case st := <-result:
		return st, nil
	case <-ctx.Done():
		return driver.Status{}, fmt.Errorf("%s has not returned after %s, and goes on: %w", op, time.Since(start).Round(time.Millisecond), Ended(ctx))
	}
}
