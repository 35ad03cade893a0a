// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/mempool"
)

func TestEngineIsText(t *testing.T) {
	for want, e := range map[string]mempool.Engine{
		`"auto"`: mempool.EngineAuto, `"native"`: mempool.EngineNative, `"caching"`: mempool.EngineCaching,
	} {
		t.Run(want, func(t *testing.T) {
			text, err := json.Marshal(e)
			require.NoError(t, err)
			assert.Equal(t, want, string(text))
			got := mempool.Engine(-1)
			require.NoError(t, json.Unmarshal(text, &got))
			assert.Equal(t, e, got)
		})
	}
}

func TestEngineRefusesOtherText(t *testing.T) {
	e := mempool.EngineNative
	err := e.UnmarshalText([]byte("fast"))
	require.ErrorIs(t, err, acl.ErrInvalid)
	require.EqualError(t, err, `mempool: engine "fast": want auto, native or caching: invalid argument`)
	assert.Equal(t, mempool.EngineNative, e, "an error changes nothing")
	_, err = mempool.Engine(7).MarshalText()
	require.ErrorIs(t, err, acl.ErrInvalid)
}
