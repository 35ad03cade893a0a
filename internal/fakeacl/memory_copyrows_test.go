// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Rows go where the pitches say, and what lies between them stays, at once and in order.
func TestCopyOfRows(t *testing.T) {
	const (
		width, height        = 3, 4
		dstPitch, hostPitch  = 7, 5
		dstBytes, hostLength = 3*dstPitch + width, 3*hostPitch + width
	)
	for name, queued := range map[string]bool{"at once": false, "queued": true} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			s := r.stream()
			from, to := r.host(hostLength), r.host(hostLength)
			device := driver.OnDevice(r.malloc(dstBytes))
			for i := range uint64(hostLength) {
				from.Bytes(hostLength)[i], to.Bytes(hostLength)[i] = byte(i), 0xee
			}
			r.ok(r.Memset(r.ac, device, dstBytes, 0xff, dstBytes))
			if queued {
				r.ok(r.Memcpy2dAsync(r.ac, device, dstPitch, from, hostPitch, width, height, anyWay, s))
				r.ok(r.Memcpy2dAsync(r.ac, to, hostPitch, device, dstPitch, width, height, anyWay, s))
				r.sync(s)
			} else {
				r.ok(r.Memcpy2d(r.ac, device, dstPitch, from, hostPitch, width, height, anyWay))
				r.ok(r.Memcpy2d(r.ac, to, hostPitch, device, dstPitch, width, height, anyWay))
			}
			got := make([]byte, dstBytes)
			r.ok(r.Memcpy(r.ac, driver.OnHost(got), dstBytes, device, dstBytes, anyWay))
			for i, b := range got {
				want := byte(0xff)
				if i%dstPitch < width {
					want = byte(i/dstPitch*hostPitch + i%dstPitch)
				}
				assert.Equal(t, want, b, "byte %d on the device", i)
			}
			for i, b := range to.Bytes(hostLength) {
				want := byte(0xee)
				if i%hostPitch < width {
					want = byte(i)
				}
				assert.Equal(t, want, b, "byte %d of the host", i)
			}
		})
	}
}

func TestCopyOfRowsRefusals(t *testing.T) {
	goMemory := driver.OnHost(make([]byte, 64))
	device := func(r *rig) driver.Mem { return driver.OnDevice(r.malloc(64)) }
	refuse(t, map[string]refusal{
		"no destination": {func(r *rig) driver.Status { return r.Memcpy2d(r.ac, driver.Mem{}, 8, goMemory, 8, 8, 1, anyWay) }, driver.InvalidParam, "dst is NULL"},
		"no source":      {func(r *rig) driver.Status { return r.Memcpy2d(r.ac, goMemory, 8, driver.Mem{}, 8, 8, 1, anyWay) }, driver.InvalidParam, "src is NULL"},
		"host to host": {func(r *rig) driver.Status {
			return r.Memcpy2d(r.ac, goMemory, 8, goMemory, 8, 8, 1, driver.CopyHostToHost)
		}, driver.InvalidParam, "kind 0"},
		"kind above": {func(r *rig) driver.Status { return r.Memcpy2d(r.ac, goMemory, 8, goMemory, 8, 8, 1, 5) }, driver.InvalidParam, "kind 5"},
		"no rows":    {func(r *rig) driver.Status { return r.Memcpy2d(r.ac, device(r), 8, goMemory, 8, 8, 0, anyWay) }, driver.RTParamInvalid, "0 rows"},
		"no width":   {func(r *rig) driver.Status { return r.Memcpy2d(r.ac, device(r), 8, goMemory, 8, 0, 8, anyWay) }, driver.RTParamInvalid, "rows of 0 bytes"},
		"wider than a pitch": {func(r *rig) driver.Status {
			return r.Memcpy2d(r.ac, device(r), 7, goMemory, 8, 8, 1, anyWay)
		}, driver.InvalidParam, "width 8 is larger than a pitch"},
		"wider than a pitch, queued": {func(r *rig) driver.Status {
			return r.Memcpy2dAsync(r.ac, device(r), 8, r.host(64), 7, 8, 1, anyWay, 0)
		}, driver.InvalidParam, "spitch 7"},
		"rows that wrap": {func(r *rig) driver.Status {
			return r.Memcpy2d(r.ac, device(r), 1<<62, goMemory, 8, 8, 5, anyWay)
		}, driver.RTParamInvalid, "more than any memory holds"},
		"last row past the end": {func(r *rig) driver.Status {
			return r.Memcpy2d(r.ac, device(r), 32, goMemory, 8, 8, 5, anyWay)
		}, driver.RTParamInvalid, "136 bytes"},
		"last row at the end": {func(r *rig) driver.Status {
			return r.Memcpy2d(r.ac, device(r), 8, goMemory, 8, 8, 8, anyWay)
		}, driver.Success, ""},
		"stream of another context": {func(r *rig) driver.Status {
			s := r.stream()
			other := must[driver.Context](r)(r.CreateContext(0))
			return r.Memcpy2dAsync(other, device(r), 8, r.host(64), 8, 8, 8, anyWay, s)
		}, driver.RTStreamContext, "another context"},
	})
}
