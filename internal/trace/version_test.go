// SPDX-License-Identifier: Apache-2.0

package trace_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/trace"
)

func TestVersionLines(t *testing.T) {
	tests := map[string]struct{ text, problem string }{
		"no version":           {"sync 1\n", ""},
		"current":              {"# aclpool trace 1\nsync 1\n", ""},
		"end of line CR LF":    {"# aclpool trace 1\r\nsync 1\n", ""},
		"other comment":        {"# aclpool replays this\nsync 1\n", ""},
		"not in the first":     {"#\n# aclpool trace 9\nsync 1\n", ""},
		"newer":                {"# aclpool trace 2\nsync 1\n", "the trace has version 2, and this aclpool reads versions up to 1: use a newer aclpool"},
		"newer, nothing else":  {"# aclpool trace 2", "version 2"},
		"newer, unknown words": {"# aclpool trace 3\nfreeafter a 1 2\n", "version 3"},
		"zero":                 {"# aclpool trace 0\nsync 1\n", "want the version of the trace as a number"},
		"not a number":         {"# aclpool trace one\nsync 1\n", `"# aclpool trace one": want the version of the trace as a number, such as "# aclpool trace 1"`},
		"two numbers":          {"# aclpool trace 1 2\nsync 1\n", "want the version of the trace as a number"},
		"65 bits":              {"# aclpool trace 18446744073709551616\nsync 1\n", "want the version of the trace as a number"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ops, _, err := read(tt.text)
			if tt.problem == "" {
				require.ErrorIs(t, err, io.EOF)
				assert.Len(t, ops, 1)
				return
			}
			var syntax *trace.SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.ErrorContains(t, err, "a.trace:1: ")
			assert.ErrorContains(t, err, tt.problem)
			assert.Empty(t, ops)
		})
	}
}
