// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/ascend-go/aclpool/internal/testreport"
)

// reportVariable is the environment variable with the name of a file for the reports.
const reportVariable = "ACLPOOL_CONFORMANCE_REPORT"

// publish prints the report after the results of all tests if the test binary calls
// acltest.Main, otherwise at once. It also writes it to the file in the variable.
func (r *report) publish(t *testing.T) {
	t.Helper()
	var text strings.Builder
	r.print(&text)
	if !testing.Verbose() || !testreport.Add(text.String()) {
		_, err := t.Output().Write([]byte(text.String()))
		ok(t, err)
	}
	if path := os.Getenv(reportVariable); path != "" {
		if err := appendReport(path, text.String()); err != nil {
			t.Errorf("%s: %v", reportVariable, err)
		}
	}
}

var file struct {
	mu    sync.Mutex
	begun bool // this process has written to the file
}

// appendReport appends a report to a file. The first report of a process truncates the file.
func appendReport(path, text string) error {
	file.mu.Lock()
	defer file.mu.Unlock()
	mode := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if !file.begun {
		mode |= os.O_TRUNC
	}
	f, err := os.OpenFile(path, mode, 0o644)
	if err != nil {
		return err
	}
	file.begun = true
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
