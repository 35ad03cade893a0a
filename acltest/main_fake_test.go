//go:build fakeacl

// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
)

func TestLeaveDevice(t *testing.T) {
	if os.Getenv(leaveVariable) == "device" {
		_, err := acl.Open(0)
		require.NoError(t, err)
	}
}

func TestMainLoadsNoLibrary(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestLeaveDevice$")
	cmd.Env = append(os.Environ(), "ACLPOOL_TEST_DEVICE=library")
	out, _ := cmd.CombinedOutput()
	assert.Equal(t, 1, cmd.ProcessState.ExitCode(), "%s", out)
	assert.Contains(t, string(out), "test without the tag")
}

func TestMainLooksAtTheDeviceOfTheProcess(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestLeaveDevice$")
	cmd.Env = append(os.Environ(), leaveVariable+"=device")
	out, _ := cmd.CombinedOutput()
	assert.Equal(t, 1, cmd.ProcessState.ExitCode(), "%s", out)
	assert.Contains(t, string(out), `left open after all tests: acl: shutdown: runtime`)
	assert.Contains(t, string(out), `device 0`)
}
