// SPDX-License-Identifier: Apache-2.0

package mempool

// reclaims reports whether an allocation of rounded bytes that found no memory may find
// some after reclaim.
func (p *pool) reclaims(rounded uint64) bool {
	if !p.guards.reclaims && !p.waiting() {
		return false
	}
	f, err := p.engine.figures()
	used := f.used - min(f.used, p.late())
	return err == nil && rounded <= p.maxSize-min(p.maxSize, used)
}

// reclaim makes memory that is free serve any stream: what ACL would not hand out again
// goes back to the device, and frees that have waited are made. If it fails, the
// allocation that is tried again tells.
func (p *pool) reclaim() {
	p.settleAllBy(p.settleApart)
	if p.guards.reclaims {
		_, _ = p.trim(0)
	}
}
