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

func TestInitSettings(t *testing.T) {
	none := fakeacl.InitSettings{DefaultDevice: -1}
	for text, tt := range map[string]struct {
		want fakeacl.InitSettings
		code driver.Code
	}{
		`{}`: {want: none},
		`{"dump": {"dump_path": "/"}, "defaultDevice": {}}`:               {want: none},
		`{"defaultDevice": {"default_device": "3"}, "err_msg_mode": "1"}`: {want: fakeacl.InitSettings{DefaultDevice: 3, SharedMessages: true}},
		`{"err_msg_mode": "0"}`:                       {want: none},
		`{"err_msg_mode": "one"}`:                     {want: none, code: driver.FileAttrInvalid},
		`{"err_msg_mode": 1}`:                         {want: none, code: driver.FileAttrInvalid},
		`{"defaultDevice": {"default_device": "-1"}}`: {want: none, code: driver.FileAttrInvalid},
		`{"defaultDevice": {"default_device": ""}}`:   {want: none, code: driver.FileAttrInvalid},
		`[]`: {want: none, code: driver.FileAttrInvalid},
		`{"a": [[[[[[[[[1, "[[[["]]]]]]]]], "b": []}`:                              {want: none},
		`{"a": [[[[[[[[[{"b": 1}]]]]]]]]]}`:                                        {want: none, code: driver.ParseFile},
		`{"defaultDevice": "3"}`:                                                   {want: none, code: driver.FileAttrInvalid},
		`{"defaultDevice": {"default_device": "3"}`:                                {want: none, code: driver.ParseFile},
		`{"defaultDevice": {"default_device": "99999999999999999999"}, "dump": 1}`: {want: none, code: driver.FileAttrInvalid},
	} {
		r := newRig(t, nil)
		path := filepath.Join(folder(t), "acl.json")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		assert.Equal(t, none, r.InitSettings(), "before aclInit")
		st := r.Init(path)
		assert.Equal(t, tt.code, st.Code, text)
		assert.NotContains(t, st.Msg, "Go", text)
		assert.Equal(t, tt.want, r.InitSettings(), text)
		if tt.code == driver.Success {
			r.ok(r.Finalize())
			assert.Equal(t, none, r.InitSettings(), "after aclFinalize")
		}
	}
}
