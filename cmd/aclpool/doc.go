// SPDX-License-Identifier: Apache-2.0

// Command aclpool is the tool of the module. It needs no NPU and no vendor library.
//
//	aclpool replay [-results] [-json] [-behaviour NAME] [-engine NAME] FILE...
//
// runs traces of pool operations on the simulated device and prints the result of each
// operation, or a summary. Package internal/trace says what a trace looks like. A FILE of
// "-", and no FILE at all, is standard input.
//
// # Exit status
//
// 0 if everything was replayed: that the device refused operations, or ran out of memory,
// is a result. 2 for a malformed trace, with file and line, for one that cannot be read,
// and for arguments that make no sense.
package main
