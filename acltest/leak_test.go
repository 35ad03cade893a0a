// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestMain(m *testing.M) { acltest.Main(m) }

func TestCleanTestPasses(t *testing.T) {
	r := record(t, func(t testing.TB) {
		dev := acltest.New(t)
		s := acltest.Stream(t, dev)
		p := acltest.Pool(t, dev, mempool.Config{})
		b, err := p.MallocAsync(s, 1)
		require.NoError(t, err)
		require.NoError(t, p.FreeAsync(s, b))
	})
	assert.Empty(t, r.failures)
}

// A test is skipped where it finds out that it has to be, such as at its first Hold.
func TestSkippedTestMayLeaveObjectsOpen(t *testing.T) {
	t.Run("left open", func(t *testing.T) {
		dev := acltest.New(t)
		for name, leak := range leaks {
			if name != "device" {
				leak.leave(t, dev)
			}
		}
		t.Skip("in between")
	})
	acltest.New(t) // the library is free again
}

func TestTestMayCloseItself(t *testing.T) {
	acltest.RequireGoMachine(t)
	r := record(t, func(t testing.TB) {
		ctx, m := context.Background(), acltest.NewMachine(t, sim.Config{})
		dev := acltest.Open(t, m, 0)
		s, p := acltest.Stream(t, dev), acltest.Pool(t, dev, mempool.Config{})
		require.NoError(t, p.Close(ctx))
		require.NoError(t, s.Close(ctx))
		require.NoError(t, dev.Close(ctx))
		require.NoError(t, m.Close(ctx))
	})
	assert.Empty(t, r.failures)
}

// leaks create an object of each kind and leave it open.
var leaks = map[string]struct {
	leave func(t testing.TB, dev *acl.Device)
	name  string // in the report
}{
	"stream": {func(t testing.TB, dev *acl.Device) {
		_, err := stream.New(dev, stream.Config{Name: "left"})
		require.NoError(t, err)
	}, `stream "left" was left open`},
	"event": {func(t testing.TB, dev *acl.Device) {
		_, err := event.New(dev, event.Config{})
		require.NoError(t, err)
	}, `event "`},
	"pool": {func(t testing.TB, dev *acl.Device) {
		_, err := mempool.New(context.Background(), dev, mempool.Config{Name: "left"})
		require.NoError(t, err)
	}, `pool "left" was left open`},
	"device memory": {func(t testing.TB, dev *acl.Device) {
		_, err := dev.Malloc(64)
		require.NoError(t, err)
	}, `device memory "0x`},
	"host buffer": {func(t testing.TB, dev *acl.Device) {
		_, err := acl.NewHostBuffer[byte](dev, 64)
		require.NoError(t, err)
	}, `host buffer "64 bytes" was left open`},
	"kernel": {func(t testing.TB, dev *acl.Device) {
		_, err := kernel.LoadBytes(dev, sim.KernelFile("any"))
		require.NoError(t, err)
	}, `kernel binary "`},
}

func TestLeakFailsTheTest(t *testing.T) {
	acltest.RequireGoMachine(t)
	for name, leak := range leaks {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // fails if a goroutine is left
				var dev *acl.Device
				r := record(t, func(t testing.TB) {
					dev = acltest.New(t)
					leak.leave(t, dev)
				})
				require.Len(t, r.failures, 1)
				assert.Contains(t, r.text(), leak.name)
				assert.Contains(t, r.text(), "left open at the end of the test")
				assert.Regexp(t, `it was made at \S*/leak_test\.go:\d+ \S*/acltest_test\.\S+$`, r.text())
				_, err := dev.MemInfo()
				assert.ErrorIs(t, err, acl.ErrClosed, "the device was closed by force")
			})
		})
	}
}

func TestOpenDeviceFailsTheTest(t *testing.T) {
	acltest.RequireGoMachine(t)
	r := record(t, func(t testing.TB) {
		_, err := acltest.NewMachine(t, sim.Config{Devices: 2}).Open(1)
		require.NoError(t, err)
	})
	assert.Contains(t, r.text(), `device 1 was left open`)
}

