// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
)

func TestNoDevice(t *testing.T) {
	ctx, other := context.Background(), open(t, machine(t), 0)
	for name, d := range map[string]*acl.Device{"nil": nil, "zero": {}} {
		calls := map[string]func() error{
			"Close":            func() error { return d.Close(ctx) },
			"MemInfo":          func() error { _, err := d.MemInfo(); return err },
			"Synchronize":      func() error { return d.Synchronize(ctx) },
			"EnablePeerAccess": func() error { return d.EnablePeerAccess(other) },
			"peer":             func() error { return other.EnablePeerAccess(d) },
			"Probe":            func() error { _, err := d.Probe(ctx, acl.FeaturePools); return err },
			"Malloc":           func() error { _, err := d.Malloc(1); return err },
			"NewHostBuffer":    func() error { _, err := acl.NewHostBuffer[byte](d, 1); return err },
			"Fill of a View":   func() error { return acl.Fill(ctx, d.View(1, 1), 0) },
		}
		for verb, call := range calls {
			t.Run(name+" "+verb, func(t *testing.T) { require.ErrorIs(t, call(), acl.ErrInvalid) })
		}
		t.Run(name+" questions", func(t *testing.T) {
			assert.Equal(t, -1, d.ID())
			assert.Equal(t, "no device", d.String())
			assert.Empty(t, d.Backend())
			assert.Empty(t, d.SocName())
			assert.Equal(t, acl.No, d.Supports(acl.FeaturePools))
			for o := range d.Objects() {
				t.Errorf("%v lives on no device", o)
			}
		})
	}
}

func TestNoMemory(t *testing.T) {
	for name, m := range map[string]*acl.Memory{"nil": nil, "zero": {}} {
		t.Run(name, func(t *testing.T) {
			require.ErrorIs(t, m.Close(), acl.ErrInvalid)
			assert.Zero(t, m.View())
			assert.Zero(t, m.Ptr())
			assert.Zero(t, m.Size())
		})
	}
	for name, b := range map[string]*acl.HostBuffer[int32]{"nil": nil, "zero": {}} {
		t.Run(name+" host buffer", func(t *testing.T) {
			require.ErrorIs(t, b.Close(), acl.ErrInvalid)
			assert.Empty(t, b.Slice())
			assert.Zero(t, b.Len())
			assert.Zero(t, b.View())
			assert.True(t, b.View().Mem().IsNull())
		})
	}
}

func TestValuesWithoutAName(t *testing.T) {
	assert.Equal(t, "Support(9)", acl.Support(9).String())
	assert.Equal(t, "yes", acl.Yes.String())
}
