// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
)

// Engines returns all engines except [mempool.EngineAuto].
func Engines() []mempool.Engine {
	return []mempool.Engine{mempool.EngineNative, mempool.EngineCaching}
}

// EachEngine runs a test once for every engine, as a subtest with a new device from [New]. An
// engine that the device, the library or this release does not have is skipped with the
// reason. The test sets Engine in the Config of its pools:
//
//	acltest.EachEngine(t, func(t *testing.T, dev *acl.Device, e mempool.Engine) {
//		p := acltest.Pool(t, dev, mempool.Config{Engine: e, MaxSize: 64 << 20})
//		// ...
//	})
func EachEngine(t *testing.T, f func(t *testing.T, dev *acl.Device, e mempool.Engine)) {
	t.Helper()
	for _, e := range Engines() {
		t.Run(e.String(), func(t *testing.T) {
			dev := New(t)
			needsEngine(t, dev, e)
			f(t, dev, e)
		})
	}
}

// needsEngine skips a test if a small pool with the engine cannot be created.
func needsEngine(t testing.TB, dev *acl.Device, e mempool.Engine) {
	t.Helper()
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "trial", Engine: e, MaxSize: 1})
	if errors.Is(err, acl.ErrNotSupported) {
		t.Skipf("acltest: engine %s: %v", e, err)
	}
	if err == nil {
		err = p.Close(context.Background())
	}
	if err != nil {
		t.Fatalf("acltest: engine %s: %v", e, err)
	}
}
