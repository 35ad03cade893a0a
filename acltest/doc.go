// SPDX-License-Identifier: Apache-2.0

// Package acltest helps to test programs that use aclpool. The tests need no NPU, no build
// tag and no cgo. They may run in parallel, and inside testing/synctest.
//
//	func TestMine(t *testing.T) {
//		dev := acltest.New(t)
//		s := acltest.Stream(t, dev)
//		// ...
//	}
//
// [New] opens a simulated device on a new machine, which is closed at the end of the test. An
// object that the test leaves open fails the test, which prints where it was created, and is
// closed by force, so that it does not affect later tests. [Main] checks at the end of a test
// binary for leaks that no single test can see. [Kernel] makes a kernel of a Go function for
// one test.
//
// # Hazards
//
// A test fails if what it enqueues violates the order of its streams, such as a kernel that reads
// what a copy on another stream writes, with no event between them: see package hazard. The
// violation is found whenever the test runs, since it does not depend on when work executes.
//
//	func TestPipeline(t *testing.T) {
//		dev := acltest.New(t)
//		copies, compute := acltest.Stream(t, dev), acltest.Stream(t, dev)
//		p := acltest.Pool(t, dev, mempool.Config{})
//		scale := acltest.Kernel(t, dev, scaleInGo)
//		copied := acltest.Event(t, dev)
//
//		x, err := mempool.NewBuffer[float32](p, copies, len(input))
//		require.NoError(t, err)
//		require.NoError(t, x.CopyFromSlice(ctx, copies, input))
//		require.NoError(t, copies.Record(copied))
//		require.NoError(t, compute.WaitEvent(copied)) // without this line the test fails
//		require.NoError(t, scale.Launch(compute, 1, kernel.Args(x.Arg())))
//		require.NoError(t, x.FreeAfter(copies, compute))
//	}
//
// [Hazards] returns what was found instead, for a test that is wrong on purpose, and
// [AllowHazards] allows kinds of it.
//
// # Engines
//
// [EachEngine] runs a test on every engine of package mempool. Package conformance has the
// suite that each engine and every device must pass.
//
// # Timing
//
// To test what happens while a stream is busy, hold it with [Hold]: the test then does not
// depend on time. [Explore] runs a test with many orders in which the streams execute. Costs of
// sim.Config model how long calls, copies and kernels take, for tests inside testing/synctest.
//
// # Faults
//
// Hardware seldom runs out of memory, loses a device or fails a call while somebody watches.
// [Fail] makes that happen for one test, at a place that the test chooses:
//
//	fault := acltest.Fail(t, dev, sim.NthCall(3, "aclrtMallocHost", codes.RTMemoryAllocation))
//
// [EachFault] chooses every place. It takes what a program does from start to end, and runs it
// once for each call of ACL that it makes, where that call fails:
//
//	func TestServiceSurvivesFaults(t *testing.T) {
//		acltest.EachFault(t, func(t testing.TB, dev *acl.Device) error {
//			svc, err := NewService(dev)
//			if err != nil {
//				return err
//			}
//			defer svc.Close()
//			return svc.Infer(prompt)
//		})
//	}
//
// A NewService that does not close its stream when its event cannot be created fails it:
//
//	--- FAIL: TestServiceSurvivesFaults/aclrtCreateEventExWithFlag#1
//	    acltest: stream "decode" was left open after aclrtCreateEventExWithFlag#1 has failed; it was made at service.go:41 main.NewService
//	    acltest: to repeat it: go test -run '^TestServiceSurvivesFaults$/^aclrtCreateEventExWithFlag#1$'
package acltest
