package schoolgate

import (
	"context"
	"time"
)

// WithSeams replaces the clock, the pauses and the chance.
func WithSeams(now func() time.Time, sleep func(context.Context, time.Duration) error, random func() float64) Option {
	return func(o *options) { o.seams = seams{now: now, sleep: sleep, random: random} }
}

// AllOf goes through a page whose type the caller does not know.
func (p *Page[T]) AllOf(ctx context.Context) ([]any, error) {
	items := []any{}
	for item, err := range p.All(ctx) {
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}
