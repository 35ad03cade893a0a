// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

func TestChoose(t *testing.T) {
	for asked, tt := range map[engine.Kind]struct {
		want   engine.Kind
		reason string
		err    error
	}{
		engine.Auto:    {want: engine.Native, reason: "Auto takes ACL's own pools, the one engine of this release"},
		engine.Native:  {want: engine.Native, reason: "the Config asks for it"},
		engine.Caching: {err: errclass.NotSupported},
		7:              {err: errclass.Invalid},
		-1:             {err: errclass.Invalid},
	} {
		t.Run(asked.String(), func(t *testing.T) {
			got, reason, err := engine.Choose(asked)
			require.ErrorIs(t, err, tt.err)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.reason, reason)
		})
	}
}
