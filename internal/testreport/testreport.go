// SPDX-License-Identifier: Apache-2.0

// Package testreport carries texts from tests to the end of the output of a test binary,
// behind the results of all tests. Package acltest prints them there.
package testreport

import (
	"io"
	"sync"
)

var pending struct {
	mu    sync.Mutex
	open  bool // somebody prints at the end
	texts []string
}

// Begin announces that Print will be called after all tests.
func Begin() {
	pending.mu.Lock()
	defer pending.mu.Unlock()
	pending.open = true
}

// Add keeps a text for Print. It reports false, and does nothing, if nobody will print.
func Add(text string) bool {
	pending.mu.Lock()
	defer pending.mu.Unlock()
	if !pending.open {
		return false
	}
	pending.texts = append(pending.texts, text)
	return true
}

// Print prints the texts and forgets them.
func Print(out io.Writer) error {
	pending.mu.Lock()
	defer pending.mu.Unlock()
	texts := pending.texts
	pending.open, pending.texts = false, nil
	for _, text := range texts {
		if _, err := io.WriteString(out, text); err != nil {
			return err
		}
	}
	return nil
}
