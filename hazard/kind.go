// SPDX-License-Identifier: Apache-2.0

package hazard

import "fmt"

// Kind is the kind of a violation.
type Kind uint8

// The kinds of violations. First and Second are the operations of the [Report].
const (
	// UseAfterFree is a use of memory enqueued after its free. First is the free.
	UseAfterFree Kind = iota + 1
	// UnorderedFree is a free that is not ordered after a use. First is the use.
	UnorderedFree
	// UnorderedUse is a use, or a free, that is not ordered after the allocation of the memory.
	// First is the allocation.
	UnorderedUse
	// DoubleFree is a free of memory that has been freed. First is the first free.
	DoubleFree
	// OutOfBounds is a use beyond the end of a block, which may be in the bytes that the
	// pool has added to round the size up. First is the allocation.
	OutOfBounds
	// WriteAfterWrite is a write that is not ordered after another write.
	WriteAfterWrite
	// WriteAfterRead is a write that is not ordered after a read.
	WriteAfterRead
	// ReadAfterWrite is a read that is not ordered after a write.
	ReadAfterWrite
	// Unwritten is a read of bytes that nothing has written since they were allocated. First
	// is the allocation.
	Unwritten
	// Changed is a change of bytes that an operation reads, by the program or by an operation
	// that nothing orders before or after it, or by a kernel that gets them for reading only.
	// There is no First.
	Changed
	// UnrecordedWait is a wait for an event that was never recorded. There is no First.
	UnrecordedWait
)

var kinds = [...]string{
	UseAfterFree:    "use after free",
	UnorderedFree:   "free not ordered after a use",
	UnorderedUse:    "use not ordered after the allocation",
	DoubleFree:      "second free",
	OutOfBounds:     "use beyond the end of a block",
	WriteAfterWrite: "write not ordered after a write",
	WriteAfterRead:  "write not ordered after a read",
	ReadAfterWrite:  "read not ordered after a write",
	Unwritten:       "read of bytes never written",
	Changed:         "change of bytes that are read",
	UnrecordedWait:  "wait for an event never recorded",
}

// Kinds returns all kinds.
func Kinds() []Kind {
	all := make([]Kind, 0, len(kinds)-1)
	for k := range kinds[1:] {
		all = append(all, Kind(k+1))
	}
	return all
}

// String returns the kind in a few words.
func (k Kind) String() string {
	if int(k) < len(kinds) && kinds[k] != "" {
		return kinds[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}
