// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
)

// Whether an allocation takes memory that was freed on another stream, with and without an
// event that orders it after the free.
func TestReuse(t *testing.T) {
	tests := map[string]struct {
		reuse            mempool.Reuse
		ordered, without bool
	}{
		"the zero value follows events": {mempool.Reuse{}, true, false},
		"nothing":                       {mempool.Reuse{Event: mempool.EventReuseOff}, false, false},
		"internal":                      {mempool.Reuse{Internal: true}, true, true},
		"gamble":                        {mempool.Reuse{Event: mempool.EventReuseOff, Opportunistic: mempool.OpportunisticGamble}, true, true},
	}
	for name, tt := range tests {
		for when, config := range map[string]mempool.Reuse{"from the Config": tt.reuse, "set later": {Event: mempool.EventReuseOff}} {
			t.Run(name+", "+when, func(t *testing.T) {
				dev := acltest.New(t)
				s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
				p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib, Reuse: config})
				assert.Equal(t, config, p.Reuse())
				require.NoError(t, p.SetReuse(tt.reuse))
				assert.Equal(t, tt.reuse, p.Reuse())

				freed := malloc(t, p, other, 2*mib)
				free(t, p, other, freed)
				without := malloc(t, p, s, 2*mib)
				assert.Equal(t, tt.without, without.Ptr() == freed.Ptr(), "without order")
				free(t, p, s, without)

				freed = malloc(t, p, other, 4*mib)
				free(t, p, other, freed)
				order(t, other, s)
				ordered := malloc(t, p, s, 4*mib)
				assert.Equal(t, tt.ordered, ordered.Ptr() == freed.Ptr(), "behind an event")
				free(t, p, s, ordered)
				synchronize(t, s, other)
			})
		}
	}
}

func TestSetReuseRefuses(t *testing.T) {
	dev, f, _ := newFaulty(t)
	old := mempool.Reuse{Internal: true}
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib, Reuse: old})
	err := p.SetReuse(mempool.Reuse{Opportunistic: mempool.OpportunisticCompleted})
	require.ErrorIs(t, err, acl.ErrNotSupported)
	assert.ErrorContains(t, err, `mempool: set reuse of "kv": opportunistic reuse of completed frees only`)
	require.ErrorIs(t, p.SetReuse(mempool.Reuse{Opportunistic: 9}), acl.ErrInvalid)
	assert.Equal(t, old, p.Reuse())

	// If one switch cannot be set, those before it are restored.
	forget(dev, f, driver.PoolReuseInternal)
	require.ErrorIs(t, p.SetReuse(mempool.Reuse{Event: mempool.EventReuseOff}), acl.ErrNotSupported)
	f.Replace.MemPoolSetAttr = nil
	assert.Equal(t, old, p.Reuse())
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	freed := malloc(t, p, other, 1)
	free(t, p, other, freed)
	got := malloc(t, p, s, 1)
	assert.Equal(t, freed.Ptr(), got.Ptr(), "internal reuse is still on")
	free(t, p, s, got)
}

func TestOpportunisticNames(t *testing.T) {
	assert.Equal(t, []string{"off", "completed", "gamble", "Opportunistic(3)"},
		[]string{mempool.OpportunisticOff.String(), mempool.OpportunisticCompleted.String(), mempool.OpportunisticGamble.String(), mempool.Opportunistic(3).String()})
}

// Memory of a closed stream is available to other streams, also to one that gets the slot of
// the closed one.
//
// Case B17.
func TestMemoryOfAClosedStream(t *testing.T) {
	dev := acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.DoubleFree)
	old := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 4 * mib, Reuse: mempool.Reuse{Event: mempool.EventReuseOff}})
	a := malloc(t, p, old, 4*mib)
	require.NoError(t, old.Fill(a.View(), 1))
	free(t, p, old, a)
	synchronize(t, old)
	require.NoError(t, old.Close(context.Background()))

	heir := acltest.Stream(t, dev)
	require.Equal(t, (*opaque.Stream)(old).Inner().Slot, (*opaque.Stream)(heir).Inner().Slot, "the new stream has the old one's place")
	st := stats(t, p)
	assert.EqualValues(t, 1, st.Mallocs)
	assert.EqualValues(t, 1, st.Frees)
	b := malloc(t, p, heir, 4*mib)
	require.NoError(t, heir.Fill(b.View(), 2))
	assert.Equal(t, a.Ptr(), b.Ptr())
	require.ErrorIs(t, p.FreeAsync(heir, a), acl.ErrClosed)
	free(t, p, heir, b)
	synchronize(t, heir)
	assert.EqualValues(t, 2, stats(t, p).Mallocs, "what the old stream counted is not lost")
}

