// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/errclass"
)

var (
	malloc = hazard.Operation{Name: "malloc", Stream: "copy", Position: 1, Site: "main.go:10 main.main"}
	upload = hazard.Operation{Name: "copy to device", Stream: "copy", Position: 3, Access: hazard.Write, Site: "main.go:20 main.main"}
	add    = hazard.Operation{Name: `kernel "add", argument 0`, Stream: "decode", Position: 2, Access: hazard.Read, Site: "main.go:30 main.run"}
	free   = hazard.Operation{Name: "free", Stream: "decode", Position: 4, Site: "main.go:40 main.run"}
	read   = hazard.Operation{Name: "copy to host", Access: hazard.Read, Site: "main.go:50 main.main"}
	memory = hazard.Memory{Pool: "kv", Addr: 4096, Size: 1000, Allocated: malloc}
)

func freed() hazard.Memory {
	m := memory
	m.Freed = free
	return m
}

// reports are one report of each kind, and their texts.
var reports = map[string]struct {
	hazard.Report
	short, long string
}{
	"use after free": {
		hazard.Report{Kind: hazard.UseAfterFree, Memory: freed(), Offset: 100, Size: 1, First: free, Second: upload},
		`use after free: copy to device (writes), work 3 of stream "copy" at main.go:20 main.main; freed: free, work 4 of stream "decode" at main.go:40 main.run`,
		`hazard: use after free: 1 byte at offset 100 of a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  freed:     free, work 4 of stream "decode"
               main.go:40 main.run
  used:      copy to device (writes), work 3 of stream "copy"
               main.go:20 main.main
  Free the memory after its last use has been enqueued.`,
	},
	"unordered free": {
		hazard.Report{Kind: hazard.UnorderedFree, Memory: memory, First: upload, Second: free, Size: 1000, Known: 2},
		`free not ordered after a use: free, work 4 of stream "decode" at main.go:40 main.run; used: copy to device (writes), work 3 of stream "copy" at main.go:20 main.main`,
		`hazard: free not ordered after a use: a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  used:      copy to device (writes), work 3 of stream "copy"
               main.go:20 main.main
  freed:     free, work 4 of stream "decode"
               main.go:40 main.run
  Stream "decode" has waited for stream "copy" only up to work 2. The use is work 3.
  Pass stream "copy" to FreeAfter or, after the use, to RecordUse. Or record an event on it after the use, and have stream "decode" wait for that before the free.`,
	},
	"close of pinned memory": {
		hazard.Report{
			Kind: hazard.UnorderedFree, Memory: hazard.Memory{Host: true, Size: 64}, Size: 64,
			First: upload, Second: hazard.Operation{Name: "close"},
		},
		`free not ordered after a use: close; used: copy to device (writes), work 3 of stream "copy" at main.go:20 main.main`,
		`hazard: free not ordered after a use: pinned memory of 64 bytes on device 0
  used:      copy to device (writes), work 3 of stream "copy"
               main.go:20 main.main
  freed:     close
  The program has not waited for any work of stream "copy", directly or through other streams.
  Synchronize stream "copy" after the use and before the free.`,
	},
	"unordered use": {
		hazard.Report{Kind: hazard.UnorderedUse, Device: 1, Memory: memory, Size: 1000, First: malloc, Second: add},
		`use not ordered after the allocation: kernel "add", argument 0 (reads), work 2 of stream "decode" at main.go:30 main.run; allocated: malloc, work 1 of stream "copy" at main.go:10 main.main`,
		`hazard: use not ordered after the allocation: a block of 1000 bytes of pool "kv" on device 1
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  used:      kernel "add", argument 0 (reads), work 2 of stream "decode"
               main.go:30 main.run
  Stream "decode" has not waited for any work of stream "copy", directly or through other streams.
  Record an event on stream "copy" after the allocation, and have stream "decode" wait for it before the use.`,
	},
	"double free": {
		hazard.Report{Kind: hazard.DoubleFree, Memory: freed(), First: free, Second: hazard.Operation{Name: "free", Stream: "copy", Position: 9}},
		`second free: free, work 9 of stream "copy"; freed: free, work 4 of stream "decode" at main.go:40 main.run`,
		`hazard: second free: a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  freed:     free, work 4 of stream "decode"
               main.go:40 main.run
  again:     free, work 9 of stream "copy"
  Free each block once.`,
	},
	"out of bounds": {
		hazard.Report{Kind: hazard.OutOfBounds, Memory: memory, Offset: 1000, Size: 24, First: malloc, Second: upload},
		`use beyond the end of a block: copy to device (writes), work 3 of stream "copy" at main.go:20 main.main; allocated: malloc, work 1 of stream "copy" at main.go:10 main.main`,
		`hazard: use beyond the end of a block: 24 bytes at offset 1000 of a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  used:      copy to device (writes), work 3 of stream "copy"
               main.go:20 main.main
  The memory has 1000 bytes. Allocate more, or use less.`,
	},
	"write after write": {
		hazard.Report{
			Kind: hazard.WriteAfterWrite, Memory: hazard.Memory{Addr: 4096, Size: 8}, Size: 8, First: upload,
			Second: hazard.Operation{Name: "fill", Stream: "decode", Position: 2, Access: hazard.ReadWrite},
		},
		`write not ordered after a write: fill (reads and writes), work 2 of stream "decode"; first: copy to device (writes), work 3 of stream "copy" at main.go:20 main.main`,
		`hazard: write not ordered after a write: device memory of 8 bytes at 0x1000 on device 0
  first:     copy to device (writes), work 3 of stream "copy"
               main.go:20 main.main
  second:    fill (reads and writes), work 2 of stream "decode"
  Stream "decode" has not waited for any work of stream "copy", directly or through other streams.
  Record an event on stream "copy" after the first operation, and have stream "decode" wait for it before the second operation.`,
	},
	"write after read": {
		hazard.Report{Kind: hazard.WriteAfterRead, Memory: memory, Size: 10, First: add, Second: upload, Known: 1},
		`write not ordered after a read: copy to device (writes), work 3 of stream "copy" at main.go:20 main.main; first: kernel "add", argument 0 (reads), work 2 of stream "decode" at main.go:30 main.run`,
		`hazard: write not ordered after a read: 10 bytes at offset 0 of a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  first:     kernel "add", argument 0 (reads), work 2 of stream "decode"
               main.go:30 main.run
  second:    copy to device (writes), work 3 of stream "copy"
               main.go:20 main.main
  Stream "copy" has waited for stream "decode" only up to work 1. The first operation is work 2.
  Record an event on stream "decode" after the first operation, and have stream "copy" wait for it before the second operation.`,
	},
	"an event recorded too early": {
		hazard.Report{
			Kind: hazard.ReadAfterWrite, Memory: memory, Size: 1000, First: upload, Second: add, Known: 2,
			Recorded: hazard.Operation{Name: `event "copied"`, Stream: "copy", Position: 2, Site: "main.go:19 main.main"},
		},
		`read not ordered after a write: kernel "add", argument 0 (reads), work 2 of stream "decode" at main.go:30 main.run; first: copy to device (writes), work 3 of stream "copy" at main.go:20 main.main`,
		`hazard: read not ordered after a write: a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  recorded:  event "copied", work 2 of stream "copy"
               main.go:19 main.main
  first:     copy to device (writes), work 3 of stream "copy"
               main.go:20 main.main
  second:    kernel "add", argument 0 (reads), work 2 of stream "decode"
               main.go:30 main.run
  Stream "decode" has waited for stream "copy" only up to work 2, the record of event "copied". The first operation is work 3.
  Record an event on stream "copy" after the first operation, and have stream "decode" wait for it before the second operation.`,
	},
	"kernels that may only read": {
		hazard.Report{
			Kind: hazard.WriteAfterWrite, Memory: memory, Size: 1000,
			First:  hazard.Operation{Name: `kernel "add", argument 1`, Stream: "copy", Position: 3, Access: hazard.ReadWrite},
			Second: hazard.Operation{Name: `kernel "add", argument 1`, Stream: "decode", Position: 2, Access: hazard.ReadWrite},
		},
		`write not ordered after a write: kernel "add", argument 1 (reads and writes), work 2 of stream "decode"; first: kernel "add", argument 1 (reads and writes), work 3 of stream "copy"`,
		`hazard: write not ordered after a write: a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  first:     kernel "add", argument 1 (reads and writes), work 3 of stream "copy"
  second:    kernel "add", argument 1 (reads and writes), work 2 of stream "decode"
  Stream "decode" has not waited for any work of stream "copy", directly or through other streams.
  Record an event on stream "copy" after the first operation, and have stream "decode" wait for it before the second operation. Or if a kernel only reads the bytes, pass them by ReadArg or kernel.ReadView.`,
	},
	"free without the allocation": {
		hazard.Report{Kind: hazard.UnorderedUse, Memory: memory, Size: 1000, First: malloc, Second: free},
		`use not ordered after the allocation: free, work 4 of stream "decode" at main.go:40 main.run; allocated: malloc, work 1 of stream "copy" at main.go:10 main.main`,
		`hazard: use not ordered after the allocation: a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  freed:     free, work 4 of stream "decode"
               main.go:40 main.run
  Stream "decode" has not waited for any work of stream "copy", directly or through other streams.
  Record an event on stream "copy" after the allocation, and have stream "decode" wait for it before the free.`,
	},
	"read after write, by the program": {
		hazard.Report{Kind: hazard.ReadAfterWrite, Memory: memory, Size: 1000, First: upload, Second: read, Known: 1},
		`read not ordered after a write: copy to host (reads) at main.go:50 main.main; first: copy to device (writes), work 3 of stream "copy" at main.go:20 main.main`,
		`hazard: read not ordered after a write: a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  first:     copy to device (writes), work 3 of stream "copy"
               main.go:20 main.main
  second:    copy to host (reads)
               main.go:50 main.main
  The program has waited for stream "copy" only up to work 1. The first operation is work 3.
  Synchronize stream "copy" after the first operation and before the second operation.`,
	},
	"unwritten": {
		hazard.Report{Kind: hazard.Unwritten, Memory: memory, Offset: 500, Size: 500, First: malloc, Second: read},
		`read of bytes never written: copy to host (reads) at main.go:50 main.main; allocated: malloc, work 1 of stream "copy" at main.go:10 main.main`,
		`hazard: read of bytes never written: 500 bytes at offset 500 of a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  read:      copy to host (reads)
               main.go:50 main.main
  Write the bytes first, or read fewer.`,
	},
	"change under a kernel": {
		hazard.Report{Kind: hazard.Changed, Memory: memory, Size: 1000, Second: hazard.Operation{Name: `kernel "add", argument 1`, Stream: "decode", Position: 2, Access: hazard.Read, Site: "main.go:30 main.run"}},
		`change of bytes that are read: kernel "add", argument 1 (reads), work 2 of stream "decode" at main.go:30 main.run`,
		`hazard: change of bytes that are read: a block of 1000 bytes of pool "kv" on device 0
  allocated: malloc, work 1 of stream "copy"
               main.go:10 main.main
  read:      kernel "add", argument 1 (reads), work 2 of stream "decode"
               main.go:30 main.run
  If the kernel writes the bytes, pass them by Arg or kernel.View, and use sim.Slice. Otherwise order what writes them before or after the kernel.`,
	},
	"change under a copy": {
		hazard.Report{Kind: hazard.Changed, Memory: hazard.Memory{Host: true, Size: 64}, Size: 64, Second: hazard.Operation{Name: "copy to device", Stream: "decode", Position: 2, Access: hazard.Read}},
		`change of bytes that are read: copy to device (reads), work 2 of stream "decode"`,
		`hazard: change of bytes that are read: pinned memory of 64 bytes on device 0
  read:      copy to device (reads), work 2 of stream "decode"
  Do not change the elements until the stream has executed the copy.`,
	},
	"unrecorded wait": {
		hazard.Report{Kind: hazard.UnrecordedWait, Second: hazard.Operation{Name: `wait for event "copied"`, Stream: "decode", Position: 1}},
		`wait for an event never recorded: wait for event "copied", work 1 of stream "decode"`,
		`hazard: wait for an event never recorded
  waited:    wait for event "copied", work 1 of stream "decode"
  Record the event on a stream before another waits for it.`,
	},
	"operations of unknown streams": {
		hazard.Report{Kind: hazard.UnorderedFree, First: hazard.Operation{Name: "use"}, Second: hazard.Operation{Name: "free"}},
		`free not ordered after a use: free; used: use`,
		`hazard: free not ordered after a use
  used:      use
  freed:     free`,
	},
}

