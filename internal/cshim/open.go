//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unsafe"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// Options shape [Open].
type Options struct {
	// Path is the library to open, absolute; nothing else is tried. Empty stands for the
	// variable ACLPOOL_LIBRARY, and without that for the search.
	Path string
	// Log takes what loading found and what is repaired from then on, until the next Open.
	// Nil discards it.
	Log *zap.Logger
}

// process holds the one library of this process.
var process struct {
	mu      sync.Mutex
	library *Library
}

// wayOut ends every failure to load.
const wayOut = "set ACLPOOL_LIBRARY to the absolute path of libacl_rt.so or libascendcl.so, " +
	"or build with -tags fakeacl for the simulated device"

// Open answers the ACL library of this process and loads it first where that has not
// happened. A library that is in the process already is taken, since a second copy
// beside it would be fatal; then comes the one named by Options.Path or ACLPOOL_LIBRARY,
// and without either those of the search. Every error is errclass.NotSupported and lists
// what was tried with the loader's own words. A process keeps the library that it has:
// asking for another one by path is an error. Open is safe for concurrent use.
func Open(o Options) (*Library, error) {
	process.mu.Lock()
	defer process.mu.Unlock()
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	if l := process.library; l != nil {
		if o.Path != "" && !l.is(o.Path) {
			return nil, fmt.Errorf("open %s: this process already uses %s, and there is no taking it out: %w",
				o.Path, l.path, errclass.NotSupported)
		}
		l.log.Store(o.Log)
		return l, nil
	}
	l, err := load(o)
	if err != nil {
		return nil, err
	}
	process.library = l
	if err := l.attachKernels(); err != nil {
		o.Log.Warn("the library does not take all kernels in Go", zap.Error(err))
	}
	return l, nil
}

// is reports whether path names the library.
func (l *Library) is(path string) bool {
	if path == l.path || path == l.asked {
		return true
	}
	a, errA := os.Stat(path)
	b, errB := os.Stat(l.path)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

func load(o Options) (*Library, error) {
	for _, name := range sonames {
		l, err := try(name, true, o.Log)
		if err != nil {
			return nil, fmt.Errorf("load the ACL library: one is in the process already, and a second would be fatal: %w: %w", err, errclass.NotSupported)
		}
		if l != nil {
			if named := explicit(o); named != "" && !l.is(named) {
				o.Log.Warn("an ACL library is in the process already; the one asked for is left alone",
					zap.String("library", l.path), zap.String("asked for", named))
			}
			return l, nil
		}
	}
	candidates, err := o.candidates()
	if err != nil {
		return nil, err
	}
	var tried []error
	for _, c := range candidates {
		if c.skip != "" {
			tried = append(tried, errors.New(c.name+": not tried: "+c.skip))
			continue
		}
		l, err := try(c.name, false, o.Log)
		if err == nil {
			return l, nil
		}
		tried = append(tried, err)
	}
	return nil, &loadError{tried}
}

// candidates are the places to try for o.
func (o Options) candidates() ([]candidate, error) {
	named := explicit(o)
	if named == "" {
		return search(os.Getenv), nil
	}
	if !filepath.IsAbs(named) {
		return nil, fmt.Errorf("load the ACL library: the path %q is not absolute, and the working directory "+
			"is never searched; %s: %w", named, wayOut, errclass.NotSupported)
	}
	return []candidate{{name: named}}, nil
}

// explicit is the one library that the user has named, or "".
func explicit(o Options) string {
	if o.Path != "" {
		return o.Path
	}
	return os.Getenv("ACLPOOL_LIBRARY")
}

// try opens one library. With already set it only looks whether the process has it, and
// answers nil without an error if not.
func try(name string, already bool, log *zap.Logger) (*Library, error) {
	if !already {
		if err := openable(name); err != nil {
			return nil, err
		}
	}
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	var noload C.int
	if already {
		noload = 1
	}
	r := C.aclpool_open(cname, noload)
	defer C.free(unsafe.Pointer(r.path))
	defer C.free(unsafe.Pointer(r.error))
	switch {
	case r.error != nil:
		why := C.GoString(r.error)
		if !strings.HasPrefix(why, name+":") { // the loader names what failed, which may lie deeper
			why = name + ": " + why
		}
		if filepath.IsAbs(name) {
			why += otherMachine(name)
		}
		return nil, errors.New(why)
	case r.path == nil:
		return nil, nil
	}
	l := &Library{path: C.GoString(r.path), asked: name, symbols: symbolTable()}
	l.log.Store(log)
	log.Info("ACL library loaded", zap.String("path", l.path), zap.Bool("was in the process", already))
	l.logRepaired("loading", uint64(r.repaired))
	return l, nil
}

// openable refuses what the loader would open and read from for ever, such as a named
// pipe. What is not there, or not to be looked at, is for the loader to report.
func openable(name string) error {
	if !filepath.IsAbs(name) {
		return nil // a name for the loader to search
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file but %s", name, kindOf(info.Mode()))
	}
	return nil
}

func kindOf(m os.FileMode) string {
	switch {
	case m.IsDir():
		return "a directory"
	case m&os.ModeNamedPipe != 0:
		return "a named pipe"
	case m&os.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// loadError lists what was tried in vain.
type loadError struct{ tried []error }

func (e *loadError) Error() string {
	var b strings.Builder
	b.WriteString("load the ACL library: not supported: none of these could be used:")
	for _, err := range e.tried {
		b.WriteString("\n\t" + err.Error())
	}
	b.WriteString("\n" + wayOut)
	return b.String()
}

// Unwrap makes the error errclass.NotSupported.
func (e *loadError) Unwrap() error { return errclass.NotSupported }
