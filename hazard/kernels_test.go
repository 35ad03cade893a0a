// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
)

func (p *program) launch(t testing.TB) *kernel.Function {
	acltest.RequireSimulated(t, p.dev)
	return p.nop
}

// argument returns the name of a kernel's argument in a report.
func (p *program) argument(f *kernel.Function, arg string) string {
	return `kernel "` + f.Name() + `"` + arg
}

func TestKernelsAndTheirArguments(t *testing.T) {
	tests := map[string]struct {
		run           func(p *program, f *kernel.Function)
		kind          hazard.Kind
		first, second string // after the kernel's name if they begin with a comma or a blank
	}{
		"two kernels that may write": {func(p *program, f *kernel.Function) {
			p.one(f.Launch(p.a, 1, kernel.Args(kernel.Uint32(1), kernel.View(p.v))))
			p.two(f.Launch(p.b, 1, kernel.Args(kernel.View(p.v))))
		}, hazard.WriteAfterWrite, ", argument 1 on a", ", argument 0 on b"},
		"a kernel that reads what another may write": {func(p *program, f *kernel.Function) {
			p.one(f.Launch(p.a, 1, kernel.Args(kernel.View(p.v))))
			p.two(f.Launch(p.b, 1, kernel.Args(kernel.ReadView(p.v))))
		}, hazard.ReadAfterWrite, ", argument 0 on a", ", argument 0 on b"},
		"a fill of what a kernel reads": {func(p *program, f *kernel.Function) {
			p.one(f.Launch(p.a, 1, kernel.Args(kernel.ReadView(p.v))))
			p.two(p.b.Fill(p.v, 1))
		}, hazard.WriteAfterRead, ", argument 0 on a", "fill on b"},
		"the sixth of many": {func(p *program, f *kernel.Function) {
			r := kernel.ReadView(p.w)
			p.one(f.Launch(p.a, 1, kernel.Args(r, r, r, r, r, kernel.View(p.v))))
			p.two(p.b.Fill(p.v, 1))
		}, hazard.WriteAfterWrite, ", argument 5 on a", "fill on b"},
		"arguments in device memory": {func(p *program, f *kernel.Function) {
			p.one(p.a.Fill(p.v, 1))
			p.two(f.LaunchWithDeviceArgs(p.b, 1, p.v))
		}, hazard.ReadAfterWrite, "fill on a", " on b"},
		"an address of freed memory": {func(p *program, f *kernel.Function) {
			b := p.block(p.a)
			p.one(p.pool.FreeAsync(p.a, b))
			p.two(f.Launch(p.a, 1, kernel.Args(kernel.Ptr(b.Ptr()))))
		}, hazard.UseAfterFree, "free on a", ", argument 0 on a"},
		"an address in a struct": {func(p *program, f *kernel.Function) {
			b := p.block(p.a)
			l, err := kernel.Struct(&struct {
				N   uint32
				Pad [2]struct{ P, Q acl.DevicePtr }
			}{Pad: [2]struct{ P, Q acl.DevicePtr }{{p.v.Ptr(), p.v.Ptr()}, {b.Ptr(), p.v.Ptr()}}})
			p.done(err)
			p.one(p.pool.FreeAsync(p.a, b))
			p.two(f.Launch(p.a, 1, l))
		}, hazard.UseAfterFree, "free on a", ", argument 3 on a"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			f := p.launch(t)
			tt.run(p, f)
			p.wait()
			reports := acltest.Hazards(t, p.dev)
			require.Len(t, reports, 1)
			full := func(text string) string {
				if text[0] == ',' || text[0] == ' ' {
					return p.argument(f, text)
				}
				return text
			}
			r := reports[0]
			require.Equal(t, tt.kind, r.Kind)
			require.Equal(t, []string{full(tt.first), full(tt.second)}, []string{nameOf(r.First), nameOf(r.Second)})
			require.Equal(t, []string{p.first, p.second}, []string{lineOf(r.First), lineOf(r.Second)})
		})
	}
}

func TestKernelsInOrder(t *testing.T) {
	runRight(t, map[string]func(p *program){
		"many read": func(p *program) {
			f := p.launch(p)
			p.done(f.Launch(p.a, 1, kernel.Args(kernel.ReadView(p.v))))
			p.done(f.Launch(p.b, 1, kernel.Args(kernel.ReadView(p.v))))
		},
		"buffers that many read": func(p *program) {
			f := p.launch(p)
			b, err := mempool.NewBuffer[int32](p.pool, p.a, 4)
			p.done(err)
			p.done(b.Fill(p.a, 1))
			p.order(p.a, p.b)
			half, err := b.Slice(0, 2)
			p.done(err)
			p.done(f.Launch(p.a, 1, kernel.Args(b.ReadArg())))
			p.done(f.Launch(p.b, 1, kernel.Args(half.ReadArg())))
			p.done(b.FreeAfter(p.a, p.b))
		},
		"both arguments are one view": func(p *program) {
			p.done(p.launch(p).Launch(p.a, 1, kernel.Args(kernel.View(p.v), kernel.View(p.v))))
		},
		"addresses among arguments in device memory": func(p *program) {
			f, b := p.launch(p), p.block(p.a)
			p.done(f.LaunchWithDeviceArgs(p.a, 1, p.v))
			p.done(p.a.CopyToHost(p.host.View(), b.View()))
			p.done(p.pool.FreeAsync(p.a, b))
		},
		"work of other code": func(p *program) {
			b := p.block(p.a)
			p.done(p.a.Enqueue(func(uintptr) error { return nil }))
			p.done(p.a.CopyToHost(p.host.View(), b.View()))
			p.done(p.pool.FreeAsync(p.a, b))
		},
		"a held stream": func(p *program) {
			acltest.Hold(p, p.a).Release()
			p.done(p.a.Fill(p.v, 1))
		},
	})
}
