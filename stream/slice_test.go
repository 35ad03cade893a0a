// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/stream"
)

// pattern makes bytes that differ from place to place and from seed to seed.
func pattern(n int, seed byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i) ^ byte(i>>8) ^ byte(i>>16)*31 ^ seed
	}
	return b
}

func TestSlicesThereAndBack(t *testing.T) {
	const chunk = miB // of the staging memory as it is, which has four
	for _, n := range []int{0, 1, 4*kiB + 1, chunk, chunk + 1, 5*chunk + 3} {
		t.Run(fmt.Sprint(n, " bytes"), func(t *testing.T) {
			ctx, dev := context.Background(), acltest.New(t)
			s := acltest.Stream(t, dev)
			v := testkit.Malloc(t, dev, uint64(n)+16)
			require.NoError(t, s.Fill(v, 0xee))
			in, out := pattern(n, 1), make([]byte, n+16)
			require.NoError(t, stream.CopySliceToDevice(ctx, s, v, in))
			want := append(pattern(n, 1), 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee)
			clear(in) // it has been read
			require.NoError(t, stream.CopySliceToHost(ctx, s, out, v))
			assert.True(t, string(want) == string(out), "all bytes came back, and none beyond was touched")
		})
	}
}

func TestSlicesOfAnyElement(t *testing.T) {
	type pair struct {
		A int16
		B [3]float64
	}
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	s.ShrinkStaging(kiB)
	v := testkit.Malloc(t, dev, kiB)
	in, out := []pair{{1, [3]float64{2, 3, 4}}, {5, [3]float64{6, 7, 8}}}, make([]pair, 2)
	require.NoError(t, stream.CopySliceToDevice(ctx, s, v, in))
	require.NoError(t, stream.CopySliceToHost(ctx, s, out, v))
	assert.Equal(t, in, out)
}

// Any sequence of copies of any sizes gives what a Go slice would hold.
func TestSlicesAgainstAModel(t *testing.T) {
	const size = 9 * kiB
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	s.ShrinkStaging(kiB)
	v := testkit.Malloc(t, dev, size)
	rapid.Check(t, func(t *rapid.T) {
		model := make([]byte, size)
		require.NoError(t, s.Fill(v, 0))
		for i := range rapid.IntRange(1, 6).Draw(t, "copies") {
			off := rapid.IntRange(0, size).Draw(t, "offset")
			n := rapid.IntRange(0, size-off).Draw(t, "bytes")
			part, err := v.Slice(uint64(off), uint64(n))
			require.NoError(t, err)
			if rapid.Bool().Draw(t, "to device") {
				in := pattern(n, byte(i))
				copy(model[off:], in)
				require.NoError(t, stream.CopySliceToDevice(ctx, s, part, in))
				continue
			}
			out := make([]byte, n)
			require.NoError(t, stream.CopySliceToHost(ctx, s, out, part))
			require.True(t, string(out) == string(model[off:off+n]))
		}
	})
	require.NoError(t, s.WaitIdle(ctx)) // before the memory goes
}

func TestSlicesFromManyGoroutines(t *testing.T) {
	const goroutines, size = 8, 9*kiB + 5
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	s.ShrinkStaging(kiB)
	var wg sync.WaitGroup
	for g := range goroutines {
		v := testkit.Malloc(t, dev, size)
		wg.Go(func() {
			for round := range 2 {
				in, out := pattern(size, byte(8*g+round)), make([]byte, size)
				assert.NoError(t, stream.CopySliceToDevice(ctx, s, v, in))
				assert.NoError(t, stream.CopySliceToHost(ctx, s, out, v))
				assert.True(t, string(in) == string(out))
			}
		})
	}
	wg.Wait()
}

func TestSliceWaitsEndWithTheContext(t *testing.T) {
	calls := map[string]func(context.Context, *stream.Stream, acl.View, []byte) error{
		"to device": func(ctx context.Context, s *stream.Stream, v acl.View, b []byte) error {
			return stream.CopySliceToDevice(ctx, s, v, b)
		},
		"to host": func(ctx context.Context, s *stream.Stream, v acl.View, b []byte) error {
			return stream.CopySliceToHost(ctx, s, b, v)
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			acltest.RequireGoMachine(t)
			synctest.Test(t, func(t *testing.T) {
				dev := acltest.New(t)
				s := acltest.Stream(t, dev)
				s.ShrinkStaging(kiB)
				v := testkit.Malloc(t, dev, 8*kiB)
				acltest.AllowHazards(t, dev, hazard.Unwritten)
				gate := acltest.Hold(t, s)
				big := make([]byte, 8*kiB) // more than the staging memory holds

				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				err := call(ctx, s, v, big)
				require.ErrorIs(t, err, acl.ErrTimeout)
				assert.EqualError(t, err, fmt.Sprintf("stream: copy a slice %s on %q: ", name, s.Name())+
					"the wait ended after 1s, and the work goes on; Stream.Abort ends it: timeout: context deadline exceeded")

				ended, end := context.WithCancel(context.Background())
				end()
				before := testkit.StreamState(t, s)
				require.ErrorIs(t, call(ended, s, v, big), context.Canceled)
				assert.Equal(t, before, testkit.StreamState(t, s), "no call is made")

				gate.Release()
				require.NoError(t, call(context.Background(), s, v, big), "all of the staging memory is idle again")
				require.NoError(t, s.WaitIdle(context.Background()))
			})
		})
	}
}

