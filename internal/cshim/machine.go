//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"runtime"
)

// machines are Go's names of the ELF machine numbers.
var machines = map[uint16]string{62: "amd64", 183: "arm64"}

// otherMachine returns an explanation if the library at path was built for another
// processor, or "". The GNU loader reports such a file as missing.
func otherMachine(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 20) // identification, type, machine
	if _, err := io.ReadFull(f, head); err != nil || !bytes.HasPrefix(head, []byte("\x7fELF")) {
		return ""
	}
	number := binary.LittleEndian.Uint16(head[18:])
	name, ok := machines[number]
	if !ok {
		name = fmt.Sprintf("ELF machine %d", number)
	}
	if name == runtime.GOARCH {
		return ""
	}
	return fmt.Sprintf(" (the file exists, but was built for another processor: %s, not %s)", name, runtime.GOARCH)
}
