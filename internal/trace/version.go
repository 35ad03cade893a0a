// SPDX-License-Identifier: Apache-2.0

package trace

import (
	"bytes"
	"fmt"
)

// Version is the highest version of the format that [Reader] reads.
const Version = 1

// versionPrefix begins the line that states the version of a trace.
const versionPrefix = "# aclpool trace "

// checkVersion returns an error if line, the first one of a trace, states a version that is
// malformed or unknown.
func (r *Reader) checkVersion(line []byte) error {
	stated, ok := bytes.CutPrefix(line, []byte(versionPrefix))
	if !ok {
		return nil
	}
	f := fields{rest: stated, more: true}
	version := f.number()
	switch {
	case f.missing || f.more || f.problem != "" || version == 0:
		return r.malformed(fmt.Sprintf("%q: want the version of the trace as a number, such as %q", line, versionPrefix+"1"))
	case version > Version:
		return r.malformed(fmt.Sprintf("the trace has version %d, and this aclpool reads versions up to %d: use a newer aclpool", version, Version))
	}
	return nil
}
