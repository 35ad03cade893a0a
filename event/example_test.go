// SPDX-License-Identifier: Apache-2.0

package event_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Two streams, ordered by an event.
func ExampleNew() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	copies, err := stream.New(dev, stream.Config{Name: "copies"})
	check(err)
	compute, err := stream.New(dev, stream.Config{Name: "compute"})
	check(err)
	copied, err := event.New(dev, event.Config{Name: "copied"})
	check(err)

	check(copies.Record(copied))
	check(compute.WaitEvent(copied)) // what follows on compute starts after it
	check(compute.Synchronize(ctx))
	done, err := copied.Query()
	check(err)
	fmt.Println("copied:", done)

	check(copied.Close())
	check(compute.Close(ctx))
	check(copies.Close(ctx))
	check(dev.Close(ctx))
	// Output: copied: true
}

func ExampleElapsed() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{})
	check(err)
	start, err := event.New(dev, event.Config{Name: "start", Timing: true})
	check(err)
	end, err := event.New(dev, event.Config{Name: "end", Timing: true})
	check(err)

	check(s.Record(start))
	_, err = event.Elapsed(start, end)
	fmt.Println(errors.Is(err, acl.ErrNotRecorded), err)

	check(s.Record(end))
	check(end.Synchronize(ctx))
	took, err := event.Elapsed(start, end)
	check(err)
	fmt.Println("in order:", took >= 0)

	check(errors.Join(start.Close(), end.Close(), s.Close(ctx), dev.Close(ctx)))
	// Output:
	// true event: elapsed time from "start" to "end": event "end": record it on a stream first: event not recorded
	// in order: true
}

// An event that C code records orders streams of Go.
func ExampleAdopt() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // with C code: acl.Adopt of its context
	check(err)
	s, err := stream.New(dev, stream.Config{Name: "compute"})
	check(err)
	handle, destroy := theirEvent(dev) // aclrtCreateEvent(&handle) in C
	loaded, err := event.Adopt(dev, handle, event.Config{Name: "loaded"})
	check(err)

	check(s.WaitEvent(loaded)) // what follows on s starts after C's record
	check(s.Synchronize(ctx))
	fmt.Println(loaded)
	check(loaded.Close()) // forgets the event
	check(destroy())      // aclrtDestroyEvent(handle) in C

	check(errors.Join(s.Close(ctx), dev.Close(ctx)))
	// Output: event "loaded" on device 0
}

// A wait for an event waits for the work before the record, and for nothing after it.
func ExampleEvent_Synchronize() {
	ctx := context.Background()
	dev, err := sim.Open(sim.A2) // on hardware: acl.Open(0)
	check(err)
	s, err := stream.New(dev, stream.Config{})
	check(err)
	copied, err := event.New(dev, event.Config{Name: "copied"})
	check(err)

	fmt.Println(errors.Is(copied.Synchronize(ctx), acl.ErrNotRecorded))
	check(s.Record(copied))
	fmt.Println(copied.Synchronize(ctx))

	check(errors.Join(copied.Close(), s.Close(ctx), dev.Close(ctx)))
	// Output:
	// true
	// <nil>
}
