// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// binaryMagic is the first line of what stands for a compiled kernel file. Every other
// line names a kernel; blank ones, and what follows a '#', are skipped.
const binaryMagic = "aclpool-sim 1"

// binary is a loaded set of kernel names.
type binary struct {
	device    *device
	context   *aclContext
	names     []string
	functions map[string]driver.Function
	exception func(Exception) // called for kernels that fail, or nil
}

// function is one kernel of a binary.
type function struct {
	name   string
	kernel gokernel.Kernel
	binary driver.Binary
	handle driver.Function
	engine bool // no kernel but work of the device's copy engine, see memory_engine.go
}

func parseBinary(data string) ([]string, error) {
	first, rest, _ := strings.Cut(data, "\n")
	if strings.TrimSpace(first) != binaryMagic {
		return nil, fmt.Errorf("the first line is %.40q: want %q, since the simulated device runs kernels in Go or C that are registered by name", first, binaryMagic)
	}
	var names []string
	number := 1
	for line := range strings.Lines(rest) {
		number++
		line, _, _ = strings.Cut(line, "#")
		name := strings.TrimSpace(line)
		switch {
		case name == "":
		case !gokernel.ValidName(name):
			return nil, fmt.Errorf("line %d: %.40q is no name of a kernel", number, name)
		default:
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no kernel is named after the line %q", binaryMagic)
	}
	return names, nil
}

// BinaryLoadFromFile calls aclrtBinaryLoadFromFile.
func (m *Machine) BinaryLoadFromFile(ac driver.Context, path string) (driver.Binary, driver.Status) {
	const op = "aclrtBinaryLoadFromFile"
	if path == "" {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "binPath is empty")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "%v", err)
	}
	return m.loadBinary(op, ac, data)
}

// BinaryLoadFromData calls aclrtBinaryLoadFromData. The data is not kept.
func (m *Machine) BinaryLoadFromData(ac driver.Context, data []byte) (driver.Binary, driver.Status) {
	const op = "aclrtBinaryLoadFromData"
	switch {
	case data == nil:
		return 0, null(op, "data")
	case len(data) == 0:
		return 0, fail(driver.RTParamInvalid, badArgument, op, "length is 0")
	}
	return m.loadBinary(op, ac, data)
}

func (m *Machine) loadBinary(op string, ac driver.Context, data []byte) (driver.Binary, driver.Status) {
	names, err := parseBinary(string(data))
	if err != nil {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "%v", err)
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	h := driver.Binary(c.device.newHandle(kindBinary))
	c.device.binaries[h] = &binary{device: c.device, context: c, names: names, functions: make(map[string]driver.Function)}
	return h, driver.Status{}
}

// lockBinary returns a binary with its device locked.
func (m *Machine) lockBinary(op string, ac driver.Context, h driver.Binary) (*binary, driver.Status) {
	if h == 0 {
		return nil, null(op, "binHandle")
	}
	d, st := m.lockOwner(op, ac, "binary", handle(h))
	if !st.OK() {
		return nil, st
	}
	if b := d.binaries[h]; b != nil {
		return b, driver.Status{}
	}
	d.mu.Unlock()
	return nil, stale(op, "binary", handle(h))
}

// BinaryUnload calls aclrtBinaryUnLoad. The functions of the binary end with it;
// launches that are queued go on.
func (m *Machine) BinaryUnload(ac driver.Context, h driver.Binary) driver.Status {
	b, st := m.lockBinary("aclrtBinaryUnLoad", ac, h)
	if !st.OK() {
		return st
	}
	defer b.device.mu.Unlock()
	delete(b.device.binaries, h)
	b.unload()
	return driver.Status{}
}

func (b *binary) unload() {
	for _, f := range b.functions {
		delete(b.device.functions, f)
	}
}

// BinaryGetFunction calls aclrtBinaryGetFunction.
func (m *Machine) BinaryGetFunction(ac driver.Context, h driver.Binary, name string) (driver.Function, driver.Status) {
	const op = "aclrtBinaryGetFunction"
	b, st := m.lockBinary(op, ac, h)
	if !st.OK() {
		return 0, st
	}
	defer b.device.mu.Unlock()
	if f, ok := b.functions[name]; ok {
		return f, driver.Status{}
	}
	if !slices.Contains(b.names, name) {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "kernel %q is not in the binary, which has %s", name, strings.Join(b.names, ", "))
	}
	k := m.kernel(name)
	if k == nil {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "kernel %q is not registered as a Go function; register it with sim.RegisterKernel first; registered are: %s", name, strings.Join(m.kernelNames(), ", "))
	}
	f := driver.Function(b.device.newHandle(kindFunction))
	b.device.functions[f] = &function{name: name, kernel: k, binary: h, handle: f}
	b.functions[name] = f
	return f, driver.Status{}
}

// BinaryGetGlobal calls aclrtBinaryGetGlobal. Kernels in Go or C have no variables in device
// memory: no name is found.
func (m *Machine) BinaryGetGlobal(ac driver.Context, h driver.Binary, name string) driver.Status {
	const op = "aclrtBinaryGetGlobal"
	b, st := m.lockBinary(op, ac, h)
	if !st.OK() {
		return st
	}
	defer b.device.mu.Unlock()
	return fail(driver.RTSymbolNotFound, badArgument, op, "the binary has no variable %q: kernels in Go or C have none in device memory", name)
}
