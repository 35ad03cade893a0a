// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// AllocReclaiming tries again as long as it can return cached memory to the device. It returns a
// little more each time, and so no more than about twice of what is needed. Nothing is allocated
// or freed meanwhile, since all streams are locked. A synchronize of another goroutine may
// release memory; then it tries again, too.
func (l *lane) AllocReclaiming(ops []engine.Op, live uint64, cause error) (failed int, err error) {
	if failed, err := checkSizes(ops); err != nil {
		return failed, err
	}
	l.lookLocked()
	l.endRooms()
	var (
		done   int
		before engine.Figures
		step   = uint64(driver.Granule)
	)
	for again := true; again; {
		if before, err = l.figures(); err != nil {
			l.giveBack(ops[:done])
			return done, errors.Join(cause, err)
		}
		var n int
		n, err = l.tryRest(ops[done:])
		done += n
		if err == nil {
			return 0, nil
		}
		if !engine.IsRefusal(err) {
			break
		}
		cause = err
		var trimming error
		again, trimming = l.giveBackFor(totalOf(ops[done:]), &step)
		err = errors.Join(err, trimming)
		again = again || n > 0 || l.reservedLess(before)
	}
	failed = done
	if errors.Is(err, errGrow) || errors.Is(err, errFull) {
		failed += l.firstWithoutRoom(ops[done:])
	}
	mustFit := done < len(ops) && l.mustFit(rounded(ops[done].Chunk), live+uint64(done), before)
	l.giveBack(ops[:done])
	if !engine.IsRefusal(err) || mustFit && !isClassed(err) {
		return failed, err
	}
	return failed, l.shortage(totalOf(ops), before, err)
}

// lookLocked queries which frees have executed. It submits the deferred frees that are ready on a
// temporary stream, so that every stream can reuse the memory. All streams are locked.
func (n *Engine) lookLocked() {
	for _, l := range *n.lanes.Load() {
		if l.pending.of(l.stream) > 0 {
			_, _ = l.stream.QueryLocked()
		}
		if l.deferred.waiting.Load() > 0 {
			l.flushOnTempStream()
		}
	}
}

// tryRest allocates until one allocation fails, and keeps those before it.
func (l *lane) tryRest(ops []engine.Op) (done int, err error) {
	if err := l.makeRoomFor(ops); err != nil {
		return 0, refused(err)
	}
	if len(ops) > 1 {
		return l.allocBatch(ops)
	}
	c, err := l.allocOne(ops[0].Chunk.Size, rounded(ops[0].Chunk))
	if err != nil {
		return 0, err
	}
	ops[0].Chunk = c
	return 1, nil
}

// giveBackFor returns as much cached memory to the device as an allocation of need bytes lacks.
// If there is enough unreserved memory, but in pieces that are too small, it returns *step bytes
// and doubles the step. It reports whether it has returned any.
func (n *Engine) giveBackFor(need uint64, step *uint64) (released bool, err error) {
	f, err := n.figures()
	if err != nil {
		return false, err
	}
	free, _, st := n.deviceFree()
	if !st.OK() {
		return false, fail("aclrtGetMemInfo", st)
	}
	cached := f.Reserved - min(f.Reserved, f.Used)
	if cached == 0 || need > n.cfg.MaxSize-min(n.cfg.MaxSize, f.Used) || need > free+cached {
		return false, nil // it would not help
	}
	excess := need - min(need, n.cfg.MaxSize-min(n.cfg.MaxSize, f.Reserved), free)
	switch {
	case n.guards.neverReuses:
		excess = cached // which is of no use
	case excess == 0:
		excess = *step
		*step *= 2
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	t, err := n.trim(f.Reserved - min(excess, cached))
	return t.Released > 0, err
}

func (n *Engine) reservedLess(before engine.Figures) bool {
	f, err := n.figures()
	return err == nil && f.Reserved < before.Reserved
}
