// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/poolprobe"
)

// native is the engine on ACL's own pools.
type native struct {
	dev     *core.Device
	pool    driver.Pool
	size    uint64 // that ACL knows
	keeper  keeper
	can     *poolprobe.Findings
	unshown policy
}

// policy is what becomes of a kind of reuse that the probe has not shown.
type policy int

const (
	refuse  policy = iota // it is an error
	leave                 // it stays off: a Config allows reuse and does not order it
	believe               // it is switched on all the same
)

func (cfg Config) policy() policy {
	switch {
	case cfg.NativeUnproven:
		return believe
	case cfg.Engine == EngineAuto:
		return leave
	}
	return refuse
}

// calls are the functions without which a pool is of no use: releases exist that have
// only the first ones.
var calls = []string{
	"aclrtMemPoolCreate", "aclrtMemPoolDestroy", "aclrtMemPoolSetAttr", "aclrtMemPoolGetAttr",
	"aclrtMemPoolMallocAsync", "aclrtMemPoolFreeAsync", "aclrtMemPoolTrimTo",
}

func newNative(d *core.Device, cfg Config) (*native, error) {
	for _, c := range calls {
		if !d.Driver.Has(c) {
			return nil, fmt.Errorf("the loaded library does not have %s: install a CANN release with stream-ordered pools, or allocate with acl.Device.Malloc: %w",
				c, acl.ErrNotSupported)
		}
	}
	n := &native{dev: d, size: cfg.MaxSize, can: probe(d, cfg.Logger), unshown: cfg.policy()}
	guarded := !n.can.Has(poolprobe.Pending)
	if guarded {
		n.size = sizeWithKeeper(d, cfg.MaxSize)
	}
	var st driver.Status
	n.pool, st = d.Driver.MemPoolCreate(d.Context, driver.PoolProps{
		AllocType: driver.AllocationPinned, HandleType: driver.HandleNone,
		LocationID: d.ID, LocationType: driver.LocationTypeDevice, MaxSize: n.size,
	})
	if err := aclerr.Of("aclrtMemPoolCreate", st); err != nil {
		if errors.Is(err, acl.ErrNotSupported) {
			return nil, fmt.Errorf("this product or driver has no stream-ordered pools; allocate with acl.Device.Malloc: %w", err)
		}
		return nil, err
	}
	keep, err := cfg.Release.threshold(cfg.MaxSize)
	if err == nil {
		err = n.setRelease(keep)
	}
	if err == nil && guarded {
		err = n.keep(cfg.Logger)
	}
	if err == nil {
		err = n.setReuse(Reuse{NoEvent: true}, cfg.Reuse) // ACL begins with all of them off
	}
	if err != nil {
		return nil, errors.Join(err, n.destroy())
	}
	return n, nil
}

func (n *native) malloc(s *core.Stream, size uint64) (driver.Addr, error) {
	a, st := n.dev.Driver.MallocAsync(n.dev.Context, n.pool, size, s.Handle)
	return a, aclerr.Of("aclrtMemPoolMallocAsync", st)
}

func (n *native) free(s *core.Stream, a driver.Addr) error {
	return aclerr.Of("aclrtMemPoolFreeAsync", n.dev.Driver.FreeAsync(n.dev.Context, a, s.Handle))
}

func (n *native) batch(ops []driver.BatchOp) error {
	st := n.dev.Driver.MemPoolBatch(n.dev.Context, n.pool, ops)
	if st.OK() {
		return nil
	}
	op := "aclrtMemPoolFreeAsync"
	for i := range ops {
		if ops[i].Code != driver.Success {
			if ops[i].Kind == driver.BatchMalloc {
				op = "aclrtMemPoolMallocAsync"
			}
			break
		}
	}
	return aclerr.Of(op, st)
}

func (n *native) trimTo(keep uint64) error {
	return aclerr.Of("aclrtMemPoolTrimTo", n.dev.Driver.MemPoolTrimTo(n.dev.Context, n.pool, keep+n.keeper.kept()))
}

// destroy destroys the pool, and the granule with it if that could not be freed. When it
// fails the pool is as before.
func (n *native) destroy() error {
	kept := n.keeper.addr != 0
	left := n.letGo()
	err := aclerr.Of("aclrtMemPoolDestroy", n.dev.Driver.MemPoolDestroy(n.dev.Context, n.pool))
	if err == nil {
		return nil
	}
	if kept && n.keeper.addr == 0 {
		left = errors.Join(left, n.keepAgain())
	}
	return errors.Join(err, left)
}

