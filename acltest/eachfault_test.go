// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// roundTrip copies bytes to the device and back, with everything that it needs.
func roundTrip(_ testing.TB, dev *acl.Device) (err error) {
	ctx := context.Background()
	s, err := stream.New(dev, stream.Config{Name: "copies"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(ctx)) }()
	e, err := event.New(dev, event.Config{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	h, err := acl.NewHostBuffer[byte](dev, 64)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	p, err := mempool.New(ctx, dev, mempool.Config{MaxSize: 8 << 20})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close(ctx)) }()
	b, err := mempool.NewBuffer[byte](p, s, 64)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.FreeAsync(s)) }()
	if err := s.Record(e); err != nil {
		return err
	}
	values := make([]byte, 64)
	if err := b.CopyFromSlice(ctx, s, values); err != nil {
		return err
	}
	if err := b.CopyToSlice(ctx, s, values); err != nil {
		return err
	}
	return e.Synchronize(ctx)
}

func TestEachFault(t *testing.T) {
	acltest.EachFault(t, roundTrip)
}

// The same with the helpers of this package, whose failures end the scenario.
func TestEachFaultOfHelpers(t *testing.T) {
	acltest.EachFault(t, func(t testing.TB, dev *acl.Device) error {
		s := acltest.Stream(t, dev)
		p := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 << 20})
		b, err := p.MallocAsync(s, 1)
		if err != nil {
			return err
		}
		return p.FreeAsync(s, b)
	})
}

// A scenario runs once as it is, and then once for each call that is chosen.
func TestEachFaultChooses(t *testing.T) {
	functions := map[string]bool{}
	runs := 0
	t.Run("scenario", func(t *testing.T) {
		acltest.EachFault(t, func(t testing.TB, dev *acl.Device) error {
			runs++
			var err error
			for range 20 {
				if _, e := dev.MemInfo(); e != nil {
					functions["aclrtGetMemInfo"], err = true, e
				}
			}
			b, e := acl.NewHostBuffer[byte](dev, 8)
			if e != nil {
				functions["aclrtMallocHost"] = true
				return e
			}
			if e := b.Close(); e != nil {
				functions["aclrtFreeHost"], err = true, e
			}
			return err
		}, acltest.FaultConfig{Most: 5, Code: codes.RTParamInvalid})
	})
	assert.Equal(t, 6, runs)
	assert.Len(t, functions, 3, "each function fails")
}

func TestEachFaultSkips(t *testing.T) {
	skipped := false
	t.Run("scenario", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		acltest.EachFault(t, func(t testing.TB, _ *acl.Device) error {
			t.Skip("the device lacks something")
			return nil
		})
	})
	assert.True(t, skipped)
}

// badScenario is the environment variable that makes TestBadScenarios run.
const badScenario = "ACLTEST_BAD_SCENARIOS"

// badScenarios are wrong in one way each, which the text reports.
var badScenarios = map[string]struct {
	run  func(testing.TB, *acl.Device) error
	text string
}{
	"fails always": {func(testing.TB, *acl.Device) error { return errors.New("bad luck") },
		"the scenario fails, and no call has: bad luck"},
	"fails always in a check": {func(t testing.TB, _ *acl.Device) error { t.Error("bad luck"); return nil },
		"the scenario fails, and no call has: eachfault_test.go"},
	"leaves a stream open": {func(_ testing.TB, dev *acl.Device) error {
		s, err := stream.New(dev, stream.Config{Name: "forgotten"})
		if err != nil {
			return err
		}
		e, err := event.New(dev, event.Config{})
		if err != nil {
			return err // without s.Close
		}
		return errors.Join(e.Close(), s.Close(context.Background()))
	}, `stream "forgotten" was left open after aclrtCreateEventExWithFlag#1 has failed; it was made at `},
	"hides the cause": {func(_ testing.TB, dev *acl.Device) error {
		if _, err := dev.MemInfo(); err != nil {
			return errors.New("too little memory")
		}
		return nil
	}, "the error does not name the call that has failed, aclrtGetMemInfo#1 with ACL_ERROR_RT_DRV_INTERNAL_ERROR: too little memory"},
	"forgets an event of ACL": {func(_ testing.TB, dev *acl.Device) error {
		d := (*opaque.Device)(dev).Inner()
		e, op, st := d.CreateEventIn(d.Context, false)
		if !st.OK() {
			return &acl.Error{Op: op, Code: acl.Code(st.Code)}
		}
		if _, _, st := d.MemInfo(); !st.OK() {
			return &acl.Error{Op: "aclrtGetMemInfo", Code: acl.Code(st.Code)}
		}
		if st := d.Driver.DestroyEvent(d.Context, e); !st.OK() {
			return &acl.Error{Op: "aclrtDestroyEvent", Code: acl.Code(st.Code)}
		}
		return nil
	}, "an object of ACL leaks after aclrtGetMemInfo#1 has failed: aclrtCreateEvent or aclrtCreateEventExWithFlag has succeeded "},
	"takes memory of ACL": {func(_ testing.TB, dev *acl.Device) error {
		d := (*opaque.Device)(dev).Inner()
		a, _ := d.Driver.Malloc(d.Context, 64, driver.MallocNormalOnly)
		if st := d.Driver.Free(d.Context, a); a != 0 && !st.OK() {
			return &acl.Error{Op: "aclrtFree", Code: acl.Code(st.Code)}
		}
		return nil
	}, "bytes free after aclrtFree#1 has failed: want "},
}

// TestBadScenarios fails, when the test below runs it.
func TestBadScenarios(t *testing.T) {
	if os.Getenv(badScenario) == "" {
		t.Skip("it fails on purpose")
	}
	for name, s := range badScenarios {
		t.Run(name, func(t *testing.T) { acltest.EachFault(t, s.run) })
	}
}

func TestEachFaultFindsBadScenarios(t *testing.T) {
	acltest.RequireGoMachine(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestBadScenarios$")
	cmd.Env = append(os.Environ(), badScenario+"=1")
	out, _ := cmd.CombinedOutput()
	require.Equal(t, 1, cmd.ProcessState.ExitCode(), "%s", out)
	for name, s := range badScenarios {
		assert.Contains(t, string(out), s.text, name)
	}
	assert.Contains(t, string(out), "to repeat it: go test -run '^TestBadScenarios$/^hides_the_cause$/^aclrtGetMemInfo#1$'")
}
