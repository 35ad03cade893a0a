// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"testing"

	"github.com/ascend-go/aclpool/acltest"
)

func TestMain(m *testing.M) { acltest.Main(m) }

const (
	kiB = 1 << 10
	miB = 1 << 20
)

// contexts are the two kinds of waits: a call that blocks, and polling.
func contexts(t *testing.T) map[string]context.Context {
	endless := context.Background()
	ending, cancel := context.WithCancel(endless)
	t.Cleanup(cancel)
	return map[string]context.Context{"endless": endless, "can end": ending}
}
