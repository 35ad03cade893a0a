// SPDX-License-Identifier: Apache-2.0

package exhaustion

import (
	"fmt"
	"io"
	"strings"

	"github.com/ascend-go/aclpool/internal/pool/bytesize"
)

// Error returns the request, the figures and the advice, in one line.
func (r *Report) Error() string {
	what := bytesize.Approx(r.Requested)
	if r.Together > 0 {
		what += fmt.Sprintf(" (%d of %d)", r.Index+1, r.Together)
	}
	text := fmt.Sprintf("mempool: allocate %s from %q on %q: out of memory: %s", what, shortened(r.Pool), shortened(r.Stream), r.figures())
	if r.Advice != "" {
		text += ": " + r.Advice
	}
	return text
}

// figures returns those of the pool, or of the device if that has too little memory.
func (r *Report) figures() string {
	size := bytesize.Approx
	if r.OfDevice {
		return fmt.Sprintf("the device has %s of %s free, the pool %s cached", size(r.DeviceFree), size(r.DeviceTotal), size(r.Cached))
	}
	return fmt.Sprintf("%s used, %s cached, %s pending of %s", size(r.Used), size(r.Cached), size(r.Pending), size(r.Limit))
}

// Format prints the text of Error, and with %+v everything else on further lines.
func (r *Report) Format(f fmt.State, verb rune) {
	switch {
	case verb == 'q':
		fmt.Fprintf(f, "%q", r.Error())
	case verb == 'v' && f.Flag('+'):
		_, _ = io.WriteString(f, r.details())
	default:
		_, _ = io.WriteString(f, r.Error())
	}
}

func (r *Report) details() string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s\n  %d bytes, rounded up to %d, from %q on stream %q\n", r.Error(), r.Requested, r.Rounded, r.Pool, r.Stream)
	fmt.Fprintf(&t, "  pool: %d bytes used, %d cached, %d of them pending%s; at most %d\n", r.Used, r.Cached, r.Pending, pendingOn(r.PendingOn), r.Limit)
	fmt.Fprintf(&t, "  device: %d of %d bytes free", r.DeviceFree, r.DeviceTotal)
	for _, o := range r.Others {
		fmt.Fprintf(&t, "\n  pool %q of the device: %d bytes used, %d cached, %d of them pending%s", o.Pool, o.Used, o.Cached, o.Pending, pendingOn(o.Streams))
	}
	fmt.Fprintf(&t, "\n  ACL: %v", r.Err)
	return t.String()
}

// pendingOn names the streams that frees wait for.
func pendingOn(streams []string) string {
	if len(streams) == 0 {
		return ""
	}
	return fmt.Sprintf(" on %q", streams)
}

// shortened cuts a long name.
func shortened(name string) string {
	const most = 13
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
