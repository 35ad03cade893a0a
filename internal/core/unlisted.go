// SPDX-License-Identifier: Apache-2.0

package core

import "github.com/ascend-go/aclpool/internal/driver"

// UnlistedKernel is a kernel that is loaded on a device and is not among its objects: it
// does not keep the device from closing. The gates of package acltest are such kernels,
// so that a test can close its device as if they were not there.
type UnlistedKernel struct {
	dev      *Device
	binary   driver.Binary
	function driver.Function
}

// LoadUnlisted loads the kernel of that name from a binary. If it fails, it returns the C
// function that did.
func (d *Device) LoadUnlisted(binary []byte, name string) (k *UnlistedKernel, op string, st driver.Status) {
	k = &UnlistedKernel{dev: d}
	if k.binary, st = d.Driver.BinaryLoadFromData(d.Context, binary); !st.OK() {
		return nil, "aclrtBinaryLoadFromData", st
	}
	if k.function, st = d.Driver.BinaryGetFunction(d.Context, k.binary, name); !st.OK() {
		k.Unload()
		return nil, "aclrtBinaryGetFunction", st
	}
	return k, "", st
}

// Launch enqueues the kernel with one block on a stream of its device, as one piece of the
// stream's work. It fails with errclass.Closed if the stream is closed.
func (k *UnlistedKernel) Launch(s *Stream, args []byte) (driver.Status, error) {
	if err := s.Lock(); err != nil {
		return driver.Status{}, err
	}
	defer s.Unlock()
	st := k.dev.Driver.LaunchKernelWithHostArgs(k.dev.Context, k.function, 1, s.Handle, args)
	if st.OK() {
		s.Note()
	}
	return st, nil
}

// Unload unloads the kernel. If that fails, it tries a second time, since nothing else would.
// After the device has closed it does nothing, since the kernel ended with the device.
func (k *UnlistedKernel) Unload() {
	if k.dev.Node.Enter() != nil {
		return
	}
	defer k.dev.Node.Leave()
	if st := k.dev.Driver.BinaryUnload(k.dev.Context, k.binary); !st.OK() {
		k.dev.Driver.BinaryUnload(k.dev.Context, k.binary)
	}
}
