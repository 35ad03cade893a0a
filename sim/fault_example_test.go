// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// The second pinned buffer of a program cannot be allocated.
func ExampleMachine_Fail() {
	m, err := sim.New(sim.Config{})
	check(err)
	dev, err := m.Open(0)
	check(err)
	fault, err := m.Fail(sim.NthCall(2, "aclrtMallocHost", codes.RTMemoryAllocation))
	check(err)

	first, err := acl.NewHostBuffer[float32](dev, 256)
	check(err)
	_, err = acl.NewHostBuffer[float32](dev, 256)
	fmt.Println(errors.Is(err, acl.ErrOutOfMemory), fault.Call(), "has failed")

	check(first.Close())
	check(dev.Close(context.Background()))
	check(m.Close(context.Background()))
	// Output: true aclrtMallocHost has failed
}

// A wait does not return, and the program notices.
func ExampleHang() {
	ctx := context.Background()
	m, err := sim.New(sim.Config{})
	check(err)
	dev, err := m.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{Name: "decode"})
	check(err)
	hang, err := m.Fail(sim.Hang(1, "aclrtSynchronizeStream"))
	check(err)

	done := make(chan error)
	go func() { done <- s.Synchronize(ctx) }()
	<-hang.Reached() // here, a program under test would give up
	fmt.Println("waiting in", hang.Call())
	hang.Release()
	fmt.Println(<-done)

	check(s.Close(ctx))
	check(dev.Close(ctx))
	check(m.Close(ctx))
	// Output:
	// waiting in aclrtSynchronizeStream
	// <nil>
}

// The device stops answering while a program uses it.
func ExampleDeviceLost() {
	ctx := context.Background()
	m, err := sim.New(sim.Config{})
	check(err)
	dev, err := m.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{Name: "decode"})
	check(err)
	_, err = m.Fail(sim.DeviceLost(0))
	check(err)

	err = s.Synchronize(ctx)
	fmt.Println(errors.Is(err, acl.ErrDevice))
	fmt.Println(err)
	_ = m.CloseForce(ctx) // returns the loss once more
	// Output:
	// true
	// stream: synchronize "decode": acl: aclrtSynchronizeStream: ACL_ERROR_RT_LOST_HEARTBEAT (507010): the device was made to stop answering
}
