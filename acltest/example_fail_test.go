// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// The second wait for a stream fails. In a test, t is its argument.
func ExampleFail() {
	t := newPrinter()
	defer t.end()

	dev := acltest.New(t)
	s, err := stream.New(dev, stream.Config{Name: "decode"})
	if err != nil {
		t.Fatalf("%v", err)
	}
	fault := acltest.Fail(t, dev, sim.NthCall(2, "aclrtSynchronizeStream", codes.RTLostHeartbeat))
	for range 3 {
		fmt.Println(s.Synchronize(context.Background()))
	}
	fmt.Println(fault.Fired(), "call has failed:", fault.Call())
	if err := s.Close(context.Background()); err != nil {
		t.Errorf("%v", err)
	}
	// Output:
	// <nil>
	// stream: synchronize "decode": acl: aclrtSynchronizeStream: ACL_ERROR_RT_LOST_HEARTBEAT (507010): call 2 since Machine.Fail was made to fail
	// <nil>
	// 1 call has failed: aclrtSynchronizeStream
}

// printer is a testing.TB for examples with output.
type printer struct {
	testing.TB
	cleanups []func()
}

func newPrinter() *printer { return &printer{} }

func (p *printer) end() {
	for i := len(p.cleanups) - 1; i >= 0; i-- {
		p.cleanups[i]()
	}
}

func (p *printer) Helper()                           {}
func (p *printer) Name() string                      { return "Example" }
func (p *printer) Skipped() bool                     { return false }
func (p *printer) Cleanup(f func())                  { p.cleanups = append(p.cleanups, f) }
func (p *printer) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (p *printer) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
