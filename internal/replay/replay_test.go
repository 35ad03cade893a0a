// SPDX-License-Identifier: Apache-2.0

package replay_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/replay"
	"github.com/ascend-go/aclpool/internal/trace"
)

// traces is the folder of the traces; the expected results are in the same folder.
const traces = "../fakeacl/poolmodel/documented/testdata/traces"

// captured is a folder of allocation traces of real programs, without expected results. It
// is not part of the repository.
const captured = "../../../shared/data/traces"

var behaviours = []fakeacl.Behaviour{
	fakeacl.Documented, fakeacl.CANN90, fakeacl.CANN91, fakeacl.CANNMaster, fakeacl.CANNDev,
}

// results replays a trace and returns its result lines.
func results(t testing.TB, text string, b fakeacl.Behaviour) (string, replay.Summary) {
	t.Helper()
	var out strings.Builder
	s, err := replay.Run("trace", strings.NewReader(text), replay.Config{Behaviour: b, Results: &out})
	require.NoError(t, err)
	return out.String(), s
}

// columns returns the result lines of a replay with the documented behaviour, without
// their numbers and statistics.
func columns(t *testing.T, text string) (lines []string) {
	t.Helper()
	out, _ := results(t, text, fakeacl.Documented)
	for line := range strings.Lines(out) {
		lines = append(lines, strings.Join(strings.Fields(line)[1:6], " "))
	}
	return lines
}

func TestTraces(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(traces, "*.trace"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			want, err := os.ReadFile(strings.TrimSuffix(file, ".trace") + ".expect")
			require.NoError(t, err)
			got, summary := results(t, string(text), fakeacl.Documented)
			require.Equal(t, strings.Split(string(want), "\n"), strings.Split(got, "\n"))
			assert.EqualValues(t, strings.Count(got, "\n"), summary.Operations)
			assert.EqualValues(t, strings.Count(got, " ERR "), summary.OutOfMemory+summary.OtherErrors)
			for class, n := range summary.Reuse {
				column := class
				if class == "fresh" {
					column = "none" // the format of results has no reuse there
				}
				assert.EqualValues(t, strings.Count(got, " "+column+" "), n, class)
			}
		})
	}
}

// Two replays of a trace give the same results, with every behaviour.
func TestRunsAreAlike(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(traces, "rules_c.trace"))
	require.NoError(t, err)
	gambling := strings.Replace(string(text), "\n", "\nattr opportunistic 1\n", 2)
	for _, b := range behaviours {
		for name, text := range map[string]string{"as it is": string(text), "with gambles": gambling} {
			first, _ := results(t, text, b)
			for range 3 {
				again, _ := results(t, text, b)
				require.Equal(t, first, again, "%s, %s", b, name)
			}
		}
	}
}

// peaks are high-water marks of the captured traces: requested is documented with the
// traces; used and reserved come from the reference model in package documented.
var peaks = map[string]struct{ requested, used, reserved uint64 }{
	"real/torch_gpt_m128_training":               {7_015_301_124, 7_503_609_856, 7_650_410_496},
	"real/torch_gpt_m512_training":               {12_428_595_208, 13_010_731_008, 13_147_045_888},
	"real/torch_gpt_m256_inference":              {1_795_741_696, 1_912_602_624, 1_931_476_992},
	"real/torch_gpt_m1024_inference":             {2_879_401_984, 2_994_733_056, 3_292_528_640},
	"real/torch_s_forward_bf16_128":              {781_312_000, 1_119_879_168, 1_136_656_384},
	"real/hta_resnet_timeline":                   {3_082_832_104, 4_372_561_920, 4_515_168_256},
	"synthetic/syn_serving_code_s1":              {2_502_819_840, 2_506_096_640, 3_563_061_248},
	"synthetic/syn_training_fixed_s2":            {8_273_756_160, 8_424_259_584, 8_441_036_800},
	"synthetic/syn_training_varlen_recompute_s3": {19_842_482_176, 19_981_664_256, 20_963_131_392},
	"synthetic/syn_steady4_s4":                   {6_273_582_102, 7_860_125_696, 9_542_041_600},
}

func TestCapturedTraces(t *testing.T) {
	if _, err := os.Stat(captured); err != nil {
		t.Skipf("no captured traces: %v", err)
	}
	for name, peak := range peaks {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(filepath.Join(captured, name+".trace"))
			require.NoError(t, err)
			defer f.Close()
			s, err := replay.Run(name, f, replay.Config{})
			require.NoError(t, err)
			assert.Zero(t, s.OutOfMemory+s.OtherErrors)
			assert.Equal(t, peak.requested, s.PeakRequested)
			assert.Equal(t, peak.used, s.PeakUsed)
			assert.Equal(t, peak.reserved, s.PeakReserved)
			assert.Positive(t, s.Reuse["same-stream"])
		})
	}
}

