// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlace(t *testing.T) {
	const inside = "goroutine 7 [running]:\n" +
		"github.com/ascend-go/aclpool/internal/lifetime.(*Node).Add(0xc0, {0x1, 0x2})\n\t/src/internal/lifetime/node.go:96 +0x11\n" +
		"github.com/ascend-go/aclpool/stream.New(...)\n\t/src/stream/stream.go:70\n"
	tests := map[string]struct{ stack, want string }{
		"a function": {inside + "main.(*server).start(0xc0)\n\t/app/main.go:12 +0x33\nmain.main()\n\t/app/main.go:5 +0x1\n",
			"/app/main.go:12 main.(*server).start"},
		"a closure":          {inside + "main.run.func1()\n\t/app/main.go:12 +0x33\n", "/app/main.go:12 main.run.func1"},
		"a test of aclpool":  {inside + module + "acltest_test.TestX(0xc0)\n\t/src/acltest/x_test.go:9 +0x33\n", "/src/acltest/x_test.go:9 " + module + "acltest_test.TestX"},
		"an inlined one":     {inside + "main.run(...)\n\t/app/main.go:12\n", "/app/main.go:12 main.run"},
		"a new goroutine":    {inside + "created by main.run in goroutine 1\n\t/app/main.go:12 +0x33", "/app/main.go:12 main.run"},
		"none of a program":  {inside, inside},
		"no stack":           {"", ""},
		"another sort of it": {"unknown", "unknown"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, place(tt.stack)) })
	}
}
