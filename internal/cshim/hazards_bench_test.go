//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/cshim"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
)

// mostAdded is how many nanoseconds the checks of stream order may add to an operation.
const mostAdded = 2000

// operationsOf returns how many operations one call of a work has.
func operationsOf(name string) float64 {
	if name == "malloc-and-free" {
		return 2
	}
	return 1
}

// BenchmarkHazards compares operations with the checks of stream order with the same ones
// without them. The library is empty, so that the difference is what the checks cost.
func BenchmarkHazards(b *testing.B) {
	l := floor(b)
	report := &core.Hazards{Report: func(r hazard.Report) { b.Error(r) }}
	checked, unchecked := operations(b, l, report), operations(b, l, nil)
	for name, cost := range checked {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r := benchratio.Measure(cost, unchecked[name])
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(r.Cost, "ns/checked")
				b.ReportMetric(r.Base, "ns/unchecked")
				benchratio.NoMore(b, mostAdded, (r.Cost-r.Base)/operationsOf(name), "ns/added")
			}
		})
	}
}

// operations returns functions that make calls of the public packages n times.
func operations(t testing.TB, l *cshim.Library, hazards *core.Hazards) map[string]func(n int) {
	p, streams := pooledWith(t, l, hazards)
	s := streams[0]
	bin, err := kernel.LoadBytes(s.Device(), []byte("kernel"))
	require.NoError(t, err)
	f, err := bin.Function("kernel")
	require.NoError(t, err)
	x, err := mempool.NewBuffer[float32](p, s, 1<<10)
	require.NoError(t, err)
	y, err := mempool.NewBuffer[float32](p, s, 1<<10)
	require.NoError(t, err)
	require.NoError(t, s.Fill(y.View(), 0))
	t.Cleanup(func() {
		require.NoError(t, errors.Join(x.FreeAsync(s), y.FreeAsync(s), s.Synchronize(context.Background()), bin.Close()))
	})
	all := map[string]func() error{
		"malloc-and-free": func() error {
			b, err := p.MallocAsync(s, 2<<20)
			if err == nil {
				err = p.FreeAsync(s, b)
			}
			return err
		},
		"launch": func() error { return f.Launch(s, 1, kernel.Args(x.Arg(), y.ReadArg(), kernel.Uint32(1<<10))) },
		"copy":   func() error { return s.Copy(x.View(), y.View()) },
		"fill":   func() error { return s.Fill(x.View(), 0) },
	}
	works := map[string]func(n int){}
	for name, one := range all {
		works[name] = func(n int) {
			for range n {
				if err := one(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return works
}
