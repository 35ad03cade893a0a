// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
)

func TestConfigOfEnvironment(t *testing.T) {
	tests := map[string]struct {
		env     map[string]string
		want    Config
		message string // of the error
	}{
		"nothing set": {want: Config{Product: "Ascend910B3", Memory: 64 << 30, Pools: true}},
		"A3 has no pools": {
			env:  map[string]string{"ACLPOOL_SIM_PRODUCT": "A3"},
			want: Config{Product: "Ascend910_9392", Memory: 64 << 30},
		},
		"310P": {
			env:  map[string]string{"ACLPOOL_SIM_PRODUCT": "310P"},
			want: Config{Product: "Ascend310P3", Memory: 21 << 30, DDR: true, MaxStreams: 1024, ContextStreams: 2, MaxEvents: 1023},
		},
		"devices and memory": {
			env:  map[string]string{"ACLPOOL_SIM_DEVICES": "8", "ACLPOOL_SIM_MEMORY": "1073741824"},
			want: Config{Product: "Ascend910B3", Memory: 1 << 30, Pools: true, Devices: 8},
		},
		"some devices are visible": {
			env:  map[string]string{"ACLPOOL_SIM_DEVICES": "4", "ASCEND_RT_VISIBLE_DEVICES": "1,2"},
			want: Config{Product: "Ascend910B3", Memory: 64 << 30, Pools: true, Devices: 2, Visible: []int32{1, 2}, HostDevices: 4},
		},
		"none is": {
			env:  map[string]string{"ASCEND_RT_VISIBLE_DEVICES": "1"},
			want: Config{Product: "Ascend910B3", Memory: 64 << 30, Pools: true, AllHidden: true, HostDevices: 1},
		},
		"an empty list": {
			env:  map[string]string{"ASCEND_RT_VISIBLE_DEVICES": ""},
			want: Config{Product: "Ascend910B3", Memory: 64 << 30, Pools: true, AllHidden: true, HostDevices: 1},
		},
		"behaviour": {
			env:  map[string]string{"ACLPOOL_SIM_BEHAVIOUR": "cannmaster"},
			want: Config{Product: "Ascend910B3", Memory: 64 << 30, Pools: true, Behaviour: CANNMaster},
		},
		"no virtual memory": {
			env:  map[string]string{"ACLPOOL_SIM_VIRTUAL": "off"},
			want: Config{Product: "Ascend910B3", Memory: 64 << 30, Pools: true, NoVirtual: true},
		},
		"virtual memory": {
			env:  map[string]string{"ACLPOOL_SIM_VIRTUAL": "on"},
			want: Config{Product: "Ascend910B3", Memory: 64 << 30, Pools: true},
		},
		"virtual memory or not": {
			env:     map[string]string{"ACLPOOL_SIM_VIRTUAL": "no"},
			message: `ACLPOOL_SIM_VIRTUAL is "no": want on or off`,
		},
		"unknown behaviour": {
			env:     map[string]string{"ACLPOOL_SIM_BEHAVIOUR": "cann80"},
			message: `ACLPOOL_SIM_BEHAVIOUR: no behaviour "cann80": want one of documented, cann90, cann91, cannmaster, canndev`,
		},
		"unknown product": {
			env:     map[string]string{"ACLPOOL_SIM_PRODUCT": "910C"},
			message: `ACLPOOL_SIM_PRODUCT: no simulated product "910C": want one of A2, A3, 310P`,
		},
		"no devices": {
			env:     map[string]string{"ACLPOOL_SIM_DEVICES": "0"},
			message: `ACLPOOL_SIM_DEVICES is "0": want a number of devices from 1 to 256`,
		},
		"too many devices": {
			env:     map[string]string{"ACLPOOL_SIM_DEVICES": "257"},
			message: `ACLPOOL_SIM_DEVICES is "257": want a number of devices from 1 to 256`,
		},
		"memory with a unit": {
			env:     map[string]string{"ACLPOOL_SIM_MEMORY": "64GiB"},
			message: `ACLPOOL_SIM_MEMORY is "64GiB": want a number of bytes from 1 to 8796093022208`,
		},
		"negative memory": {
			env:     map[string]string{"ACLPOOL_SIM_MEMORY": "-1"},
			message: `ACLPOOL_SIM_MEMORY is "-1": want a number of bytes from 1 to 8796093022208`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := configOf(lookup(tt.env))
			if tt.message != "" {
				require.ErrorIs(t, err, errclass.Invalid)
				require.ErrorContains(t, err, tt.message)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, set := env[name]
		return value, set
	}
}

// B63: a list of visible devices is read as the vendor's runtime reads it.
func TestVisibleDevices(t *testing.T) {
	for list, want := range map[string][]int32{
		"0": {0}, "1,2": {1, 2}, "0,1,2,3": {0, 1, 2, 3}, "2,9,3": {2}, "1,x": {1}, "1, 2": {1}, "1,2,": {1, 2},
		"": nil, "+1": nil, "9": nil, "x": nil, "-1": nil, "2,1": nil, "1,1": nil,
	} {
		m, err := FromVariables(lookup(map[string]string{"ACLPOOL_SIM_DEVICES": "4", "ASCEND_RT_VISIBLE_DEVICES": list}))
		require.NoError(t, err)
		n, st := m.DeviceCount()
		if want == nil {
			assert.Equal(t, driver.RTNoDevice, st.Code, list)
			_, st = m.SetDevice(0)
			assert.Equal(t, driver.RTInvalidDeviceID, st.Code, list)
		}
		assert.Len(t, want, int(n), list)
		for id, host := range want {
			got, st := m.HostNumber("", int32(id))
			assert.True(t, st.OK(), st.Msg)
			assert.Equal(t, host, got, list)
			back, st := m.NumberOfHost("", host)
			assert.True(t, st.OK(), st.Msg)
			assert.Equal(t, int32(id), back, list)
		}
		_, st = m.HostNumber("", int32(n))
		assert.Equal(t, driver.RTInvalidDeviceID, st.Code, list)
		for _, hidden := range []int32{-1, 4} {
			_, st = m.NumberOfHost("", hidden)
			assert.Equal(t, driver.RTInvalidDeviceID, st.Code, list)
			assert.Equal(t, driver.RTInvalidDeviceID, m.CheckHostNumber("", hidden).Code, list)
		}
		assert.True(t, m.CheckHostNumber("", 3).OK(), "hidden devices are devices of the host")
		require.NoError(t, m.Close())
	}
}

// Only a program that is not checked by the packages above is checked by its variable.
func TestHazardsFromVariables(t *testing.T) {
	for value, want := range map[string]*Hazards{"": nil, "off": nil, "report": {}, "fail": {Fail: true}} {
		asked := lookup(map[string]string{"ACLPOOL_SIM_HAZARDS": value})
		m, err := ForProgram(asked, func(hazard.Report) {})
		require.NoError(t, err, value)
		if want == nil {
			assert.Nil(t, m.cfg.Hazards, value)
		} else {
			assert.Equal(t, want.Fail, m.cfg.Hazards.Fail, value)
		}
		require.NoError(t, m.Close())
		m, err = FromVariables(asked)
		require.NoError(t, err, value)
		assert.Nil(t, m.cfg.Hazards, value)
		require.NoError(t, m.Close())
	}
	_, err := ForProgram(lookup(map[string]string{"ACLPOOL_SIM_HAZARDS": "yes"}), func(hazard.Report) {})
	require.ErrorIs(t, err, errclass.Invalid)
	assert.ErrorContains(t, err, `ACLPOOL_SIM_HAZARDS is "yes": want off, report or fail`)
}
