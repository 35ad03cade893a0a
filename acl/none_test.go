// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
)

func TestNoDeviceAsAnArgument(t *testing.T) {
	ctx, dev := context.Background(), open(t, machine(t), 0)
	for name, none := range map[string]*acl.Device{"nil": nil, "zero": {}} {
		calls := map[string]func() error{
			"EnablePeerAccess": func() error { return dev.EnablePeerAccess(none) },
			"NewHostBuffer":    func() error { _, err := acl.NewHostBuffer[byte](none, 1); return err },
		}
		for verb, call := range calls {
			t.Run(name+" "+verb, func(t *testing.T) { require.ErrorIs(t, call(), acl.ErrInvalid) })
		}
	}
	var view acl.View
	assert.Zero(t, view.Ptr())
	assert.Zero(t, view.Size())
	require.ErrorIs(t, acl.Fill(ctx, view, 0), acl.ErrInvalid)
	var host acl.HostView
	assert.Zero(t, host.Size())
	_, err := host.Slice(0, 1)
	require.ErrorIs(t, err, acl.ErrInvalid)
}

func TestFeaturesWithoutAName(t *testing.T) {
	assert.Equal(t, "Feature(9)", acl.Feature(9).String())
	assert.Equal(t, "kernels", acl.FeatureKernels.String())
}
