// SPDX-License-Identifier: Apache-2.0

package core

import "github.com/ascend-go/aclpool/internal/driver"

// Completed reports whether the status of a synchronize or a query means that the work has
// completed: success, or one of the codes that are warnings about completed work, such as
// a float that overflowed or a data source that came to its end.
func Completed(st driver.Status) bool {
	switch st.Code {
	case driver.Success, driver.RTAICoreOverFlow, driver.RTAIVecOverFlow, driver.RTOverFlow,
		driver.RTEndOfSequence, driver.RTModelAbortNormal:
		return true
	}
	return false
}
