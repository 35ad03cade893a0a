// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/ability"
)

// Of returns what the pools of a device can be relied on for. The first call on a device
// runs the experiments, which takes milliseconds, and waits for their work; later calls
// return the same findings. A probe that fails, or is inconclusive, is not kept, and what
// it has not confirmed counts as missing. What a probe could not give back to the device is
// logged, and every later call tries again.
func Of(d *core.Device) (*ability.Findings, Failure) {
	k := core.Attached[known](d)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.left = k.left.destroyFrom(0)
	if k.findings != nil {
		return k.findings, Failure{}
	}
	l := openLab(d)
	defer func() {
		left := l.close()
		left.report(d)
		k.left = append(k.left, left...)
	}()
	f := l.findings()
	if l.failure.OK() && !l.open {
		k.findings, k.support = f, &Verdict{Reason: l.lost}
	}
	return f, l.failure
}

// findings runs all experiments, until a call fails.
func (l *lab) findings() *ability.Findings {
	f := new(ability.Findings)
	for a, experiment := range experiments {
		if f[a] = l.run(experiment); !l.failure.OK() {
			for ; a < len(f); a++ {
				f[a] = found(false, "the probe failed: "+l.failure.String())
			}
			break
		}
	}
	return f
}