func TestTexts(t *testing.T) {
	kinds := make(map[hazard.Kind]bool)
	for name, tt := range reports {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.short, tt.Short())
			assert.Equal(t, tt.long, tt.String())
			var err error = &hazard.Error{Report: tt.Report}
			assert.Equal(t, tt.short, err.Error())
			assert.Equal(t, tt.short, fmt.Sprint(err))
			assert.Equal(t, fmt.Sprintf("%q", tt.short), fmt.Sprintf("%q", err))
			assert.Equal(t, tt.long, fmt.Sprintf("%+v", err))
			assert.NotContains(t, tt.short, "\n")
			assert.True(t, strings.HasPrefix(tt.short, tt.Kind.String()))
			kinds[tt.Kind] = true
		})
	}
	for _, k := range hazard.Kinds() {
		assert.True(t, kinds[k], "%s has texts", k)
	}
}

func TestErrorHasItsClass(t *testing.T) {
	err := fmt.Errorf("mempool: free: %w", &hazard.Error{Report: hazard.Report{Kind: hazard.DoubleFree}})
	assert.ErrorIs(t, err, errclass.Hazard)
	found, ok := errors.AsType[*hazard.Error](err)
	assert.True(t, ok)
	assert.Equal(t, hazard.DoubleFree, found.Report.Kind)
}

func TestWords(t *testing.T) {
	assert.Len(t, hazard.Kinds(), 11)
	for _, k := range hazard.Kinds() {
		assert.NotContains(t, k.String(), "Kind(")
	}
	for want, v := range map[string]fmt.Stringer{
		"Kind(0)": hazard.Kind(0), "Kind(99)": hazard.Kind(99),
		"none": hazard.None, "reads": hazard.Read, "writes": hazard.Write, "reads and writes": hazard.ReadWrite,
		"Access(9)": hazard.Access(9),
	} {
		assert.Equal(t, want, v.String())
	}
	assert.True(t, hazard.Operation{}.IsZero())
	assert.False(t, malloc.IsZero())
}
