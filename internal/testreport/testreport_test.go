// SPDX-License-Identifier: Apache-2.0

package testreport_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/testreport"
)

func TestTextsArePrintedOnce(t *testing.T) {
	assert.False(t, testreport.Add("nobody prints this"))
	testreport.Begin()
	assert.True(t, testreport.Add("first\n"))
	assert.True(t, testreport.Add("second\n"))
	var out strings.Builder
	require.NoError(t, testreport.Print(&out))
	assert.Equal(t, "first\nsecond\n", out.String())
	assert.False(t, testreport.Add("too late"))
	require.NoError(t, testreport.Print(&out))
	assert.Equal(t, "first\nsecond\n", out.String())
}
