// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"fmt"
	"strings"

	"github.com/ascend-go/aclpool/internal/pool/bytesize"
)

// String describes the violation in several lines: what it is, the memory, both operations with
// their lines of source, the edge that is missing, and what to do.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "hazard: %s", r.Kind)
	if text := r.bytes(); text != "" {
		fmt.Fprintf(&b, ": %s on device %d", text, r.Device)
	}
	is, m := r.roles(), r.Memory
	if m.Allocated != r.First {
		m.Allocated.line(&b, "allocated")
	}
	if m.Freed != r.First && m.Freed != r.Second {
		m.Freed.line(&b, "freed")
	}
	r.Recorded.line(&b, "recorded")
	r.First.line(&b, is.firstLabel)
	r.Second.line(&b, is.secondLabel)
	for _, sentence := range []string{r.edge(), r.advice()} {
		if sentence != "" {
			fmt.Fprintf(&b, "\n  %s", sentence)
		}
	}
	return b.String()
}

// roles are the words for the operations of a report, in a sentence and before a line.
type roles struct{ first, firstLabel, second, secondLabel string }

func (r Report) roles() roles {
	switch r.Kind {
	case UseAfterFree:
		return roles{"free", "freed", "use", "used"}
	case UnorderedFree:
		return roles{"use", "used", "free", "freed"}
	case UnorderedUse, OutOfBounds:
		if r.Second.Name == "free" {
			return roles{"allocation", "allocated", "free", "freed"}
		}
		return roles{"allocation", "allocated", "use", "used"}
	case DoubleFree:
		return roles{"first free", "freed", "second free", "again"}
	case Changed:
		return roles{second: "read", secondLabel: "read"}
	case Unwritten:
		return roles{"allocation", "allocated", "read", "read"}
	case UnrecordedWait:
		return roles{second: "wait", secondLabel: "waited"}
	}
	return roles{"first operation", "first", "second operation", "second"}
}

// Short describes the violation in one line, for the text of an error.
func (r Report) Short() string {
	text := fmt.Sprintf("%s: %s", r.Kind, r.Second.short())
	if r.First.IsZero() {
		return text
	}
	return fmt.Sprintf("%s; %s: %s", text, r.roles().firstLabel, r.First.short())
}

// line adds an operation, in two lines. It adds nothing if there is none.
func (o Operation) line(b *strings.Builder, label string) {
	if o.IsZero() {
		return
	}
	fmt.Fprintf(b, "\n  %-10s %s", label+":", o)
	if o.Site != "" {
		fmt.Fprintf(b, "\n  %-10s   %s", "", o.Site)
	}
}

// String describes the operation without its line of source.
func (o Operation) String() string {
	text := o.Name
	if o.Access != None {
		text += " (" + o.Access.String() + ")"
	}
	if o.Stream != "" {
		text += fmt.Sprintf(", work %d of stream %q", o.Position, o.Stream)
	}
	return text
}

func (o Operation) short() string {
	if o.Site == "" {
		return o.String()
	}
	return fmt.Sprintf("%s at %s", o, o.Site)
}

// String returns the access in a word.
func (a Access) String() string {
	switch a {
	case None:
		return "none"
	case Read:
		return "reads"
	case Write:
		return "writes"
	case ReadWrite:
		return "reads and writes"
	}
	return fmt.Sprintf("Access(%d)", uint8(a))
}

// bytes says which bytes the report is about.
func (r Report) bytes() string {
	m := r.Memory
	switch {
	case m.Size == 0:
		return ""
	case r.Size == 0 || r.Offset == 0 && r.Size == m.Size:
		return m.String()
	}
	return fmt.Sprintf("%s at offset %d of %s", bytesize.Count(r.Size), r.Offset, m)
}

// String describes the memory in a few words.
func (m Memory) String() string {
	size := bytesize.Count(m.Size)
	switch {
	case m.Host:
		return fmt.Sprintf("pinned memory of %s", size)
	case m.Pool != "":
		return fmt.Sprintf("a block of %s of pool %q", size, m.Pool)
	}
	return fmt.Sprintf("device memory of %s at %#x", size, m.Addr)
}
