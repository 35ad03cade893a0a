// SPDX-License-Identifier: Apache-2.0

package caller_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/caller"
)

func TestPlaceIsTheProgramsLine(t *testing.T) {
	_, file, line, _ := runtime.Caller(0)
	place := caller.Place()
	assert.Equal(t, caller.Text(runtime.Frame{File: file, Line: line + 1, Function: "github.com/ascend-go/aclpool/internal/caller_test.TestPlaceIsTheProgramsLine"}), place)
}

func TestInModule(t *testing.T) {
	tests := map[string]struct {
		frame runtime.Frame
		want  bool
	}{
		"this module":          {runtime.Frame{File: "pool.go", Function: "github.com/ascend-go/aclpool/mempool.New"}, true},
		"a test of it":         {runtime.Frame{File: "pool_test.go", Function: "github.com/ascend-go/aclpool/mempool_test.TestNew"}, false},
		"a module like it":     {runtime.Frame{File: "main.go", Function: "github.com/ascend-go/aclpools/main.main"}, false},
		"a program":            {runtime.Frame{File: "main.go", Function: "main.main"}, false},
		"the standard library": {runtime.Frame{File: "once.go", Function: "sync.(*Once).Do"}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, caller.InModule(tt.frame)) })
	}
}
