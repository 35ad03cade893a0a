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
		fmt.Fprintf(&b, ": %s", text)
	}
	r.Second.line(&b, "second")
	r.First.line(&b, "first")
	for _, o := range []struct {
		label string
		Operation
	}{{"allocated", r.Memory.Allocated}, {"freed", r.Memory.Freed}} {
		if o.Operation != r.First && o.Operation != r.Second {
			o.line(&b, o.label)
		}
	}
	for _, sentence := range []string{r.edge(), r.advice()} {
		if sentence != "" {
			fmt.Fprintf(&b, "\n  %s", sentence)
		}
	}
	return b.String()
}

// Short describes the violation in one line, for the text of an error.
func (r Report) Short() string {
	text := r.Second.short()
	if !r.First.IsZero() {
		text += " after " + r.First.short()
	}
	return fmt.Sprintf("%s: %s", r.Kind, text)
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