// A copy may have to wait for staging memory that copies of other goroutines use.
func TestSliceWaitForOtherCopies(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s := testkit.NewStream(t, dev, "copy")
		s.ShrinkStaging(kiB)
		v := testkit.Malloc(t, dev, 8*kiB)
		acltest.AllowHazards(t, dev, hazard.Unwritten)
		gate := acltest.Hold(t, s)
		first := make(chan error, 1)
		go func() { first <- stream.CopySliceToHost(t.Context(), s, make([]byte, 8*kiB), v) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := stream.CopySliceToDevice(ctx, s, v, make([]byte, 1))
		require.ErrorIs(t, err, acl.ErrTimeout)
		assert.EqualError(t, err, `stream: copy a slice to device on "copy": the wait ended after 1s, and the work goes on; Stream.Abort ends it: timeout: context deadline exceeded`)
		gate.Release()
		require.NoError(t, <-first)
		require.NoError(t, s.Close(t.Context()))
	})
}

func TestSmallSliceDoesNotWaitForTheDevice(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	v := testkit.Malloc(t, dev, 64)
	gate := acltest.Hold(t, s)
	in, out := pattern(64, 1), make([]byte, 64)
	require.NoError(t, stream.CopySliceToDevice(ctx, s, v, in))
	clear(in)
	gate.Release()
	require.NoError(t, stream.CopySliceToHost(ctx, s, out, v))
	assert.Equal(t, pattern(64, 1), out)
}

func TestSlicesGiveThePoolsNoOccasion(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	v := testkit.Malloc(t, dev, 64)
	remove := (*opaque.Device)(dev).Inner().OnSynchronize(func() { t.Error("synchronized") })
	defer remove() // before the stream closes
	require.NoError(t, stream.CopySliceToDevice(ctx, s, v, make([]byte, 64)))
	require.NoError(t, stream.CopySliceToHost(ctx, s, make([]byte, 64), v))
}

func TestSlicesOnAFailedStream(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.Unwritten)
	s, fail := testkit.FailingStream(t, dev)
	s.ShrinkStaging(kiB)
	v := testkit.Malloc(t, dev, 8*kiB)
	fail()
	err := stream.CopySliceToHost(ctx, s, make([]byte, 64), v)
	require.ErrorIs(t, err, acl.ErrDevice)
	assert.ErrorContains(t, err, `stream: copy a slice to host on "broken": acl: aclrt`)
	require.ErrorIs(t, stream.CopySliceToDevice(ctx, s, v, make([]byte, 8*kiB)), acl.ErrDevice, "and it does not hang")
	require.ErrorIs(t, s.Close(ctx), acl.ErrDevice)
}

// Each call of a copy fails once; all of the staging memory can be used after it.
func TestSlicesAfterACallFails(t *testing.T) {
	acltest.EachFault(t, func(t testing.TB, dev *acl.Device) (err error) {
		ctx := context.Background()
		m, err := dev.Malloc(5 * kiB)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, m.Close()) }()
		s, err := stream.New(dev, stream.Config{})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close(ctx)) }()
		s.ShrinkStaging(kiB)
		in, out := pattern(5*kiB, 3), make([]byte, 5*kiB)
		toDevice := stream.CopySliceToDevice(ctx, s, m.View(), in)
		toHost := stream.CopySliceToHost(ctx, s, out, m.View())
		require.NoError(t, stream.CopySliceToDevice(ctx, s, m.View(), in))
		require.NoError(t, stream.CopySliceToHost(ctx, s, out, m.View()))
		assert.True(t, string(in) == string(out))
		return errors.Join(toDevice, toHost)
	})
}

func TestCloseGivesTheRingBack(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	w := testkit.Faults(dev)
	s := testkit.NewStream(t, dev, "copy")
	s.ShrinkStaging(kiB)
	require.NoError(t, stream.CopySliceToDevice(ctx, s, testkit.Malloc(t, dev, 5*kiB), make([]byte, 5*kiB)))
	require.NoError(t, s.Close(ctx))
	assert.Equal(t, 4, w.Succeeded("aclrtMallocHost"), "the staging memory does not grow")
	assert.Equal(t, 4, w.Succeeded("aclrtFreeHost"))
}
