// SPDX-License-Identifier: Apache-2.0

package sim_test

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// A machine reports what violates the order of streams.
func ExampleConfig_hazards() {
	ctx := context.Background()
	m, err := sim.New(sim.Config{Hazards: func(r hazard.Report) {
		fmt.Printf("%s: %d bytes of device %d\n", r.Kind, r.Size, r.Device)
		fmt.Println("first: ", r.First)
		fmt.Println("second:", r.Second)
	}})
	check(err)
	dev, err := m.Open(0)
	check(err)
	weights, err := dev.Malloc(4096)
	check(err)
	load, err := stream.New(dev, stream.Config{Name: "load"})
	check(err)
	decode, err := stream.New(dev, stream.Config{Name: "decode"})
	check(err)

	check(load.Fill(weights.View(), 1))
	check(decode.Fill(weights.View(), 2)) // decode has not waited for load

	check(load.Close(ctx))
	check(decode.Close(ctx))
	check(weights.Close())
	check(dev.Close(ctx))
	check(m.Close(ctx))
	// Output:
	// write not ordered after a write: 4096 bytes of device 0
	// first:  fill (writes), work 1 of stream "load"
	// second: fill (writes), work 1 of stream "decode"
}
