// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress is a line on a terminal that says how far a long replay is.
type progress struct {
	w      io.Writer
	file   string
	size   int64 // bytes; 0 is not known
	shown  time.Time
	length int // of the line that stands there
}

// interval is how long a line stands, and how long a replay runs before there is one.
const interval = 500 * time.Millisecond

// show replaces the line, unless it is too early for that.
func (p *progress) show(operations uint64, bytes int64) {
	now := time.Now()
	if p.shown.IsZero() {
		p.shown = now
	}
	if now.Sub(p.shown) < interval {
		return
	}
	p.shown = now
	text := fmt.Sprintf("%s: %d operations, %d MB", p.file, operations, bytes/1e6)
	if p.size > 0 {
		text += fmt.Sprintf(", %d %%", 100*bytes/p.size)
	}
	p.write(text)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.length > 0 {
		p.write("")
		fmt.Fprint(p.w, "\r")
	}
}

func (p *progress) write(text string) {
	fmt.Fprintf(p.w, "\r%s%s", text, strings.Repeat(" ", max(0, p.length-len(text))))
	p.length = len(text)
}
