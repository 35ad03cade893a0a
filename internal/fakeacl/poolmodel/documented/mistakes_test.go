// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

// mistake is a plausible other reading of the rules, as which a device can be made to
// behave. The zero mistake is none.
type mistake int

const (
	none mistake = iota
	directOrderOnly
	waitsLearnLaterWork
	waitsFollowTheEvent
	hostLearnsNothing
	closesTeachNothing
	failedClosesTeach
	executionIsOrder
	trimsTakePending
	thresholdIsIdle
	failedWaitsTrim
	allocatorOwns
	takerGetsTheRest
	internalWaitsLearnLaterWork
	gamblesGainOrder
	gamblesWin
	closedStreamsOwn
	failuresPass
)

// noticed says which rules fail on a device with a mistake.
var noticed = map[mistake]struct {
	reading string
	rules   []string
}{
	none: {"the rules as they are", nil},
	directOrderOnly: {"an event orders after its stream, and not after what that stream had waited for", []string{
		"order passes through a chain of streams",
	}},
	waitsLearnLaterWork: {"a wait orders after all that the other stream has, not only after what was recorded", []string{
		"a free after the record is not covered by it",
		"neighbours of one owner join and keep the later place",
		"order passes through a stream that waited before it recorded, not after",
	}},
	waitsFollowTheEvent: {"who has waited for an event is ordered after its next record, too", []string{
		"a wait covers what the event was recorded with, not its next record",
	}},
	hostLearnsNothing: {"a wait of the host orders nothing", []string{
		"the host waited for an event, not for later work of its stream",
		"what the host waited for is before everything",
	}},
	closesTeachNothing: {"the close of a stream orders nothing", []string{
		"a close proves what the stream waited for",
	}},
	failedClosesTeach: {"the close of a failed stream orders as that of any other", []string{
		"the close of a failed stream proves nothing of what it waited for",
	}},
	executionIsOrder: {"what has executed is ordered before everything", []string{
		"execution without a wait proves no order",
		"opportunistic gains no order",
	}},
	trimsTakePending: {"a trim takes memory whose free has not executed", []string{
		"memory whose free has not executed stays, at a synchronize of another stream",
		"memory whose free has not executed stays, at an explicit trim",
		"what a failed stream left pending nobody takes, the stream itself neither",
	}},
	thresholdIsIdle: {"the threshold is compared with idle memory", []string{
		"a threshold is compared with what is reserved, not with what is idle",
		"with more in use than the threshold nothing stays cached",
	}},
	failedWaitsTrim: {"a wait that fails trims as one that succeeds", []string{
		"a failed synchronize releases nothing",
	}},
	allocatorOwns: {"a freed block belongs to the stream that allocated it", []string{
		"live memory outlives the stream that allocated it",
		"memory belongs to the stream that freed it, not to the one that allocated it",
		"neighbours of different owners do not join",
	}},
	takerGetsTheRest: {"the rest of a split block belongs to the stream that took the other part", []string{
		"opportunistic gains no order",
		"the rest of a split block stays with its owner and place",
		"the rest of nobody's stays nobody's",
	}},
	internalWaitsLearnLaterWork: {"an internal wait orders after all that the other stream has", []string{
		"an internal wait counts for the place of the free and what it implied, not for later work",
	}},
	gamblesGainOrder: {"an opportunistic allocation is ordered after the free", []string{
		"opportunistic gains no order",
	}},
	gamblesWin: {"an opportunistic allocation never fails its stream", []string{
		"opportunistic fails the stream when the free has not executed in time",
	}},
	closedStreamsOwn: {"a closed stream keeps what it has freed", []string{
		"a closed stream's memory belongs to nobody, and anybody has it first",
		"nobody's memory and one's own compete by best fit",
		"nobody's memory joins with nobody's",
		"once it is closed anybody has the memory",
		"the rest of nobody's stays nobody's",
	}},
	failuresPass: {"what a failed stream has left pending can be had", []string{
		"what a failed stream left pending nobody takes, the stream itself neither",
	}},
}

// Each mistake is noticed by the rules that are about it, and by no others.
func TestMistakesAreNoticed(t *testing.T) {
	all := rules{}
	for _, r := range []rules{general, ofTrims, ofClosedStreams} {
		maps.Copy(all, r)
	}
	for wrong, tt := range noticed {
		t.Run(tt.reading, func(t *testing.T) {
			var failing []string
			for name, text := range all {
				if failsOn(wrong, text) {
					failing = append(failing, name)
				}
			}
			slices.Sort(failing)
			assert.Equal(t, slices.Sorted(slices.Values(tt.rules)), failing)
		})
	}
}

// failsOn reports whether a script fails on a device with a mistake.
func failsOn(wrong mistake, text string) (failed bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(failure); !ok {
				panic(r)
			}
			failed = true
		}
	}()
	s := newScript(failing{})
	s.wrong = wrong
	s.play(text)
	return false
}

// failing is a test that ends with a panic when it fails.
type failing struct{}

type failure string

func (failing) Helper()                           {}
func (failing) Errorf(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }
func (failing) FailNow()                          { panic(failure("")) }

// learnt is what a wait for an event teaches.
func (d *device) learnt(e order.Stamp) order.Stamp {
	switch s := d.streams[e.Line]; {
	case d.wrong == directOrderOnly:
		return order.Stamp{Place: e.Place}
	case d.wrong == waitsLearnLaterWork && s != nil:
		return s.line.Here()
	}
	return e
}

// mistaken does what follows an allocation where something is wrong.
func (d *device) mistaken(s *stream, a poolmodel.Allocation) {
	owner := d.streams[a.Free.Line]
	switch {
	case d.wrong == internalWaitsLearnLaterWork && a.Class == poolmodel.Internal && owner != nil,
		d.wrong == gamblesGainOrder && a.Class == poolmodel.Opportunistic && owner != nil:
		s.line.After(owner.line.Here())
	case d.wrong == takerGetsTheRest && a.Class != poolmodel.Fresh:
		if rest := d.book.after(a.Off + a.Size); rest != nil && rest.state == cached {
			d.book.remove(rest)
			rest.freed.Release()
			rest.owner, rest.freed = d.book.owners.open(s, s.line), s.line.Here()
			d.book.coalesce(rest)
		}
	}
}

// synchronized trims after a wait of the host.
func (d *device) synchronized() {
	d.trimming(true)
	defer d.trimming(false)
	if d.wrong == thresholdIsIdle {
		d.book.trim(min(d.book.size, d.book.attrs.Threshold+d.book.attrs.Used))
		return
	}
	d.book.Synchronized()
}

// trimming tells the streams that a trim begins or ends.
func (d *device) trimming(on bool) {
	for _, s := range d.streams {
		s.trimming = on
		if on && d.wrong == trimsTakePending {
			d.book.Executed(s)
		}
	}
}
