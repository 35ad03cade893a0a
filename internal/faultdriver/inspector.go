// SPDX-License-Identifier: Apache-2.0

package faultdriver

import "github.com/ascend-go/aclpool/internal/driver"

var _ driver.Inspector = (*Driver)(nil)

// DeviceOf calls aclrtGetDevice as the rules say. An inner driver that is no
// driver.Inspector lacks the function.
func (d *Driver) DeviceOf(ac driver.Context) (id int32, st driver.Status) {
	st = d.inspect(Call{Function: "aclrtGetDevice", Context: ac}, func(i driver.Inspector) (st driver.Status) {
		id, st = i.DeviceOf(ac)
		return st
	})
	return id, st
}

// StreamFlags calls aclrtStreamGetFlags as the rules say. An inner driver that is no
// driver.Inspector lacks the function.
func (d *Driver) StreamFlags(ac driver.Context, s driver.Stream) (flags uint32, st driver.Status) {
	st = d.inspect(Call{Function: "aclrtStreamGetFlags", Context: ac, Stream: s}, func(i driver.Inspector) (st driver.Status) {
		flags, st = i.StreamFlags(ac, s)
		return st
	})
	return flags, st
}

func (d *Driver) inspect(c Call, call func(driver.Inspector) driver.Status) driver.Status {
	return d.do(c, func() driver.Status {
		i, ok := driver.As[driver.Inspector](d.inner)
		if !ok {
			return driver.Fail(driver.CodeNoSymbol, c.Function)
		}
		return call(i)
	})
}
