// SPDX-License-Identifier: Apache-2.0

package driver

// API is the part of the ACL runtime that aclpool uses: one method per C function, grouped
// as in the vendor's headers. A method that needs a current context takes it as its first
// argument. The context is current during the call only; afterwards the thread's previous
// context is current again. All methods are safe for concurrent use.
type API interface {
	// Describe returns a description of the driver for people: the library's path, or
	// the simulated device.
	Describe() string
	// Has reports whether the driver has the C function of that name. A product may still
	// refuse the call.
	Has(symbol string) bool

	// Process.

	Init(config string) Status                      // aclInit; "" is no file
	Finalize() Status                               // aclFinalize
	FinalizeReference() (left uint64, st Status)    // aclFinalizeReference
	Version() (major, minor, patch int32, _ Status) // aclrtGetVersion
	VersionString(pkg string) (string, Status)      // aclsysGetVersionStr
	SocName() string                                // aclrtGetSocName; "" if C returns NULL

	// Devices.

	DeviceCount() (uint32, Status) // aclrtGetDeviceCount
	// SetDevice calls aclrtSetDevice and returns the device's primary context. It then
	// restores the context that was current on the thread.
	SetDevice(id int32) (Context, Status)
	ResetDevice(id int32) Status                                        // aclrtResetDevice
	ResetDeviceForce(id int32) Status                                   // aclrtResetDeviceForce
	RunMode() (RunMode, Status)                                         // aclrtGetRunMode
	MemInfo(ac Context, attr MemAttr) (free, total uint64, _ Status)    // aclrtGetMemInfo
	SynchronizeDevice(ac Context) Status                                // aclrtSynchronizeDevice
	SynchronizeDeviceWithTimeout(ac Context, ms int32) Status           // aclrtSynchronizeDeviceWithTimeout
	DeviceCanAccessPeer(id, peer int32) (bool, Status)                  // aclrtDeviceCanAccessPeer
	DeviceEnablePeerAccess(ac Context, peer int32, flags uint32) Status // aclrtDeviceEnablePeerAccess

	// Contexts.

	CreateContext(id int32) (Context, Status)               // aclrtCreateContext
	DestroyContext(ac Context) Status                       // aclrtDestroyContext
	CtxGetCurrentDefaultStream(ac Context) (Stream, Status) // aclrtCtxGetCurrentDefaultStream

	// Device and host memory. Sizes are bytes.

	Malloc(ac Context, size uint64, policy MallocPolicy) (Addr, Status)        // aclrtMalloc
	MallocAlign32(ac Context, size uint64, policy MallocPolicy) (Addr, Status) // aclrtMallocAlign32
	Free(ac Context, a Addr) Status                                            // aclrtFree
	MallocHost(ac Context, size uint64) (Mem, Status)                          // aclrtMallocHost
	FreeHost(ac Context, m Mem) Status                                         // aclrtFreeHost
	Memcpy(ac Context, dst Mem, dstMax uint64, src Mem, count uint64, kind MemcpyKind) Status
	MemcpyAsync(ac Context, dst Mem, dstMax uint64, src Mem, count uint64, kind MemcpyKind, s Stream) Status
	Memset(ac Context, dst Mem, dstMax uint64, value int32, count uint64) Status
	MemsetAsync(ac Context, dst Mem, dstMax uint64, value int32, count uint64, s Stream) Status

	// Streams. Zero is the default stream of the context unless the comment says otherwise.

	CreateStream(ac Context) (Stream, Status)                                   // aclrtCreateStream
	CreateStreamWithConfig(ac Context, priority, flags uint32) (Stream, Status) // aclrtCreateStreamWithConfig
	DestroyStream(ac Context, s Stream) Status                                  // aclrtDestroyStream; zero is refused
	DestroyStreamForce(ac Context, s Stream) Status                             // aclrtDestroyStreamForce; zero is refused
	SynchronizeStream(ac Context, s Stream) Status                              // aclrtSynchronizeStream
	SynchronizeStreamWithTimeout(ac Context, s Stream, ms int32) Status         // aclrtSynchronizeStreamWithTimeout
	StreamQuery(ac Context, s Stream) (StreamStatus, Status)                    // aclrtStreamQuery
	StreamWaitEvent(ac Context, s Stream, e Event) Status                       // aclrtStreamWaitEvent
	StreamAbort(ac Context, s Stream) Status                                    // aclrtStreamAbort
	StreamGetID(ac Context, s Stream) (int32, Status)                           // aclrtStreamGetId
	SetStreamFailureMode(ac Context, s Stream, mode FailureMode) Status         // aclrtSetStreamFailureMode

	// Events.

	CreateEvent(ac Context) (Event, Status)                               // aclrtCreateEvent
	CreateEventWithFlag(ac Context, flags uint32) (Event, Status)         // aclrtCreateEventWithFlag
	CreateEventExWithFlag(ac Context, flags uint32) (Event, Status)       // aclrtCreateEventExWithFlag
	DestroyEvent(ac Context, e Event) Status                              // aclrtDestroyEvent
	RecordEvent(ac Context, e Event, s Stream) Status                     // aclrtRecordEvent
	ResetEvent(ac Context, e Event, s Stream) Status                      // aclrtResetEvent
	QueryEventStatus(ac Context, e Event) (EventRecordedStatus, Status)   // aclrtQueryEventStatus
	QueryEventWaitStatus(ac Context, e Event) (EventWaitStatus, Status)   // aclrtQueryEventWaitStatus
	SynchronizeEvent(ac Context, e Event) Status                          // aclrtSynchronizeEvent
	SynchronizeEventWithTimeout(ac Context, e Event, ms int32) Status     // aclrtSynchronizeEventWithTimeout
	EventElapsedTime(ac Context, start, end Event) (ms float32, _ Status) // aclrtEventElapsedTime

	// Stream-ordered memory pools. MallocAsync and FreeAsync refuse stream zero.

	MemPoolCreate(ac Context, p PoolProps) (Pool, Status)                  // aclrtMemPoolCreate
	MemPoolDestroy(ac Context, p Pool) Status                              // aclrtMemPoolDestroy
	MemPoolSetAttr(ac Context, p Pool, attr PoolAttr, value uint64) Status // aclrtMemPoolSetAttr
	MemPoolGetAttr(ac Context, p Pool, attr PoolAttr) (uint64, Status)     // aclrtMemPoolGetAttr
	MallocAsync(ac Context, p Pool, size uint64, s Stream) (Addr, Status)  // aclrtMemPoolMallocAsync; size 0 returns address 0 and Success
	FreeAsync(ac Context, a Addr, s Stream) Status                         // aclrtMemPoolFreeAsync
	MemPoolTrimTo(ac Context, p Pool, keep uint64) Status                  // aclrtMemPoolTrimTo
	// MemPoolBatch performs ops in order, with MallocAsync on p and FreeAsync, in a single
	// call into C, and stores the results in ops. A failed allocation ends the batch: the
	// operations after it are not performed and get its code. A failed free does not end
	// the batch. The Status is that of the first failure.
	MemPoolBatch(ac Context, p Pool, ops []BatchOp) Status

	// Kernels.

	BinaryLoadFromFile(ac Context, path string) (Binary, Status)                                  // aclrtBinaryLoadFromFile
	BinaryLoadFromData(ac Context, data []byte) (Binary, Status)                                  // aclrtBinaryLoadFromData
	BinaryUnload(ac Context, b Binary) Status                                                     // aclrtBinaryUnLoad
	BinaryGetFunction(ac Context, b Binary, name string) (Function, Status)                       // aclrtBinaryGetFunction
	LaunchKernel(ac Context, f Function, blocks uint32, args Addr, size uint64, s Stream) Status  // aclrtLaunchKernel: arguments in device memory
	LaunchKernelWithHostArgs(ac Context, f Function, blocks uint32, s Stream, args []byte) Status // aclrtLaunchKernelWithHostArgs: arguments copied during the call
}
