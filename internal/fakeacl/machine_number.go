// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "sync"

// numbers has the numbers of the machines of the process that are open.
var numbers machineNumbers

// machineNumbers gives out the smallest number from 1 on that is free.
type machineNumbers struct {
	mu    sync.Mutex
	taken map[int]bool
}

func (n *machineNumbers) take() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.taken == nil {
		n.taken = make(map[int]bool)
	}
	number := 1
	for n.taken[number] {
		number++
	}
	n.taken[number] = true
	return number
}

func (n *machineNumbers) give(number int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.taken, number)
}
