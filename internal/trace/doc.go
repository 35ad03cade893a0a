// SPDX-License-Identifier: Apache-2.0

// Package trace reads traces of pool operations and writes their results. Both are text,
// one operation a line.
//
// # Traces
//
// Fields are separated by one space, numbers are decimal, sizes are bytes. A line that
// begins with '#' is a comment; comments and empty lines have no number and no result.
//
//	pool <maxBytes>              create the pool
//	attr <name> <value>          set an attribute
//	get <name>                   read an attribute
//	alloc <id> <bytes> <stream>  allocate; the id names the pointer from here on
//	free <id> <stream>           free the pointer last returned for the id
//	record <event> <stream>      record an event on a stream
//	wait <event> <stream>        a stream waits for an event
//	sync <stream>                the host waits for a stream
//	syncdev                      the host waits for all streams
//	trim <bytes>                 trim the pool
//
// Attributes are event, opportunistic, internal, threshold, reserved_current,
// reserved_high, used_current and used_high. Streams and events are numbers, ids any text
// without a space; all three are there when they are first named.
//
// # Results
//
// One line an operation, with '-' where a column does not apply:
//
//	n op status offset size class reserved reservedHigh used usedHigh
//
// n counts operations from 1, status is OK or ERR, offset is bytes from the start of the
// pool, or the value that get has read, and class is that of an allocation: none,
// same-stream, event, opportunistic or internal.
package trace
