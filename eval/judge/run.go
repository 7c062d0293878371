package judge

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/pildora/pildora/llm"
)

// Report is what metrics say of samples.
type Report struct {
	Metrics []Summary `json:"metrics"` // in the order in which they were given
	Usage   llm.Usage `json:"usage"`   // of all calls
	Calls   int       `json:"calls"`
}

// Summary is what one metric says of all samples.
type Summary struct {
	Name   string  `json:"name"`
	Scores []Score `json:"scores"` // one a sample, in order
	// Mean is over the samples that were judged, of which there are Judged; 0
	// where there are none.
	Mean     float64         `json:"mean"`
	Judged   int             `json:"judged"`
	Failures map[Failure]int `json:"failures,omitempty"` // the others, by name
	Usage    llm.Usage       `json:"usage"`
	Calls    int             `json:"calls"`
}

// Run scores every sample by every metric, at most workers at once (at least
// one). The report doesn't depend on workers, as far as the model doesn't. The
// error is that of the Metric whose work ended first, or ctx's, and then the
// report covers what was done until then, the rest failed as [CallFailed].
func Run(ctx context.Context, samples []Sample, workers int, metrics ...Metric) (Report, error) {
	r := Report{Metrics: make([]Summary, len(metrics))}
	g, running := errgroup.WithContext(ctx)
	g.SetLimit(max(workers, 1))
	for i, m := range metrics {
		r.Metrics[i] = Summary{Name: m.Name(), Scores: make([]Score, len(samples))}
		for k, s := range samples {
			to := &r.Metrics[i].Scores[k]
			if running.Err() != nil {
				*to = Score{Failure: CallFailed, Detail: running.Err().Error()}
				continue
			}
			g.Go(func() error {
				sc, err := m.Score(running, s)
				if err != nil {
					sc.Failure, sc.Detail = CallFailed, err.Error()
					err = fmt.Errorf("%s of sample %d: %w", m.Name(), k+1, err)
				}
				*to = sc
				return err
			})
		}
	}
	err := g.Wait()
	if err == nil {
		err = ctx.Err()
	}
	for i := range r.Metrics {
		r.Metrics[i].sum()
		r.Usage = r.Usage.Add(r.Metrics[i].Usage)
		r.Calls += r.Metrics[i].Calls
	}
	return r, err
}

// sum fills in what follows from the scores.
func (s *Summary) sum() {
	for _, sc := range s.Scores {
		s.Usage = s.Usage.Add(sc.Usage)
		s.Calls += sc.Calls
		if sc.Failure == "" {
			s.Judged++
			s.Mean += sc.Value
			continue
		}
		if s.Failures == nil {
			s.Failures = map[Failure]int{}
		}
		s.Failures[sc.Failure]++
	}
	if s.Judged > 0 {
		s.Mean /= float64(s.Judged)
	}
}
