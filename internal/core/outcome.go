// SPDX-License-Identifier: Apache-2.0

package core

import "github.com/ascend-go/aclpool/internal/driver"

// Completed reports whether the answer of a synchronize or a query means that the work
// did end: success, or one of the codes that report a good end with a remark, such as a
// float that overflowed or a data source that is exhausted.
func Completed(st driver.Status) bool {
	switch st.Code {
	case driver.Success, driver.RTAICoreOverFlow, driver.RTAIVecOverFlow, driver.RTOverFlow,
		driver.RTEndOfSequence, driver.RTModelAbortNormal:
		return true
	}
	return false
}
