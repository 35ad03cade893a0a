// SPDX-License-Identifier: Apache-2.0

package bestfit

// list is a slice of blocks in best-fit order.
type list[V any] []Block[V]
