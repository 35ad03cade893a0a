// SPDX-License-Identifier: Apache-2.0

package sim

// Schedule is an order in which the work of a machine's streams executes. Without one, each
// stream executes as soon as it can, on a goroutine of its own. With one, the streams of a device
// execute one operation at a time, and only within calls of the host: each call executes some
// operations, and a wait those that it waits for. The seed decides how many, and of which
// stream the next one is.
//
// So a program that uses a machine from one goroutine runs alike whenever it has the same seed,
// and its streams overtake one another differently with another seed. acltest.Explore runs a
// test with many. A kernel must not wait for the program: the call that executes it would not
// return.
type Schedule struct {
	Seed uint64 // decides the order
	// Log, if it is not nil, is called with every operation before it executes, such as
	//
	//	stream "decode": work 3, kernel "add"
	//
	// It must not call the machine.
	Log func(step string)
}