// A trace may do things that no program would do.
func TestOddTraces(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"empty": {"# nothing\n", nil},
		"without a pool": {"alloc a 1 1\nfree a 1\ntrim 0\nattr event 1\nget event\nsync 9\nsyncdev\n", []string{
			"alloc ERR - - -", "free ERR - - -", "trim ERR - - -", "attr ERR - - -", "get ERR - - -", "sync OK - - -", "syncdev OK - - -"}},
		"pool too large": {"pool 68719476737\npool 68719476736\n", []string{"pool ERR - - -", "pool OK 0 68719476736 -"}},
		"a second pool": {"pool 4194304\nalloc a 1 1\npool 2097152\nalloc b 1 1\nfree a 1\nfree b 1\n", []string{
			"pool OK 0 4194304 -", "alloc OK 0 2097152 none", "pool OK 0 2097152 -", "alloc OK 0 2097152 none",
			"free OK - - -", "free OK 0 2097152 -"}},
		"all of the device":      {"pool 0\n", []string{"pool OK 0 68719476736 -"}},
		"event without a record": {"pool 0\nwait 1 1\n", []string{"pool OK 0 68719476736 -", "wait ERR - - -"}},
		"id with nothing behind it": {"pool 0\nalloc a 0 1\nfree a 1\nfree b 1\n", []string{
			"pool OK 0 68719476736 -", "alloc OK - - -", "free ERR - - -", "free ERR - - -"}},
		"id that keeps its pointer": {"pool 2097152\nalloc a 1 1\nalloc a 1 1\nfree a 1\n", []string{
			"pool OK 0 2097152 -", "alloc OK 0 2097152 none", "alloc ERR - - -", "free OK 0 2097152 -"}},
		"freed under an old name": {"pool 4194304\nalloc a 4194304 1\nfree a 1\nalloc b 1 1\nfree a 1\nfree b 1\n", []string{
			"pool OK 0 4194304 -", "alloc OK 0 4194304 none", "free OK 0 4194304 -", "alloc OK 0 2097152 same-stream",
			"free OK 0 2097152 -", "free ERR - - -"}},
		"large numbers": {"pool 4194304\nalloc 99999999999999999999999999 1 18446744073709551615\n" +
			"free 99999999999999999999999999 18446744073709551615\nalloc 67108864 1 67108863\nfree 67108864 67108864\n" +
			"alloc 007 1 1\nfree 7 1\nrecord 18446744073709551615 1\nwait 18446744073709551615 2\n", []string{
			"pool OK 0 4194304 -", "alloc OK 0 2097152 none", "free OK 0 2097152 -", "alloc OK 2097152 2097152 none",
			"free OK 2097152 2097152 -", "alloc ERR - - -", "free ERR - - -", "record OK - - -", "wait OK - - -"}},
		"read-only attribute": {"pool 0\nattr used_current 1\nattr used_high 1\nget used_current\n", []string{
			"pool OK 0 68719476736 -", "attr ERR - - -", "attr ERR - - -", "get OK 0 - -"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, columns(t, tt.text)) })
	}
}

// An opportunistic reuse succeeds if the free that it relies on executes first. Otherwise
// its stream fails, and a wait for that stream fails too instead of hanging.
func TestGambles(t *testing.T) {
	const gamble = "pool 2097152\nattr opportunistic 1\nattr threshold 2097152\nalloc a 1 1\nfree a 1\nalloc b 1 2\nrecord 0 2\nwait 0 3\n"
	lost := gamble + "sync 2\nsync 3\nsync 1\nsyncdev\n"
	assert.Equal(t, []string{"sync ERR - - -", "sync ERR - - -", "sync OK - - -", "syncdev ERR - - -"}, columns(t, lost)[8:])
	for _, waits := range []string{"syncdev\n", "sync 1\nsync 2\nsync 3\n"} {
		for _, line := range columns(t, gamble+waits)[8:] {
			assert.Contains(t, line, " OK ", waits)
		}
	}
	through := gamble + "record 5 1\nwait 5 3\nsync 3\n" // needs both streams
	assert.Equal(t, "sync OK - - -", columns(t, through)[10])
}

func TestSummary(t *testing.T) {
	const text = "pool 8388608\nattr threshold 8388608\nalloc a 5 1\nalloc b 2097153 1\nfree b 1\nalloc c 1 1\n" +
		"alloc d 9000000 1\nalloc e 6000000 1\nfree nobody 1\ntrim 99999999\n"
	_, s := results(t, text, fakeacl.Documented)
	assert.Positive(t, s.NsPerOp)
	s.NsPerOp = 0
	assert.Equal(t, replay.Summary{
		File: "trace", Engine: "native", Operations: 10, OutOfMemory: 2, OtherErrors: 2,
		Reuse:         map[string]uint64{"fresh": 2, "same-stream": 1, "event": 0, "opportunistic": 0, "internal": 0},
		PeakRequested: 2097158, PeakUsed: 6 << 20, PeakReserved: 6 << 20, LargestFree: 2 << 20,
	}, s)
	var b strings.Builder
	require.NoError(t, s.Print(&b))
	assert.Contains(t, b.String(), "trace, engine native\n  operations      10\n  refused         4: out of memory 2, other errors 2\n")
	assert.Contains(t, b.String(), "reuse           fresh 2, same-stream 1, event 0, opportunistic 0, internal 0\n")
}

