package progress

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// bar shows progress as one line that is drawn over and over, with count, rate
// and time left; where the total isn't known, as a spinner.
type bar struct{ b *progressbar.ProgressBar }

func newBar(r *Reporter) view {
	total := r.total
	if total == 0 {
		total = -1 // the library's word for unknown
	}
	return &bar{progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(r.w),
		progressbar.OptionSetDescription(r.options.What),
		progressbar.OptionSetItsString(r.options.Unit),
		progressbar.OptionShowIts(),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSpinnerType(14),
		// Drawn as units come in: its own timer would draw without our lock,
		// and runs on after the end.
		progressbar.OptionSetSpinnerChangeInterval(0),
	)}
}

// update draws the bar. Its errors are those of the terminal; work doesn't end
// because a bar can't be drawn. More units than the total would be one, too.
func (v *bar) update(r *Reporter) {
	done := r.done
	if r.total > 0 {
		done = min(done, r.total)
	}
	_ = v.b.Set64(done)
}

func (v *bar) finish(*Reporter) {
	_ = v.b.Exit()
	_ = v.b.Clear()
}

func (v *bar) println(r *Reporter, text string) {
	_ = v.b.Clear()
	fmt.Fprintln(r.w, text)
	_ = v.b.RenderBlank()
}
