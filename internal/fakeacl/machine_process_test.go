// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

func TestInitAndFinalize(t *testing.T) {
	init := func(r *rig) driver.Code { return r.Init("").Code }
	finalize := func(r *rig) driver.Code { return r.Finalize().Code }
	reference := func(r *rig) driver.Code { return status(r.FinalizeReference()).Code }
	type step struct {
		call func(*rig) driver.Code
		want driver.Code
	}
	tests := map[string][]step{
		"counted":                      {{init, 0}, {init, driver.RepeatInitialize}, {reference, 0}, {reference, 0}, {reference, driver.RepeatFinalize}, {finalize, driver.RepeatFinalize}},
		"finalize ends all references": {{init, 0}, {init, driver.RepeatInitialize}, {finalize, 0}, {finalize, driver.RepeatFinalize}, {reference, driver.RepeatFinalize}},
		"again after the end":          {{init, 0}, {finalize, 0}, {init, 0}, {finalize, 0}},
		"finalize without an init":     {{finalize, 0}, {finalize, driver.RepeatFinalize}, {init, 0}},
		"reference without an init":    {{reference, driver.RepeatFinalize}},
	}
	for name, steps := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			for i, s := range steps {
				assert.Equal(t, s.want, s.call(r), "step %d", i)
			}
		})
	}
}

func TestFinalizeReferenceCounts(t *testing.T) {
	r := newRig(t, nil)
	r.ok(r.Init(""))
	r.Init("")
	left, st := r.FinalizeReference()
	r.ok(st)
	assert.EqualValues(t, 1, left)
}

func TestFinalizeEndsNothing(t *testing.T) {
	r := newRig(t, nil)
	r.ok(r.Init(""))
	s := r.stream()
	r.ok(r.Finalize())
	r.sync(s)
	r.malloc(1)
}

func TestInitConfig(t *testing.T) {
	file := func(content string) string {
		path := filepath.Join(folder(t), "acl.json")
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	tests := map[string]struct {
		before, config string
		want           driver.Code
	}{
		"empty object":         {config: file(`{}`)},
		"missing file":         {config: filepath.Join(folder(t), "none"), want: driver.InvalidFile},
		"no JSON":              {config: file(`{`), want: driver.ParseFile},
		"same content again":   {before: file(`{}`), config: file(`{}`)},
		"other content":        {before: file(`{}`), config: file(`{"dump":{}}`), want: driver.InvalidParam},
		"no file after a file": {before: file(`{}`), want: driver.InvalidParam},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			if tt.before != "" {
				r.ok(r.Init(tt.before))
				r.ok(r.Finalize())
			}
			assert.Equal(t, tt.want, r.Init(tt.config).Code)
		})
	}
}

func TestVersionAndNames(t *testing.T) {
	r := newRig(t, nil)
	major, minor, patch, st := r.Version()
	r.ok(st)
	assert.Equal(t, []int32{1, 17, 0}, []int32{major, minor, patch})
	assert.Equal(t, "Ascend910B3", r.SocName())
	assert.Contains(t, r.Describe(), "Ascend910B3, 2 devices of 64 MiB")
	v, st := r.VersionString("runtime")
	r.ok(st)
	assert.Equal(t, "aclpool-sim, documented pools", v)
	assert.Equal(t, driver.InvalidFile, status(r.VersionString("hccl")).Code)
	mode, st := r.RunMode()
	r.ok(st)
	assert.Equal(t, driver.RunOnHost, mode)
}

func TestNewRefusesImpossibleMachines(t *testing.T) {
	tests := map[string]struct {
		cfg  fakeacl.Config
		text string
	}{
		"devices":          {fakeacl.Config{Devices: 257}, "a machine of 257 devices: want 1 to 256"},
		"negative devices": {fakeacl.Config{Devices: -1}, "a machine of -1 devices"},
		"memory":           {fakeacl.Config{Memory: 8<<40 + 1}, "a device of 8796093022209 bytes"},
		"streams":          {fakeacl.Config{MaxStreams: -1}, "-1 streams"},
		"events":           {fakeacl.Config{MaxEvents: -1}, "-1 events"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := fakeacl.New(tt.cfg)
			require.ErrorContains(t, err, tt.text)
		})
	}
}

func TestNewWithoutConfig(t *testing.T) {
	m, err := fakeacl.New(fakeacl.Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	n, st := m.DeviceCount()
	require.True(t, st.OK())
	assert.EqualValues(t, 1, n)
	ac, st := m.SetDevice(0)
	require.True(t, st.OK())
	free, total, st := m.MemInfo(ac, driver.MemHBM)
	require.True(t, st.OK())
	assert.Equal(t, uint64(64<<30), total)
	assert.Equal(t, total, free)
}