func TestFailures(t *testing.T) {
	var out strings.Builder
	_, err := replay.Run("t", strings.NewReader("pool 0\nalloc a\n"), replay.Config{Results: &out})
	var syntax *trace.SyntaxError
	require.ErrorAs(t, err, &syntax)
	assert.Equal(t, "1 pool OK 0 68719476736 - 0 0 0 0\n", out.String(), "what was done before")
	full := errors.New("disk full")
	_, err = replay.Run("t", strings.NewReader("pool 0\n"), replay.Config{Results: refusing{full}})
	require.ErrorIs(t, err, full)
	_, err = replay.Run("t", strings.NewReader("pool 0\n"), replay.Config{Behaviour: "cann80"})
	require.ErrorContains(t, err, `no behaviour "cann80": want one of documented, cann90, cann91, cannmaster, canndev`)
}

type refusing struct{ err error }

func (r refusing) Write([]byte) (int, error) { return 0, r.err }

func TestProgress(t *testing.T) {
	var calls []uint64
	text := "pool 0\n" + strings.Repeat("sync 1\n", 200_000)
	_, err := replay.Run("t", strings.NewReader(text), replay.Config{Progress: func(operations uint64, bytes int64) {
		calls = append(calls, operations)
		assert.InDelta(t, 7*operations, bytes, 8)
	}})
	require.NoError(t, err)
	assert.Equal(t, []uint64{1 << 16, 2 << 16, 3 << 16}, calls)
}

// Each behaviour reuses freed memory, and trims, by its own rules.
func TestReleases(t *testing.T) {
	const text = "pool 8388608\nalloc a 2097152 1\nfree a 1\nalloc b 2097152 1\nfree b 1\nsyncdev\n"
	for b, want := range map[fakeacl.Behaviour]string{
		fakeacl.Documented: "alloc OK 0 2097152 same-stream 2097152|syncdev OK - - - 0",
		fakeacl.CANN90:     "alloc ERR - - - 0|syncdev OK - - - 0",
		fakeacl.CANN91:     "alloc OK 0 2097152 same-stream 2097152|syncdev OK - - - 2097152",
		fakeacl.CANNMaster: "alloc OK 2097152 2097152 none 4194304|syncdev OK - - - 4194304",
		fakeacl.CANNDev:    "alloc OK 0 2097152 same-stream 2097152|syncdev OK - - - 0",
	} {
		out, _ := results(t, text, b)
		lines := strings.Split(out, "\n")
		field := func(line string) string { return strings.Join(strings.Fields(line)[1:7], " ") }
		assert.Equal(t, want, fmt.Sprintf("%s|%s", field(lines[3]), field(lines[5])), b)
	}
}

// FuzzReplay checks that a replay of any input ends and that its figures are consistent.
func FuzzReplay(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(traces, "*.trace"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 2000)], uint8(0))
	}
	f.Add([]byte("pool 4194304\nattr opportunistic 1\nalloc a 1 1\nfree a 1\nalloc b 1 2\nsync 2\nsyncdev\n"), uint8(0))
	f.Add([]byte("pool 8388608\nattr internal 1\nalloc a 3 1\nfree a 2\nalloc b 1 3\ntrim 1\nalloc c 3 1\nalloc d 18446744073709551615 1\n"), uint8(4))
	f.Add([]byte("pool 18446744073709551615\nalloc a 1 1\n"), uint8(2))
	f.Fuzz(func(t *testing.T, text []byte, which uint8) {
		var out strings.Builder
		s, err := replay.Run("fuzz", strings.NewReader(string(text)), replay.Config{
			Behaviour: behaviours[int(which)%len(behaviours)], Results: &out,
		})
		if err != nil {
			var syntax *trace.SyntaxError
			require.ErrorAs(t, err, &syntax)
			return
		}
		require.EqualValues(t, s.Operations, strings.Count(out.String(), "\n"))
		for line := range strings.Lines(out.String()) {
			var n, reserved, reservedHigh, used, usedHigh uint64
			var op, status, offset, size, class string
			_, err := fmt.Sscan(line, &n, &op, &status, &offset, &size, &class, &reserved, &reservedHigh, &used, &usedHigh)
			require.NoError(t, err, line)
			require.LessOrEqual(t, used, reserved, line)
		}
		require.LessOrEqual(t, s.PeakRequested, s.PeakUsed)
		require.LessOrEqual(t, s.PeakUsed, s.PeakReserved)
	})
}
