// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// config is what a stream was made with.
type config struct{ priority, flags uint32 }

func TestNewAsksForWhatTheConfigSays(t *testing.T) {
	tests := map[string]struct {
		cfg  stream.Config
		call string
		want []config
		stop bool
	}{
		"nothing":           {stream.Config{}, "aclrtCreateStream", nil, false},
		"the greatest":      {stream.Config{Priority: stream.PriorityHighest}, "aclrtCreateStreamWithConfig", []config{{0, 0}}, false},
		"the least":         {stream.Config{Priority: stream.PriorityLowest}, "aclrtCreateStreamWithConfig", []config{{7, 0}}, false},
		"between":           {stream.Config{Priority: stream.PriorityHighest + 3}, "aclrtCreateStreamWithConfig", []config{{3, 0}}, false},
		"fast launch":       {stream.Config{FastLaunch: true}, "aclrtCreateStreamWithConfig", []config{{0, 1}}, false},
		"fast sync":         {stream.Config{FastSync: true}, "aclrtCreateStreamWithConfig", []config{{0, 2}}, false},
		"both and priority": {stream.Config{FastLaunch: true, FastSync: true, Priority: 2}, "aclrtCreateStreamWithConfig", []config{{1, 3}}, false},
		"stop on failure":   {stream.Config{StopOnFailure: true}, "aclrtCreateStream", nil, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t)
			w := testkit.Faults(dev)
			var created []config
			w.Replace.CreateStreamWithConfig = func(ac driver.Context, priority, flags uint32) (driver.Stream, driver.Status) {
				created = append(created, config{priority, flags})
				return w.Unwrap().CreateStreamWithConfig(ac, priority, flags)
			}
			s, err := stream.New(dev, tt.cfg)
			require.NoError(t, err)
			assert.Equal(t, tt.want, created)
			assert.Equal(t, tt.call, w.Calls()[0])
			if tt.stop {
				assert.Contains(t, w.Calls(), "aclrtSetStreamFailureMode")
			} else {
				assert.Len(t, w.Calls(), 1)
			}
			require.NoError(t, s.Close(context.Background()))
		})
	}
}

func TestNewRefusesBadInput(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	closed, dev := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	require.NoError(t, closed.Close(context.Background()))
	tests := map[string]struct {
		dev  *acl.Device
		cfg  stream.Config
		want error
		text string
	}{
		"no device":         {nil, stream.Config{}, acl.ErrInvalid, "no device"},
		"a closed device":   {closed, stream.Config{}, acl.ErrClosed, `device 0`},
		"priority too low":  {dev, stream.Config{Priority: stream.PriorityLowest + 1}, acl.ErrInvalid, "priority 9: want PriorityDefault, or 1 (PriorityHighest) to 8 (PriorityLowest)"},
		"priority negative": {dev, stream.Config{Priority: -1}, acl.ErrInvalid, "priority -1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tt.cfg.Name = "copy"
			_, err := stream.New(tt.dev, tt.cfg)
			require.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, `stream: make "copy": `)
			assert.ErrorContains(t, err, tt.text)
		})
	}
	_, err := stream.New(nil, stream.Config{})
	require.EqualError(t, err, "stream: make a stream: no device: invalid argument")
	for o := range dev.Objects() {
		t.Errorf("left behind: %v", o)
	}
}

func TestNewLeavesNothingWhenACallFails(t *testing.T) {
	acltest.EachFault(t, func(_ testing.TB, dev *acl.Device) error {
		s, err := stream.New(dev, stream.Config{Name: "copy", StopOnFailure: true})
		if err != nil {
			return err
		}
		return s.Close(context.Background())
	})
}

func TestNamesOfAStream(t *testing.T) {
	dev := acltest.New(t)
	s, err := stream.New(dev, stream.Config{Name: "copy"})
	require.NoError(t, err)
	assert.Equal(t, "copy", s.Name())
	assert.Equal(t, `stream "copy" on device 0`, s.String())
	assert.Same(t, dev, s.Device())
	require.NoError(t, s.Close(context.Background()))
	assert.Regexp(t, `^stream-\d+$`, acltest.Stream(t, dev).Name())
}

func TestNoStreamAsAnArgumentIsAnError(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	v := testkit.Malloc(t, dev, 64)
	for what, none := range map[string]*stream.Stream{"nil": nil, "not from New": {}} {
		t.Run(what, func(t *testing.T) {
			for name, err := range map[string]error{
				"CopySliceToDevice": stream.CopySliceToDevice(ctx, none, v, make([]byte, 1)),
				"CopySliceToHost":   stream.CopySliceToHost(ctx, none, make([]byte, 1), v),
			} {
				require.ErrorIs(t, err, acl.ErrInvalid, name)
				assert.ErrorContains(t, err, "no stream", name)
			}
		})
	}
}

func TestDeviceWithAStreamRefusesToClose(t *testing.T) {
	dev := acltest.New(t)
	s, err := stream.New(dev, stream.Config{Name: "copy"})
	require.NoError(t, err)
	before := testkit.StreamState(t, s)
	err = dev.Close(context.Background())
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, `stream "copy"`)
	assert.Equal(t, before, testkit.StreamState(t, s))
	require.NoError(t, s.Close(context.Background()))
}
