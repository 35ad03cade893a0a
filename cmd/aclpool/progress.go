// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress prints the progress of a long replay on one line of a terminal.
type progress struct {
	w      io.Writer
	file   string
	size   int64 // bytes; 0 if unknown
	shown  time.Time
	length int // of the line on the terminal
}

// interval is the time between two updates, and before the first one.
const interval = 500 * time.Millisecond

// show updates the line if the last update was at least interval ago.
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

// clear erases the line.
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
