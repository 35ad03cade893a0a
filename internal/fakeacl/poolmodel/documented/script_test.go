// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

// script runs operations written as in traces, and a few more:
//
//	close <stream>         close a stream
//	fail <stream>          the stream executes nothing more
//	run <stream>           the stream executes all that it has, nobody waits
//	syncevent <event>      aclrtSynchronizeEvent
//	device <bytes>         what the device has left for this pool
//	stats                  used, reserved, pending and largest fresh range
type script struct {
	*device
	pointers map[string]uint64
}

func newScript(t tester) *script {
	return &script{device: newDevice(t), pointers: make(map[string]uint64)}
}

// result is what an operation answered; fields that do not apply are empty.
type result struct {
	code   driver.Code
	fields []string
}

var attrNames = map[string]driver.PoolAttr{
	"event":            driver.PoolReuseEvent,
	"opportunistic":    driver.PoolReuseOpportunistic,
	"internal":         driver.PoolReuseInternal,
	"threshold":        driver.PoolReleaseThreshold,
	"reserved_current": driver.PoolReserved,
	"reserved_high":    driver.PoolReservedHigh,
	"used_current":     driver.PoolUsed,
	"used_high":        driver.PoolUsedHigh,
}

// do runs one operation.
func (s *script) do(line string) result {
	s.t.Helper()
	f := strings.Fields(line)
	arg := func(i int) uint64 { return parseBytes(s.t, f[i]) }
	switch f[0] {
	case "pool":
		s.book = New(arg(1), s.mem)
		return answer(driver.Success, 0, s.book.Size())
	case "attr":
		return answer(s.book.SetAttr(attrNames[f[1]], arg(2)))
	case "get":
		value, code := s.book.GetAttr(attrNames[f[1]])
		return answer(code, value)
	case "alloc":
		a, code := s.malloc(arg(3), arg(2))
		if code != driver.Success || a.Size == 0 {
			return answer(code)
		}
		s.pointers[f[1]] = a.Off
		return answer(code, a.Off, a.Size, a.Class)
	case "free":
		off, known := s.pointers[f[1]]
		if !known {
			return answer(driver.RTParamInvalid)
		}
		size := s.book.tags.at(off).live()
		if code := s.free(arg(2), off); code != driver.Success {
			return answer(code)
		}
		return answer(driver.Success, off, size)
	case "record":
		s.record(arg(1), arg(2))
	case "wait":
		s.wait(arg(1), arg(2))
	case "sync":
		return done(s.synchronizeStream(arg(1)))
	case "syncevent":
		return done(s.synchronize(s.events[arg(1)]))
	case "syncdev":
		return done(s.synchronizeDevice())
	case "trim":
		return answer(s.trim(arg(1)))
	case "close":
		return done(s.close(arg(1)))
	case "fail":
		s.stream(arg(1)).failed = true
	case "run":
		end := s.stream(arg(1)).line.Here()
		defer end.Release()
		return done(s.run(end.Place))
	case "device":
		s.mem.left = arg(1)
	case "stats":
		st := s.book.Stats()
		return answer(driver.Success, st.Used, st.Reserved, s.book.Pending(), st.LargestFree)
	default:
		require.Fail(s.t, "no such operation", line)
	}
	return answer(driver.Success)
}

// play runs a script. What stands behind "=" is what the operation must answer; an
// operation without it must succeed. Sizes may be written in MiB, as 4M.
func (s *script) play(text string) {
	s.t.Helper()
	for line := range strings.Lines(text) {
		op, want, told := strings.Cut(strings.TrimSpace(line), " = ")
		if op == "" {
			continue
		}
		got := s.do(op)
		checkInvariants(s.t, s.book)
		switch words := strings.Fields(want); {
		case !told:
			require.Equal(s.t, driver.Success, got.code, op)
		case words[0] == "ERR":
			require.Equal(s.t, parseBytes(s.t, words[1]), uint64(got.code), op)
		default:
			require.Equal(s.t, driver.Success, got.code, op)
			for i, w := range words {
				if n := parse(w); n != "" {
					words[i] = n
				}
			}
			require.Equal(s.t, words, got.fields, op)
		}
	}
}

// rules are scripts by what they show.
type rules map[string]string

func (r rules) play(t *testing.T) {
	for name, text := range r {
		t.Run(name, func(t *testing.T) { newScript(t).play(text) })
	}
}

// failedSync stands for the code of any failed synchronize: the books do not choose it.
const failedSync driver.Code = 1

func done(ok bool) result {
	if !ok {
		return answer(failedSync)
	}
	return answer(driver.Success)
}

func answer(code driver.Code, fields ...any) result {
	r := result{code: code}
	for _, f := range fields {
		r.fields = append(r.fields, fmt.Sprint(f))
	}
	return r
}

// parse returns a number in bytes, as digits, for digits with or without the unit M; ""
// for anything else.
func parse(word string) string {
	digits, mib := strings.CutSuffix(word, "M")
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return ""
	}
	if mib {
		n <<= 20
	}
	return strconv.FormatUint(n, 10)
}

func parseBytes(t tester, word string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(parse(word), 10, 64)
	require.NoError(t, err, word)
	return n
}
