// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// leaveVariable is the environment variable that makes TestLeave leave something open.
const leaveVariable = "ACLTEST_LEAVE"

// TestLeave runs in the test binaries that TestMainLooks starts.
func TestLeave(t *testing.T) {
	switch os.Getenv(leaveVariable) {
	case "stream":
		dev, err := sim.Open(sim.A2)
		require.NoError(t, err)
		_, err = stream.New(dev, stream.Config{Name: "left"})
		require.NoError(t, err)
	case "failure":
		t.Error("failed")
	case "nothing":
		acltest.Stream(t, acltest.New(t))
	}
}

// A run fails if it asks for a device that it cannot use.
func TestMainRefusesWishes(t *testing.T) {
	for _, asked := range []string{"npu", "Library", "1"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestLeave$")
		cmd.Env = append(os.Environ(), "ACLPOOL_TEST_DEVICE="+asked)
		out, _ := cmd.CombinedOutput()
		assert.Equal(t, 1, cmd.ProcessState.ExitCode(), "%s", out)
		assert.Contains(t, string(out), "want library, or unset it")
	}
}

func TestMainLooks(t *testing.T) {
	acltest.RequireGoMachine(t)
	tests := map[string]struct {
		code int
		text string
	}{
		"nothing": {0, "acltest: devices are simulated"},
		"stream": {1, "acltest: left open after all tests: stream \"left\" on simulated Ascend910B3, 1 device of 65536 MiB\n" +
			"acltest: left open after all tests: device \"0\" on simulated Ascend910B3, 1 device of 65536 MiB\n" +
			"acltest: still running after all tests"},
		"failure": {1, "--- FAIL: TestLeave"},
	}
	for left, tt := range tests {
		t.Run(left, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestLeave$")
			cmd.Env = append(os.Environ(), leaveVariable+"="+left)
			out, _ := cmd.CombinedOutput()
			assert.Equal(t, tt.code, cmd.ProcessState.ExitCode(), "%s", out)
			assert.Contains(t, string(out), tt.text)
		})
	}
}
