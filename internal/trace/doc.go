// SPDX-License-Identifier: Apache-2.0

// Package trace reads traces of pool operations and writes their results. Both are text
// files with one operation per line.
//
// # Traces
//
// Fields are separated by one space. Numbers are decimal. Sizes are bytes. Lines that begin
// with '#' are comments. Comments and empty lines are not operations and have no result.
//
//	pool <maxBytes>              create the pool
//	attr <name> <value>          set an attribute
//	get <name>                   read an attribute
//	alloc <id> <bytes> <stream>  allocate; the id stands for the pointer from here on
//	free <id> <stream>           free the pointer last returned for the id
//	record <event> <stream>      record an event on a stream
//	wait <event> <stream>        a stream waits for an event
//	sync <stream>                the host waits for a stream
//	syncdev                      the host waits for all streams
//	trim <bytes>                 trim the pool
//
// Attributes are event, opportunistic, internal, threshold, reserved_current,
// reserved_high, used_current and used_high. Streams and events are numbers. An id is any
// text without a space. Streams, events and ids exist from their first use.
//
// # Versions
//
// The first line may state the version of the format:
//
//	# aclpool trace 1
//
// A trace without that line has version 1. Later versions add operations, so [Reader]
// refuses a version above [Version]. It is read at the first line only.
//
// # Results
//
// There is one line per operation. A column that does not apply holds '-'.
//
//	n op status offset size class reserved reservedHigh used usedHigh
//
// The column n counts operations from 1. The status is OK or ERR. The offset is in bytes
// from the start of the pool; for get it is the value of the attribute. The class is how an
// allocation reuses memory: same-stream, event, opportunistic, internal, or none if its memory
// is fresh.
package trace
