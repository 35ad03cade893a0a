// SPDX-License-Identifier: Apache-2.0

package fakeacl

// progress holds the streams of a device of which more operations count as executed than the
// pools have been told. The zero value is empty.
type progress struct {
	streams []*stream
	host    uint64 // version of what the host knew when the pools were told
}

// add adds a stream unless it is there.
func (p *progress) add(s *stream) {
	if s.progress == 0 {
		p.streams = append(p.streams, s)
		s.progress = len(p.streams)
	}
}

// remove removes a stream if it is there.
func (p *progress) remove(s *stream) {
	if s.progress == 0 {
		return
	}
	last := len(p.streams) - 1
	moved := p.streams[last]
	p.streams[s.progress-1], moved.progress = moved, s.progress
	p.streams[last], s.progress = nil, 0
	p.streams = p.streams[:last]
}

// tellIfHostLearned tells the pools which streams have gone on, if the host may have waited for
// that.
func (d *device) tellIfHostLearned() {
	if d.progress.host != d.host.Version() {
		d.tellPools()
	}
}

// tellPools tells the pools which streams have gone on. A trim comes after it.
func (d *device) tellPools() {
	d.progress.host = d.host.Version()
	for _, s := range d.progress.streams {
		s.progress = 0
		for p := range d.pools.all() {
			p.model.Executed(s)
		}
	}
	clear(d.progress.streams)
	d.progress.streams = d.progress.streams[:0]
}
