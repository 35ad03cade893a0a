// SPDX-License-Identifier: Apache-2.0

package caller

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Site is a place in the source of the program, as a small number that is valid in this
// process. The zero Site is unknown.
type Site uint32

// sites are the sites seen so far.
var sites = struct {
	sync.RWMutex
	numbers map[uintptr]Site // by return address; 0 for one inside this module
	byLine  map[line]Site
	lines   []line   // by Site - 1
	texts   []string // of the lines, made once, so that String allocates nothing
}{numbers: make(map[uintptr]Site), byLine: make(map[line]Site)}

type line struct {
	file     string
	number   int
	function string
}

// usual is how many frames there are at most up to the program's in most calls. Each frame that
// is found costs some 30 ns.
const usual = 8

// Here returns the site of the innermost frame that is not this module's own. Tests of
// this module count as programs.
func Here() Site {
	var pcs [Depth]uintptr
	n := runtime.Callers(2, pcs[:usual])
	s := first(pcs[:n])
	if s == 0 && n == usual {
		n = runtime.Callers(2+usual, pcs[:])
		s = first(pcs[:n])
	}
	return s
}

// first returns the site of the first return address that is outside of this module.
func first(pcs []uintptr) Site {
	for _, pc := range pcs {
		if s := siteOf(pc); s != 0 {
			return s
		}
	}
	return 0
}

// recent are addresses that were looked up, each at the index of its hash. They need no lock.
var recent [1 << 12]atomic.Pointer[address]

type address struct {
	pc   uintptr
	site Site
}

// siteOf returns the site of a return address, 0 inside this module.
func siteOf(pc uintptr) Site {
	slot := &recent[uint64(pc)*0x9e3779b97f4a7c15>>52]
	if a := slot.Load(); a != nil && a.pc == pc {
		return a.site
	}
	s := lookUp(pc)
	slot.Store(&address{pc, s})
	return s
}

func lookUp(pc uintptr) Site {
	sites.RLock()
	s, known := sites.numbers[pc]
	sites.RUnlock()
	if known {
		return s
	}
	// runtime.Callers returns an address for every frame, those inlined included.
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	sites.Lock()
	defer sites.Unlock()
	if !InModule(frame) {
		s = intern(line{frame.File, frame.Line, frame.Function})
	}
	sites.numbers[pc] = s
	return s
}

// intern returns the number of a line. The lock is held.
func intern(l line) Site {
	s, known := sites.byLine[l]
	if !known {
		sites.lines = append(sites.lines, l)
		sites.texts = append(sites.texts, fmt.Sprintf("%s:%d %s", l.file, l.number, l.function))
		s = Site(len(sites.lines))
		sites.byLine[l] = s
	}
	return s
}

func (s Site) line() line {
	sites.RLock()
	defer sites.RUnlock()
	if s == 0 || int(s) > len(sites.lines) {
		return line{}
	}
	return sites.lines[s-1]
}

// String returns "file:line function".
func (s Site) String() string {
	sites.RLock()
	defer sites.RUnlock()
	if s == 0 || int(s) > len(sites.texts) {
		return "unknown"
	}
	return sites.texts[s-1]
}

// File returns the path of the source file and the line.
func (s Site) File() (path string, number int) {
	l := s.line()
	return l.file, l.number
}
