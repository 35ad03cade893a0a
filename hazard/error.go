// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// Error is the error of a call that was refused because of a violation. It is acl.ErrHazard.
// Its text is one line; the verb %+v prints the whole report.
type Error struct{ Report Report }

// Error returns the violation in one line.
func (e *Error) Error() string { return e.Report.Short() }

// Unwrap returns acl.ErrHazard.
func (e *Error) Unwrap() error { return errclass.Hazard }

// Format prints the whole report for %+v.
func (e *Error) Format(f fmt.State, verb rune) {
	if verb == 'v' && f.Flag('+') {
		fmt.Fprint(f, e.Report)
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}
