//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/internal/cshim/cshimtest"
)

// Signal handlers that the library installs get SA_ONSTACK and stay installed: while the
// library loads, in Init, and when a device is opened. Each repair is logged.
func TestSignalHandlersAreRepaired(t *testing.T) {
	build(t, "libhandlers.so", whole("handlers.c")...)
	alone(t, nil, func(t *testing.T) {
		logged, logs := observer.New(zap.InfoLevel)
		l, err := cshim.Open(cshim.Options{Path: build(t, "libhandlers.so"), Log: zap.New(logged)})
		require.NoError(t, err)

		var seen int64
		repaired := func(after, name string, signal syscall.Signal) {
			t.Helper()
			entries := logs.FilterMessageSnippet("SA_ONSTACK").TakeAll()
			require.Len(t, entries, 1)
			logs.TakeAll()
			assert.Equal(t, map[string]any{"after": after, "signals": []any{name}}, entries[0].ContextMap())
			assert.True(t, cshimtest.OnStack(int(signal)))
			seen++
			require.NoError(t, syscall.Tgkill(syscall.Getpid(), syscall.Gettid(), signal))
			assert.Equal(t, seen, cshimtest.Variable("handled"), "the library's handler is still the one")
		}
		repaired("loading", "SIGXCPU", syscall.SIGXCPU)
		require.True(t, l.Init("").OK())
		repaired("aclInit", "SIGXFSZ", syscall.SIGXFSZ)
		_, st := l.SetDevice(0)
		require.True(t, st.OK())
		repaired("aclrtSetDevice", "SIGUSR2", syscall.SIGUSR2)

		_, st = l.DeviceCount()
		require.True(t, st.OK())
		assert.Empty(t, logs.All(), "nothing to repair, nothing said")
	})
}

// Repairs are logged to the logger of the latest Init.
func TestInitLogsRepairs(t *testing.T) {
	path := build(t, "libhandlers.so", whole("handlers.c")...)
	alone(t, []string{"ACLPOOL_LIBRARY=" + path}, func(t *testing.T) {
		for _, after := range [][]string{{"loading", "aclInit", "aclrtSetDevice"}, {"aclInit", "aclrtSetDevice"}} {
			logged, logs := observer.New(zap.WarnLevel)
			require.NoError(t, acl.Init(acl.WithLogger(zap.New(logged))))
			dev, err := acl.Open(0)
			require.NoError(t, err)
			var places []string
			for _, entry := range logs.FilterMessageSnippet("SA_ONSTACK").All() {
				places = append(places, entry.ContextMap()["after"].(string))
			}
			assert.Equal(t, after, places)
			require.NoError(t, dev.Close(t.Context()))
			require.NoError(t, acl.Shutdown(t.Context()))
		}
	})
}

// Loading sets ASCEND_COREDUMP_SIGNAL unless the user has set it.
func TestCoredumpVariable(t *testing.T) {
	for value, want := range map[string]int64{"": 1, "SIGSEGV": 0} {
		t.Run("set to "+value, func(t *testing.T) {
			build(t, "libhandlers.so", whole("handlers.c")...)
			var env []string
			if value != "" {
				env = []string{"ASCEND_COREDUMP_SIGNAL=" + value}
			}
			alone(t, env, func(t *testing.T) {
				open(t, "handlers.c")
				assert.Equal(t, want, cshimtest.Variable("coredump_none"))
			})
		})
	}
}
