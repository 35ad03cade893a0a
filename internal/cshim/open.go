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

// Options configures [Open].
type Options struct {
	// Path is the absolute path of the only library to try. If it is empty, the
	// environment variable ACLPOOL_LIBRARY is used, and if that is empty too, a search.
	Path string
	// Log receives messages about loading and about repaired signal handlers, until the
	// next call of Open. If nil, they are discarded.
	Log *zap.Logger
}

// process holds the one library of this process.
var process struct {
	mu      sync.Mutex
	library *Library
}

// loadHint says how a program gets a library, in every failure to load.
const loadHint = "set ACLPOOL_LIBRARY to the absolute path of libacl_rt.so or libascendcl.so, " +
	"or build with -tags fakeacl for the simulated device"

// Open returns the ACL library of this process and loads it if necessary. It uses, in this
// order: a library that is already in the process, because a second copy would be fatal;
// the library that Options.Path or ACLPOOL_LIBRARY names; the first usable one of the
// search. A process never changes its library: Open returns an error if Options.Path names
// another one. Every error is errclass.NotSupported and lists the loader's message for each
// file that was tried. Open is safe for concurrent use.
func Open(o Options) (*Library, error) {
	process.mu.Lock()
	defer process.mu.Unlock()
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	if l := process.library; l != nil {
		if o.Path != "" && !l.is(o.Path) {
			return nil, fmt.Errorf("open %s: this process already uses %s, which cannot be unloaded: %w",
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
		o.Log.Warn("kernels in Go could not be registered with the library", zap.Error(err))
	}
	return l, nil
}

// is reports whether path is the file of the library, or the name that it was opened by.
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
			return nil, fmt.Errorf("load the ACL library: one is already in the process, and a second one would be fatal: %w: %w", err, errclass.NotSupported)
		}
		if l != nil {
			if named := explicit(o); named != "" && !l.is(named) {
				o.Log.Warn("using the ACL library that is already in the process instead of the named one",
					zap.String("library", l.path), zap.String("named", named))
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

// candidates returns the libraries to try.
func (o Options) candidates() ([]candidate, error) {
	named := explicit(o)
	if named == "" {
		return search(os.Getenv), nil
	}
	if !filepath.IsAbs(named) {
		return nil, fmt.Errorf("load the ACL library: the path %q is not absolute, and the working directory "+
			"is never searched; %s: %w", named, loadHint, errclass.NotSupported)
	}
	return []candidate{{name: named}}, nil
}

// explicit returns the library that the user has named, or "".
func explicit(o Options) string {
	if o.Path != "" {
		return o.Path
	}
	return os.Getenv("ACLPOOL_LIBRARY")
}

// try opens one library. If already is set, it only looks for the library in the process,
// and returns nil without an error if it is not there.
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
		if !strings.HasPrefix(why, name+":") { // the loader names the file that failed, which may be a dependency
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
	log.Info("ACL library loaded", zap.String("path", l.path), zap.Bool("already in the process", already))
	l.logRepaired("loading", uint64(r.repaired))
	return l, nil
}

// openable returns an error for a file from which the loader would read forever, such as a
// named pipe. The loader itself reports files that do not exist or are not readable.
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

// loadError says how to get a library, and lists the failures of all that were tried.
type loadError struct{ tried []error }

func (e *loadError) Error() string {
	var b strings.Builder
	b.WriteString("load the ACL library: not supported: " + loadHint + "; none of these could be used:")
	for _, err := range e.tried {
		b.WriteString("\n\t" + err.Error())
	}
	return b.String()
}

// Unwrap returns errclass.NotSupported.
func (e *loadError) Unwrap() error { return errclass.NotSupported }
