// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	mib     = 1 << 20
	granule = driver.Granule
)

// rig is a machine whose devices are set, with the primary context of device 0.
type rig struct {
	t testing.TB
	*fakeacl.Machine
	ac      driver.Context
	kernels int
}

// newRig makes a machine of two small devices with pools; change may be nil.
func newRig(t testing.TB, change func(*fakeacl.Config)) *rig {
	t.Helper()
	cfg := fakeacl.Config{Product: "Ascend910B3", Devices: 2, Memory: 64 * mib, Pools: true}
	if change != nil {
		change(&cfg)
	}
	m, err := fakeacl.New(cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	r := &rig{t: t, Machine: m}
	r.ac = r.context(0)
	return r
}

// ok checks that a call succeeded.
func (r *rig) ok(st driver.Status) {
	r.t.Helper()
	require.True(r.t, st.OK(), "%v: %s", st.Code, st.Msg)
}

// must returns the value of a call that succeeded.
func must[T any](r *rig) func(v T, st driver.Status) T {
	return func(v T, st driver.Status) T {
		r.t.Helper()
		r.ok(st)
		return v
	}
}

func (r *rig) context(device int32) driver.Context {
	r.t.Helper()
	return must[driver.Context](r)(r.SetDevice(device))
}

func (r *rig) stream() driver.Stream {
	r.t.Helper()
	return must[driver.Stream](r)(r.CreateStream(r.ac))
}

func (r *rig) pool(size uint64) driver.Pool {
	r.t.Helper()
	return must[driver.Pool](r)(r.MemPoolCreate(r.ac, driver.PoolProps{LocationType: driver.LocationTypeDevice, MaxSize: size}))
}

func (r *rig) set(p driver.Pool, attr driver.PoolAttr, value uint64) {
	r.t.Helper()
	r.ok(r.MemPoolSetAttr(r.ac, p, attr, value))
}

func (r *rig) attr(p driver.Pool, attr driver.PoolAttr) uint64 {
	r.t.Helper()
	return must[uint64](r)(r.MemPoolGetAttr(r.ac, p, attr))
}

func (r *rig) alloc(p driver.Pool, size uint64, s driver.Stream) driver.Addr {
	r.t.Helper()
	return must[driver.Addr](r)(r.MallocAsync(r.ac, p, size, s))
}

func (r *rig) free(a driver.Addr, s driver.Stream) {
	r.t.Helper()
	r.ok(r.FreeAsync(r.ac, a, s))
}

func (r *rig) malloc(size uint64) driver.Addr {
	r.t.Helper()
	return must[driver.Addr](r)(r.Malloc(r.ac, size, driver.MallocHugeFirst))
}

func (r *rig) host(size uint64) driver.Mem {
	r.t.Helper()
	return must[driver.Mem](r)(r.MallocHost(r.ac, size))
}

func (r *rig) sync(s driver.Stream) {
	r.t.Helper()
	r.ok(r.SynchronizeStream(r.ac, s))
}

// elsewhere returns the rig in another context of device 0, whose streams go on when a failure
// stops those of this one.
func (r *rig) elsewhere() *rig {
	r.t.Helper()
	other := *r
	other.ac = must[driver.Context](r)(r.CreateContext(0))
	return &other
}

// register registers a kernel with a unique name and returns its function.
func (r *rig) register(k gokernel.Kernel) driver.Function {
	r.t.Helper()
	r.kernels++
	name := fmt.Sprintf("kernel_%d", r.kernels)
	require.NoError(r.t, r.RegisterKernel(name, k))
	b := must[driver.Binary](r)(r.BinaryLoadFromData(r.ac, []byte("aclpool-sim 1\n"+name+"\n")))
	return must[driver.Function](r)(r.BinaryGetFunction(r.ac, b, name))
}

func (r *rig) launch(s driver.Stream, k gokernel.Kernel) {
	r.t.Helper()
	r.ok(r.LaunchKernelWithHostArgs(r.ac, r.register(k), 1, s, nil))
}

// hold stops a stream with a kernel that runs until release is called.
func (r *rig) hold(s driver.Stream) (release func()) {
	r.t.Helper()
	gate, started := make(chan struct{}), make(chan struct{})
	r.launch(s, func(c *gokernel.Call) error {
		close(started)
		select {
		case <-gate:
		case <-c.Done():
		}
		return nil
	})
	<-started
	return func() { close(gate) }
}

// note appends to a list when the stream gets there.
func (r *rig) note(s driver.Stream, to chan<- string, what string) {
	r.t.Helper()
	r.launch(s, func(*gokernel.Call) error { to <- what; return nil })
}

func (r *rig) busy(s driver.Stream) bool {
	r.t.Helper()
	return must[driver.StreamStatus](r)(r.StreamQuery(r.ac, s)) == driver.StreamNotReady
}

// breakStream makes a stream stop by a failure, and waits for that. The other streams of its
// context stop, too.
func (r *rig) breakStream(s driver.Stream) {
	r.t.Helper()
	r.ok(r.SetStreamFailureMode(r.ac, s, driver.StopOnFailure))
	r.launch(s, func(*gokernel.Call) error { return assert.AnError })
	require.Equal(r.t, driver.RTAICoreException, r.SynchronizeStream(r.ac, s).Code)
}

// refusal is a call that has to fail.
type refusal struct {
	call func(r *rig) driver.Status
	code driver.Code
	text string // part of what it says
}

// refuse runs each refusal on a machine of its own.
func refuse(t *testing.T, tests map[string]refusal) {
	t.Helper()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			st := tt.call(newRig(t, nil))
			assert.Equal(t, tt.code, st.Code, st.Msg)
			assert.Contains(t, st.Msg, tt.text)
			if tt.code != driver.Success {
				assert.NotEmpty(t, st.Msg)
			}
		})
	}
}

// status drops the value of a call.
func status[T any](_ T, st driver.Status) driver.Status { return st }