// A block that the program has dropped stays live. The garbage collector does not free it, its
// memory is not reused, and the pool still lists it.
//
// Case B21.
func TestLostBlockLives(t *testing.T) {
	dev := acltest.New(t)
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 128 * mib, Reuse: mempool.Reuse{Internal: true}})
	var address acl.DevicePtr
	done := make(chan struct{})
	go func() {
		defer close(done)
		a, err := p.MallocAsync(s, 64*mib)
		assert.NoError(t, err)
		assert.NoError(t, s.Fill(a.View(), 1))
		address = a.Ptr()
	}()
	<-done
	runtime.GC()
	runtime.GC()
	b := malloc(t, p, other, 64*mib)
	assert.NotEqual(t, address, b.Ptr())
	free(t, p, other, b)
	st := stats(t, p)
	assert.EqualValues(t, 64*mib, st.Used)
	assert.EqualValues(t, 1, st.Frees)
	err := p.Close(context.Background())
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, fmt.Sprintf("%#x allocated at ", uint64(address)))
	assert.ErrorContains(t, err, "reuse_test.go:", "where the program has allocated it")
	for lost := range p.Blocks() {
		assert.Equal(t, address, lost.Ptr())
		free(t, p, s, lost)
	}
}

// A block may outlive the stream that allocated it.
func TestBlockOfAClosedStream(t *testing.T) {
	dev := acltest.New(t)
	s, old := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	b := malloc(t, p, old, 2*mib)
	require.NoError(t, old.Close(context.Background()))
	st := stats(t, p)
	assert.EqualValues(t, 1, st.LiveBlocks)
	assert.EqualValues(t, 2*mib, st.Used)
	free(t, p, s, b)
	assert.Zero(t, stats(t, p).LiveBlocks)
}

// The text of a Reuse in configuration files.
func TestReuseText(t *testing.T) {
	for text, want := range map[string]mempool.Reuse{
		"event":              {},
		"none":               {Event: mempool.EventReuseOff},
		"internal,event":     {Internal: true},
		" gamble , internal": {Event: mempool.EventReuseOff, Opportunistic: mempool.OpportunisticGamble, Internal: true},
		"event,completed":    {Opportunistic: mempool.OpportunisticCompleted},
	} {
		var r, again mempool.Reuse
		require.NoError(t, r.UnmarshalText([]byte(text)), text)
		assert.Equal(t, want, r, text)
		out, err := r.MarshalText()
		require.NoError(t, err)
		require.NoError(t, again.UnmarshalText(out), string(out))
		assert.Equal(t, r, again, text)
	}
	before := mempool.Reuse{Internal: true}
	for _, text := range []string{"", "event,whatever", "completed,gamble", "event,none", "event,event", "none,none", "event,", "off", "on"} {
		r := before
		err := r.UnmarshalText([]byte(text))
		require.ErrorIs(t, err, acl.ErrInvalid, text)
		assert.ErrorContains(t, err, fmt.Sprintf("mempool: reuse %q: want none, or some of ", text))
		assert.Equal(t, before, r, text)
	}
	for _, unknown := range []mempool.Reuse{{Event: 7}, {Event: -1}, {Opportunistic: 7}, {Opportunistic: -1}} {
		_, err := unknown.MarshalText()
		require.ErrorIs(t, err, acl.ErrInvalid, unknown)
	}
}

func TestUnknownReuse(t *testing.T) {
	dev := acltest.New(t)
	for name, unknown := range map[string]mempool.Reuse{"event": {Event: 7}, "opportunistic": {Opportunistic: 7}} {
		t.Run(name, func(t *testing.T) {
			_, err := mempool.New(t.Context(), dev, mempool.Config{Reuse: unknown})
			require.ErrorIs(t, err, acl.ErrInvalid)
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 4 * mib})
			require.ErrorIs(t, p.SetReuse(unknown), acl.ErrInvalid)
			assert.Zero(t, p.Reuse())
		})
	}
}
