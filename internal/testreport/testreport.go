// SPDX-License-Identifier: Apache-2.0

// Package testreport collects texts from tests. Package acltest prints them at the end of the
// output of a test binary, after the results of all tests.
package testreport

import (
	"io"
	"sync"
)

var pending struct {
	mu    sync.Mutex
	open  bool // Print will be called
	texts []string
}

// Begin announces that Print will be called after all tests.
func Begin() {
	pending.mu.Lock()
	defer pending.mu.Unlock()
	pending.open = true
}

// Add keeps a text for Print. If Print will not be called, it does nothing and returns false.
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
