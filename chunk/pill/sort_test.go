package pill

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRunsAreSorted compares with the library's sort.
func TestRunsAreSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var keys []uint64
		for _, run := range rapid.SliceOfN(rapid.SliceOfN(rapid.Uint64Range(0, 50), 0, 12), 0, 9).Draw(t, "runs") {
			slices.Sort(run)
			keys = append(keys, run...)
		}
		want := slices.Sorted(slices.Values(keys))
		if got := sortRuns(slices.Clone(keys)); !slices.Equal(got, want) {
			t.Fatalf("%v sorted is %v", keys, got)
		}
	})
}
