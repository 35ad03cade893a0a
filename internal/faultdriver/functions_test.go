// SPDX-License-Identifier: Apache-2.0

package faultdriver_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
)

// callers are the folders of the packages that call drivers.
var callers = []string{"acl", "event", "stream", "kernel", "mempool", "internal/core", "internal/pool", "internal/memevent"}

// The list has the functions that the packages call, and no others.
func TestFunctionsAreThoseThatPackagesCall(t *testing.T) {
	var code strings.Builder
	for _, dir := range callers {
		root := filepath.Join("..", "..", filepath.FromSlash(dir))
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			code.Write(text)
			return err
		}))
	}
	var want []string
	for method, function := range functionsOf(t) {
		if regexp.MustCompile(`\.` + method + `\(`).MatchString(code.String()) {
			want = append(want, function)
		}
	}
	slices.Sort(want)
	assert.Equal(t, want, faultdriver.Functions(), "functions.go lists those that only tests call")
}

// functionsOf returns the C function of each method that a rule can make fail.
func functionsOf(t *testing.T) map[string]string {
	t.Helper()
	functions := map[string]string{}
	for _, api := range []reflect.Type{reflect.TypeFor[driver.API](), reflect.TypeFor[driver.Inspector](), reflect.TypeFor[driver.VirtualMemory]()} {
		for i := range api.NumMethod() {
			method := api.Method(i)
			d := faultdriver.New(nil)
			d.Before(func(faultdriver.Call) driver.Status { return driver.Fail(driver.RTInternalError, "") })
			args := make([]reflect.Value, method.Type.NumIn())
			for j := range args {
				args[j] = reflect.Zero(method.Type.In(j))
			}
			reflect.ValueOf(d).MethodByName(method.Name).Call(args)
			if calls := d.Calls(); len(calls) == 1 && calls[0] != faultdriver.BatchFunction {
				functions[method.Name] = calls[0]
			}
		}
	}
	return functions
}

// A call says what it is made with.
func TestCallOfAFunction(t *testing.T) {
	tests := map[string]struct {
		call func(d *faultdriver.Driver)
		want faultdriver.Call
	}{
		"of nothing":   {func(d *faultdriver.Driver) { d.Finalize() }, faultdriver.Call{Function: "aclFinalize"}},
		"of a device":  {func(d *faultdriver.Driver) { d.SetDevice(0) }, faultdriver.Call{Function: "aclrtSetDevice", Device: 1}},
		"of a context": {func(d *faultdriver.Driver) { d.MemInfo(5, 1) }, faultdriver.Call{Function: "aclrtGetMemInfo", Context: 5}},
		"of a stream":  {func(d *faultdriver.Driver) { d.RecordEvent(5, 6, 7) }, faultdriver.Call{Function: "aclrtRecordEvent", Context: 5, Stream: 7}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got faultdriver.Call
			d := faultdriver.NewIdle(nil)
			d.Before(func(c faultdriver.Call) driver.Status {
				got = c
				return driver.Fail(driver.RTInternalError, "")
			})
			tt.call(d)
			assert.Equal(t, tt.want, got)
		})
	}
}

// An idle driver is idle again when its last rule is removed.
func TestIdle(t *testing.T) {
	reached := 0
	d := faultdriver.NewIdle(&counting{calls: &reached})
	require.True(t, d.Finalize().OK())
	first, second := d.FailNth(1, driver.RTInternalError), d.FailNth(3, driver.RTInternalError)
	require.False(t, d.Finalize().OK())
	first.Remove()
	require.True(t, d.Finalize().OK())
	require.False(t, d.Finalize().OK())
	second.Remove()
	d.Replace.Finalize = func() driver.Status { return driver.Fail(driver.RTInternalError, "") }
	require.True(t, d.Finalize().OK(), "the call goes straight on")
	assert.Equal(t, 3, reached)
	assert.Empty(t, d.Calls(), "nothing is counted")
}

// counting counts the calls of one function.
type counting struct {
	driver.API
	calls *int
}

func (c *counting) Finalize() driver.Status {
	*c.calls++
	return driver.Status{}
}