func TestLiveBlockFailsTheTest(t *testing.T) {
	r := record(t, func(t testing.TB) {
		dev := acltest.New(t)
		_, err := acltest.Pool(t, dev, mempool.Config{Name: "kv"}).MallocAsync(acltest.Stream(t, dev), 1)
		require.NoError(t, err)
	})
	require.Len(t, r.failures, 1, "once")
	assert.Regexp(t, `close "kv": 1 live block: .* allocated at .*/leak_test\.go:\d+ `, r.text())
}

func TestFailedStreamFailsTheTest(t *testing.T) {
	acltest.RequireGoMachine(t)
	r := record(t, func(t testing.TB) {
		m := acltest.NewMachine(t, sim.Config{})
		require.NoError(t, m.Sim().RegisterKernel("fault", func(*sim.Call) error { return assert.AnError }))
		launch(t, acltest.Open(t, m, 0), "fault")
	})
	require.Len(t, r.failures, 1)
	assert.Contains(t, r.text(), "at the end of the test: stream: close")
	assert.Contains(t, r.text(), assert.AnError.Error())
}

// launch runs a kernel on a stream that is closed at the end of the test, before the binary.
func launch(t testing.TB, dev *acl.Device, name string) {
	bin, err := kernel.LoadBytes(dev, sim.KernelFile(name))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, bin.Close()) })
	f, err := bin.Function(name)
	require.NoError(t, err)
	require.NoError(t, f.Launch(acltest.Stream(t, dev), 1, kernel.Args()))
}

// A kernel that never returns delays the end of the test by patience only.
func TestStuckKernel(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) { // on fake time
		var dev *acl.Device
		r := record(t, func(t testing.TB) {
			m := acltest.NewMachine(t, sim.Config{})
			require.NoError(t, m.Sim().RegisterKernel("stuck", func(c *sim.Call) error { <-c.Done(); return nil }))
			dev = acltest.Open(t, m, 0)
			launch(t, dev, "stuck")
		})
		assert.Contains(t, r.text(), "close by force")
		_, err := dev.MemInfo()
		assert.ErrorIs(t, err, acl.ErrClosed)
	})
}

func TestImpossibleDeviceEndsTheTest(t *testing.T) {
	acltest.RequireGoMachine(t)
	tests := map[string]struct {
		test func(t testing.TB)
		text string
	}{
		"machine": {func(t testing.TB) { acltest.NewMachine(t, sim.Config{Devices: -1}) }, "-1 devices"},
		"device":  {func(t testing.TB) { acltest.Open(t, acltest.NewMachine(t, sim.Config{}), 1) }, "device 1"},
		"pool":    {func(t testing.TB) { acltest.Pool(t, acltest.New(t), mempool.Config{MaxSize: 1 << 60}) }, "MaxSize"},
		"stream":  {func(t testing.TB) { acltest.Stream(t, nil) }, "no device"},
	}
	for name, tt := range tests {
		r := record(t, tt.test)
		assert.True(t, r.stopped, name)
		assert.Contains(t, r.text(), tt.text, name)
	}
}

// A kernel may come after the stream that runs it: the end of the test waits for it. A failure is
// the stream's.
func TestKernelAfterItsStream(t *testing.T) {
	acltest.RequireGoMachine(t)
	tests := map[string]struct {
		stream stream.Config
		err    error
		texts  []string // of the failures
	}{
		"works":                         {},
		"fails":                         {err: assert.AnError, texts: []string{`stream: close "s": `}},
		"fails and has stopped streams": {stream.Config{StopOnFailure: true}, assert.AnError, []string{"create streams that run the kernel after it", `stream: close "s": `}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // on fake time
				ran := false
				r := record(t, func(t testing.TB) {
					dev := acltest.New(t)
					tt.stream.Name = "s"
					s, err := stream.New(dev, tt.stream)
					require.NoError(t, err)
					t.Cleanup(func() {
						if err := s.Close(context.Background()); err != nil {
							t.Errorf("%v", err)
						}
					})
					f := acltest.Kernel(t, dev, func(*sim.Call) error {
						time.Sleep(time.Second)
						ran = true
						return tt.err
					})
					require.NoError(t, f.Launch(s, 1, kernel.Args()))
				})
				assert.True(t, ran)
				require.GreaterOrEqual(t, len(r.failures), len(tt.texts))
				if len(tt.texts) == 0 {
					assert.Empty(t, r.failures)
				}
				for i, text := range tt.texts {
					assert.Contains(t, r.failures[i], text)
				}
			})
		})
	}
}
