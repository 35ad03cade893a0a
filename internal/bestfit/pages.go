// SPDX-License-Identifier: Apache-2.0

package bestfit

const (
	pageBits = 4
	pageLen  = 1 << pageBits
)

// pages is a growing row of values that never move, numbered from 1, so that 0 can mean
// none; nothing is at its place. The zero value is empty.
type pages[T any] struct {
	page []*[pageLen]T
	made uint32   // numbers handed out so far
	idle []uint32 // given back; room for all of them
}

// at answers the value of a number.
func (p *pages[T]) at(n uint32) *T { return &p.page[n/pageLen][n%pageLen] }

// take answers a number that is in use by nobody. Its value is whatever was left there.
func (p *pages[T]) take() uint32 {
	if last := len(p.idle) - 1; last >= 0 {
		n := p.idle[last]
		p.idle = p.idle[:last]
		return n
	}
	if p.made++; p.made == 1 || p.made%pageLen == 0 {
		p.page = append(p.page, new([pageLen]T))
		if room := len(p.page) * pageLen; cap(p.idle) < room {
			p.idle = make([]uint32, 0, max(room, 2*cap(p.idle)))
		}
	}
	return p.made
}

// give takes a number back.
func (p *pages[T]) give(n uint32) { p.idle = append(p.idle, n) }
