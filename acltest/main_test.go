// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/kernel"
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
		s, err := stream.New(dev, stream.Config{Name: "left"})
		require.NoError(t, err)
		launchForever(t, dev, s)
	case "machine": // has no goroutine
		_, err := sim.New(sim.Config{})
		require.NoError(t, err)
	case "memory":
		m, err := sim.New(sim.Config{LeakStacks: true})
		require.NoError(t, err)
		dev, err := m.Open(0)
		require.NoError(t, err)
		_, err = dev.Malloc(8)
		require.NoError(t, err)
	case "closed machine":
		m, err := sim.New(sim.Config{})
		require.NoError(t, err)
		require.NoError(t, m.Close(t.Context()))
	case "failure":
		t.Error("failed")
	case "nothing":
		acltest.Stream(t, acltest.New(t))
	}
}

// launchForever enqueues a kernel that never ends.
func launchForever(t *testing.T, dev *acl.Device, s *stream.Stream) {
	t.Helper()
	const name = "acltest_test.forever"
	require.NoError(t, sim.RegisterKernel(name, func(*sim.Call) error { select {} }))
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(name))
	require.NoError(t, err)
	f, err := bin.Function(name)
	require.NoError(t, err)
	require.NoError(t, f.Launch(s, 1, kernel.Args()))
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
	const open = `acltest: left open after all tests: simulated Ascend910B3, 1 device of 65536 MiB; it was made at .*/acltest/main_test\.go:\d+ .*TestLeave\n`
	tests := map[string]struct {
		code int
		text string // a regular expression
	}{
		"nothing":        {0, `acltest: devices are simulated`},
		"closed machine": {0, `acltest: devices are simulated`},
		"machine":        {1, open + `$`},
		"memory": {1, open + `acltest: left open on it: device memory "[^"]*"; it was made at .*/acltest/main_test\.go:\d+ .*TestLeave\n` +
			`acltest: left open on it: device 0; it was made at .*/acltest/main_test\.go:\d+ .*TestLeave\n`},
		"stream": {1, open + `acltest: left open on it: kernel binary .*\nacltest: left open on it: stream "left"\nacltest: left open on it: device 0\n` +
			`acltest: still running after all tests`},
		"failure": {1, `--- FAIL: TestLeave`},
	}
	for left, tt := range tests {
		t.Run(left, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestLeave$")
			cmd.Env = append(os.Environ(), leaveVariable+"="+left)
			out, _ := cmd.CombinedOutput()
			assert.Equal(t, tt.code, cmd.ProcessState.ExitCode(), "%s", out)
			assert.Regexp(t, tt.text, string(out))
		})
	}
}