// figures reads used before reserved: a synchronize may release memory between the
// calls, and never what is used.
func (n *native) figures() (f figures, err error) {
	for _, r := range []struct {
		attr driver.PoolAttr
		to   *uint64
	}{
		{driver.PoolUsed, &f.used},
		{driver.PoolUsedHigh, &f.usedHigh},
		{driver.PoolReserved, &f.reserved},
		{driver.PoolReservedHigh, &f.reservedHigh},
	} {
		if *r.to, err = n.get(r.attr); err != nil {
			return figures{}, err
		}
		*r.to = n.keeper.less(*r.to)
	}
	return f, nil
}

// resetPeaks sets both to 0, the one value that ACL takes; they climb at the next
// allocation.
func (n *native) resetPeaks() error {
	return errors.Join(n.set(driver.PoolUsedHigh, 0), n.set(driver.PoolReservedHigh, 0))
}

// setRelease keeps ACL from trimming at a synchronize where it would take pending memory:
// the pool does it instead.
func (n *native) setRelease(keep uint64) error {
	keep += n.keeper.kept()
	if !n.can.Has(poolprobe.Pending) {
		keep = n.size
	}
	return n.hold(driver.PoolReleaseThreshold, keep)
}

// setReuse sets the three switches. When one fails all go back.
func (n *native) setReuse(old, reuse Reuse) error {
	switch reuse.Opportunistic {
	case OpportunisticOff, OpportunisticGamble:
	case OpportunisticCompleted:
		return fmt.Errorf("opportunistic reuse of completed frees only: ACL's own switch takes any free, which is Gamble: %w", acl.ErrNotSupported)
	default:
		return fmt.Errorf("%s: want Off, Completed or Gamble: %w", reuse.Opportunistic, acl.ErrInvalid)
	}
	turn := n.switches(reuse)
	for _, sw := range turn {
		if sw.asked && !sw.on && n.unshown == refuse {
			return fmt.Errorf("%s has not been shown to work here (%s): forbid it in Reuse, take Engine Auto, or set NativeUnproven: %w",
				sw.ability, n.can[sw.ability].Why, acl.ErrNotSupported)
		}
	}
	for _, sw := range turn {
		if err := n.hold(sw.attr, number(sw.on)); err != nil {
			for _, back := range n.switches(old) {
				err = errors.Join(err, n.set(back.attr, number(back.on)))
			}
			return err
		}
	}
	return nil
}

// reuseSwitch is a switch of ACL: whether a Reuse asks for it, and whether it goes on.
type reuseSwitch struct {
	attr      driver.PoolAttr
	ability   poolprobe.Ability
	asked, on bool
}

func (n *native) switches(r Reuse) [3]reuseSwitch {
	all := [...]reuseSwitch{
		{attr: driver.PoolReuseEvent, ability: poolprobe.Event, asked: !r.NoEvent},
		{attr: driver.PoolReuseOpportunistic, ability: poolprobe.Opportunistic, asked: r.Opportunistic == OpportunisticGamble},
		{attr: driver.PoolReuseInternal, ability: poolprobe.Internal, asked: r.Internal},
	}
	for i := range all {
		all[i].on = all[i].asked && (n.unshown == believe || n.can.Has(all[i].ability))
	}
	return all
}

func number(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}

// hold sets an attribute and makes sure that the pool has kept it: releases are known
// that accept a value and lose it.
func (n *native) hold(attr driver.PoolAttr, value uint64) error {
	if err := n.set(attr, value); err != nil {
		return err
	}
	got, err := n.get(attr)
	if err != nil {
		return err
	}
	if got != value {
		return fmt.Errorf("attribute %d was set to %d and reads back as %d: %w", attr, value, got, acl.ErrNotSupported)
	}
	return nil
}

func (n *native) set(attr driver.PoolAttr, value uint64) error {
	return aclerr.Of("aclrtMemPoolSetAttr", n.dev.Driver.MemPoolSetAttr(n.dev.Context, n.pool, attr, value))
}

func (n *native) get(attr driver.PoolAttr) (uint64, error) {
	v, st := n.dev.Driver.MemPoolGetAttr(n.dev.Context, n.pool, attr)
	return v, aclerr.Of("aclrtMemPoolGetAttr", st)
}
