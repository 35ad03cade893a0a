// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// view is a part of a region that a kernel has.
type view struct {
	region    *region
	off, size uint64
}

// LaunchKernel calls aclrtLaunchKernel: the arguments are read when the kernel executes.
func (m *Machine) LaunchKernel(ac driver.Context, f driver.Function, blocks uint32, args driver.Addr, size uint64, h driver.Stream) driver.Status {
	const op = "aclrtLaunchKernel"
	if args == 0 {
		return null(op, "argsData")
	}
	return m.enqueueLaunch(op, ac, f, h, &task{blocks: blocks, addr: args, size: size}, nil)
}

// LaunchKernelWithHostArgs calls aclrtLaunchKernelWithHostArgs: the arguments are copied
// during the call.
func (m *Machine) LaunchKernelWithHostArgs(ac driver.Context, f driver.Function, blocks uint32, h driver.Stream, args []byte) driver.Status {
	return m.enqueueLaunch("aclrtLaunchKernelWithHostArgs", ac, f, h, &task{blocks: blocks}, args)
}

// LaunchByName launches a registered kernel that is in no binary, for programs whose compiler
// would have built the kernel in. The arguments are copied during the call.
func (m *Machine) LaunchByName(ac driver.Context, name string, blocks uint32, h driver.Stream, args []byte) driver.Status {
	const op = "aclpoolSimLaunch"
	k := m.kernel(name)
	if k == nil {
		return fail(driver.RTParamInvalid, badArgument, op, "no kernel %q is registered: there are %s", name, strings.Join(m.kernelNames(), ", "))
	}
	built := &function{name: name, kernel: k}
	return m.enqueueFunction(op, ac, func(*device) *function { return built }, h, &task{blocks: blocks}, args)
}

func (m *Machine) enqueueLaunch(op string, ac driver.Context, f driver.Function, h driver.Stream, t *task, args []byte) driver.Status {
	if f == 0 {
		return null(op, "funcHandle")
	}
	st := m.enqueueFunction(op, ac, func(d *device) *function { return d.functions[f] }, h, t, args)
	if st.OK() && t.function == nil {
		return stale(op, "kernel", handle(f))
	}
	return st
}

// enqueueFunction enqueues a launch of the function that find returns with the device locked.
// If there is none, it does nothing.
func (m *Machine) enqueueFunction(op string, ac driver.Context, find func(*device) *function, h driver.Stream, t *task, args []byte) driver.Status {
	if t.blocks == 0 {
		return fail(driver.RTParamInvalid, badArgument, op, "numBlocks is 0: want at least 1")
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	if t.function = find(c.device); t.function == nil {
		return driver.Status{}
	}
	s, st := c.stream(op, h)
	if !st.OK() {
		return st
	}
	t.watch = s.takeWatch()
	if st := s.arguments(op, t); !st.OK() {
		t.endWatch()
		return st
	}
	s.watched(op, t)
	s.enqueueTask(&operation{kind: launch, pos: s.line.Next()}, t, args)
	return driver.Status{}
}

// launch executes a kernel, block by block.
func (s *stream) launch(t *task) *failure {
	err := s.runKernel(t)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, gokernel.ErrOverflow):
		s.device.mu.Lock()
		defer s.device.mu.Unlock()
		s.overflow, s.device.overflowed = true, true
		return nil
	}
	if t.function.engine {
		return &failure{driver.RTSysDMA, fmt.Sprintf("%s: %v", t.function.name, err)}
	}
	return &failure{driver.RTAICoreException, fmt.Sprintf("kernel %q: %v", t.function.name, err)}
}

// runKernel runs the kernel and returns its first failure; the blocks after one with an
// overflow are still run.
func (s *stream) runKernel(t *task) (err error) {
	defer t.endWatch()
	defer s.endViews()
	defer s.endCompare()
	args := t.args.bytes
	if t.addr != 0 {
		if args, err = s.view(t.addr, t.size, false); err != nil {
			return fmt.Errorf("arguments: %w", err)
		}
	}
	c := &s.call
	c.Name, c.Blocks, c.Args, c.Exact, c.Device = t.function.name, t.blocks, args, t.addr == 0, &s.kernelDevice
	var overflow error
	for c.Block = range t.blocks {
		if isClosed(s.kernelDevice.done) {
			return nil
		}
		switch err := t.function.kernel.Run(c); {
		case err == nil:
		case errors.Is(err, gokernel.ErrOverflow):
			overflow = err
		default:
			return ofBlock(c, err)
		}
	}
	return overflow
}

// ofBlock adds to the failure of a kernel which of its blocks it is of, if it has several.
func ofBlock(c *gokernel.Call, err error) error {
	if c.Blocks < 2 {
		return err
	}
	return fmt.Errorf("block %d of %d: %w", c.Block, c.Blocks, err)
}

func isClosed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// view returns device memory for the running kernel, which may not write to memory that its
// device may only read.
func (s *stream) view(a driver.Addr, n uint64, writes bool) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	if b, ok := s.argumentView(a, n); ok {
		return b, nil
	}
	if isVirtualAddress(a) {
		v, b, err := s.device.machine.virtual.view(s.device, a, n, writes)
		if err == nil {
			s.views = append(s.views, v)
		}
		return b, err
	}
	if o, ok := s.device.machine.pinned.pinReachable(a, n); ok {
		s.pins = append(s.pins, o)
		return o.bytes(n)
	}
	d := s.device.machine.deviceOf(a)
	if d == nil || d != s.device && !s.device.reaches(d) {
		return nil, fmt.Errorf("%s memory that device %d can reach", notIn(n, a), s.device.id)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.region(a)
	if r == nil {
		return nil, fmt.Errorf("%s memory of device %d", notIn(n, a), d.id)
	}
	off := r.offset(a)
	b, err := r.view(off, n)
	if err == nil {
		s.views = append(s.views, view{r, off, n})
	}
	return b, err
}

// reaches reports whether this device may reach the memory of another one.
func (d *device) reaches(other *device) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.peers[other.id]
}

// endViews takes back what the kernel has.
func (s *stream) endViews() {
	for _, v := range s.views {
		v.region.endView(v.off, v.size)
		s.touched(v.region)
	}
	clear(s.views)
	s.views = s.views[:0]
	for _, o := range s.pins {
		s.device.machine.pinned.unpin(o)
	}
	clear(s.pins)
	s.pins = s.pins[:0]
}
