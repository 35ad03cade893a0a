// SPDX-License-Identifier: Apache-2.0

package faultdriver

import (
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Gate holds one call, see [Driver.Block].
type Gate struct {
	reached chan struct{}
	open    chan struct{}
	release func()
}

// Block makes the n-th call from now on of the functions, or of all if none are named,
// wait until [Gate.Release] before it reaches the inner driver.
func (d *Driver) Block(n int, functions ...string) *Gate {
	g := &Gate{reached: make(chan struct{}), open: make(chan struct{})}
	g.release = sync.OnceFunc(func() { close(g.open) })
	d.add(&Rule{functions: functions, nth: n, removed: g.release, before: goingOn(func(Call) driver.Status {
		close(g.reached)
		<-g.open
		return driver.Status{}
	})})
	return g
}

// Reached returns a channel that is closed when the call waits at the gate.
func (g *Gate) Reached() <-chan struct{} { return g.reached }

// Release lets the call go on. Releasing twice does nothing.
func (g *Gate) Release() { g.release() }

// Hold runs a hook before each call of the functions, or of all if none are named, which may
// block. release must end that; it is called once, when the rule is removed.
func (d *Driver) Hold(hook func(Call), release func(), functions ...string) *Rule {
	return d.add(&Rule{functions: functions, removed: release, before: goingOn(func(c Call) driver.Status {
		hook(c)
		return driver.Status{}
	})})
}
