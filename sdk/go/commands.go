package schoolgate

import (
	"context"
	"fmt"
	"time"
)

const (
	commandTimeout  = time.Minute
	commandInterval = time.Second
)

// CommandsWaitForParams is what is said to [CommandsResource.WaitFor].
type CommandsWaitForParams struct {
	// Timeout is how long to wait at the most. Default 60 s.
	Timeout time.Duration
	// Interval lies between two looks. Default 1 s.
	Interval time.Duration
}

// WaitFor waits until a command has ended, well or not: look at its Status. The error is a [*TimeoutError] when it has not by then; the laptop may be away.
func (r *CommandsResource) WaitFor(ctx context.Context, id string, params CommandsWaitForParams) (*Command, error) {
	timeout, interval := params.Timeout, params.Interval
	if timeout <= 0 {
		timeout = commandTimeout
	}
	if interval <= 0 {
		interval = commandInterval
	}
	seams := r.connection.seams
	deadline := seams.now().Add(timeout)
	for {
		left := max(deadline.Sub(seams.now()), time.Millisecond)
		command, err := r.Get(ctx, id, Timeout(min(left, r.connection.timeout)))
		if err != nil {
			return nil, err
		}
		switch command.Status {
		case CommandStatusQueued, CommandStatusSent, CommandStatusAcknowledged:
		default:
			return command, nil
		}
		if seams.now().Add(interval).After(deadline) {
			what := fmt.Sprintf("the command %s is still %s after %s", id, command.Status, timeout)
			return nil, &TimeoutError{What: what, Err: context.DeadlineExceeded}
		}
		if err := seams.sleep(ctx, interval); err != nil {
			return nil, fmt.Errorf("schoolgate: waiting for the command %s was ended: %w", id, err)
		}
	}
}
