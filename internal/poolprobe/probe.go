// SPDX-License-Identifier: Apache-2.0

package poolprobe

import "github.com/ascend-go/aclpool/internal/core"

// Of answers what the pools of a device can be relied on for. The first call on a device
// makes the experiments, which takes milliseconds, and waits for their work; later ones
// know. A probe that fails, or leaves a question open, is not kept, and what it has not
// shown counts as not shown.
func Of(d *core.Device) (*Findings, Failure) {
	d.Probing.Lock()
	defer d.Probing.Unlock()
	if f, ok := d.PoolFindings.(*Findings); ok {
		return f, Failure{}
	}
	l := openLab(d)
	defer l.close()
	f := l.findings()
	if l.failure.OK() && !l.open {
		d.PoolFindings = f
	}
	return f, l.failure
}

// findings makes all experiments, until a call fails.
func (l *lab) findings() *Findings {
	f := new(Findings)
	for a, experiment := range experiments {
		if f[a] = l.run(experiment); !l.failure.OK() {
			for ; a < len(f); a++ {
				f[a] = found(false, "the probe failed")
			}
			break
		}
	}
	return f
}
