// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// named is a test of any name that keeps the text with which it fails.
type named struct {
	testing.TB
	name, text string
}

func (n *named) Name() string { return n.name }
func (n *named) Helper()      {}

func (n *named) Fatalf(format string, args ...any) {
	n.text = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// refusal returns the text with which a test of that name fails to get the library.
func refusal(name string) string {
	n := &named{name: name}
	ended := make(chan struct{})
	go func() { defer close(ended); acquire(n) }()
	<-ended
	return n.text
}

// A test that already uses the library fails if it asks for it again, and so do its subtests.
// It neither waits for itself nor is skipped in its middle.
func TestLibraryIsUsedOnceInATest(t *testing.T) {
	if onLibrary() {
		t.Skip("another test may use the library")
	}
	acquire(&named{name: "TestA"})
	for _, name := range []string{"TestA", "TestA/sub"} {
		assert.Equal(t, "acltest: TestA uses the ACL library already, and a process has one: "+
			"open several devices of one NewMachine, or call RequireGoMachine at the beginning of the test", refusal(name))
	}
	release()

	waits := make(chan struct{})
	acquire(&named{name: "TestA"})
	go func() { acquire(&named{name: "TestAB"}); close(waits) }()
	release()
	<-waits
	require.NotEmpty(t, refusal("TestAB"))
	release()
}
