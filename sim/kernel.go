// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"
	"sync"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// Kernel is a kernel of the simulated device. It runs when its turn in the stream has
// come, once for every block of a launch, one after the other, and off the caller's
// goroutine. What it reads and writes it finds through [Slice]; memory that it has from
// there is valid until it returns. An error or a panic fails the launch, as a fault of a
// kernel on an NPU does, unless the error is [ErrOverflow]; the stream goes on or stops as
// it does there. A kernel may block, which
// holds its stream; it must then also wait for [Call.Done].
type Kernel func(c *Call) error

// ErrOverflow is what a kernel returns, possibly wrapped, when a number got too large for
// its type. The work is done nevertheless: the next synchronize of the stream reports the
// overflow, and the stream goes on.
var ErrOverflow = gokernel.ErrOverflow

// RegisterKernel makes a kernel known to every simulated machine of the process, also the
// one of a build with the tag fakeacl, and the one of the C library that cmd/libascendcl
// makes. A name that is taken, is empty or holds a space or
// a '#', and no function, are [acl.ErrInvalid]. It is safe for concurrent use.
func RegisterKernel(name string, k Kernel) error {
	return registered(gokernel.Register(name, adapt(k)))
}

// RegisterKernel makes a kernel known to this machine, where it comes before one of the
// same name that all machines know. It fails as [RegisterKernel] does.
func (m *Machine) RegisterKernel(name string, k Kernel) error {
	return registered(m.fake().RegisterKernel(name, adapt(k)))
}

func registered(err error) error {
	if err != nil {
		return fmt.Errorf("sim: %w: %w", err, acl.ErrInvalid)
	}
	return nil
}

// calls keeps Calls for use again, so that a launch allocates nothing.
var calls = sync.Pool{New: func() any { return new(Call) }}

// call runs a kernel on a Call that is used again.
func (k Kernel) call(with Call) error {
	c := calls.Get().(*Call)
	*c = with
	err := k(c)
	*c = Call{}
	calls.Put(c)
	return err
}

// adapt makes a kernel one as the devices run it, nil for none.
func adapt(k Kernel) gokernel.Kernel {
	if k == nil {
		return nil
	}
	return func(g *gokernel.Call) error {
		return k.call(Call{Name: g.Name, Block: int(g.Block), Blocks: int(g.Blocks), args: g.Args, exact: g.Exact, device: g.Device})
	}
}
