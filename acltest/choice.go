// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"
)

// onLibrary reports whether tests run on an ACL library: the one that ACLPOOL_LIBRARY
// names, or with ACLPOOL_TEST_DEVICE=library the one that is found. A build with the tag
// fakeacl has none, whatever the variables say.
func onLibrary() bool {
	return mayLoad && (os.Getenv("ACLPOOL_LIBRARY") != "" || os.Getenv("ACLPOOL_TEST_DEVICE") == "library")
}

// checkAsked returns an error if the variables ask for a device that this build cannot
// use: a run that is meant for hardware must not pass on a simulated machine.
func checkAsked() error {
	switch asked := os.Getenv("ACLPOOL_TEST_DEVICE"); {
	case asked == "":
		return nil
	case asked != "library":
		return fmt.Errorf("ACLPOOL_TEST_DEVICE is %q: want library, or unset it for simulated machines in Go", asked)
	case !mayLoad:
		return errors.New("ACLPOOL_TEST_DEVICE asks for an ACL library, and a build with the tag fakeacl loads none: test without the tag")
	}
	return nil
}

// RequireGoMachine skips a test that needs simulated machines in Go, if the tests run on
// an ACL library. Such a test runs on fake time, looks inside a machine, or has several
// machines. It calls RequireGoMachine first, and outside testing/synctest.
func RequireGoMachine(t testing.TB) {
	t.Helper()
	if onLibrary() {
		t.Skip("acltest: the tests run on an ACL library, and this one needs a simulated machine in Go")
	}
}

// inBubble reports whether time is fake: inside testing/synctest it begins in the year
// 2000. A call into C would stop the clock for good.
func inBubble() bool { return time.Now().Year() < 2020 }
