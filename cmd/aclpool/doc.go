// SPDX-License-Identifier: Apache-2.0

// Command aclpool works with traces of memory pools. It needs neither an NPU nor the
// vendor's library.
//
//	aclpool replay [-results] [-json] [-behaviour NAME] [-engine NAME] FILE...
//
// replays traces of pool operations on a simulated device. It prints a summary of each
// trace, or the result of each operation. It reads standard input if there is no FILE, or
// if FILE is "-". The package comment of internal/trace documents the format of traces and
// results, and "aclpool replay -h" summarizes it.
//
// # Exit status
//
// The exit status is 0 if every trace was replayed, even if the device refused operations
// or ran out of memory. It is 2 if a trace is malformed, has a newer version or cannot be
// read, and if the arguments are invalid.
package main
