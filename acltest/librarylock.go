// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"strings"
	"sync"
	"testing"
)

// holder is the test that uses the library of the process. Other tests wait for it.
var holder struct {
	library sync.Mutex

	mu   sync.Mutex
	name string
}

// acquire waits until no other test uses the library. It fails a test that already uses the
// library: it would wait for itself.
func acquire(t testing.TB) {
	t.Helper()
	holder.mu.Lock()
	name := holder.name
	holder.mu.Unlock()
	if name != "" && strings.HasPrefix(t.Name()+"/", name+"/") {
		t.Fatalf("acltest: %s uses the ACL library already, and a process has one: "+
			"open several devices of one NewMachine, or call RequireGoMachine at the beginning of the test", name)
	}
	holder.library.Lock()
	holder.mu.Lock()
	holder.name = t.Name()
	holder.mu.Unlock()
}

// release lets the next test use the library.
func release() {
	holder.mu.Lock()
	holder.name = ""
	holder.mu.Unlock()
	holder.library.Unlock()
}
