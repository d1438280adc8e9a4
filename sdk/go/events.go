package schoolgate

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"time"
)

const (
	eventsPage     = 1_000
	eventsInterval = 5 * time.Second
)

// EventData is what an event tells: a *DeviceOfflineData, an *AlertCreatedData and so on by the type of the event, a [*TruncatedEventData], or an
// [*UnknownEventData].
type EventData interface {
	isEventData()
}

// UnknownEventData is what an event of a type tells that this client does not know.
type UnknownEventData struct {
	JSON json.RawMessage
}

func (*UnknownEventData) isEventData() {}

// Decode reads Data. A [*TruncatedEventData] stands for data that was too large to be sent: client.Events.Get has it whole.
func (e *Event) Decode() (EventData, error) {
	var mark struct {
		Truncated any `json:"truncated"`
	}
	// An error leaves the mark away: data that is no object is told of below.
	_ = json.Unmarshal(e.Data, &mark)
	known, isKnown := eventDataByType[e.Type]
	var data EventData
	switch {
	case mark.Truncated == true:
		data = new(TruncatedEventData)
	case isKnown:
		data = known()
	default:
		return &UnknownEventData{JSON: e.Data}, nil
	}
	if err := json.Unmarshal(e.Data, data); err != nil {
		return nil, fmt.Errorf("schoolgate: the data of the event %s cannot be read: %w", e.ID, err)
	}
	return data, nil
}

// EventsFollowParams is what is said to [EventsResource.Follow].
type EventsFollowParams struct {
	// After is the Sequence behind which to begin; left out: the oldest event that is kept.
	After Optional[int]
	// Type holds kinds of events, `device.offline` or `device.*`; empty: all.
	Type []string
	// Interval lies between two looks when nothing is new. Default 5 s.
	Interval time.Duration
}

// Follow goes through every event in order, and then each new one, until the loop is left, ctx ends, or a call fails. Keep the Sequence of the last one that
// you have dealt with, and begin there the next time. The error is [ErrEventsExpired] when events behind After are no longer kept.
func (r *EventsResource) Follow(ctx context.Context, params EventsFollowParams) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		interval := params.Interval
		if interval <= 0 {
			interval = eventsInterval
		}
		after := params.After
		for {
			page, err := r.List(ctx, EventsListParams{After: after, Type: params.Type, Limit: eventsPage})
			if err != nil {
				yield(Event{}, err)
				return
			}
			for _, event := range page.Data {
				if !yield(event, nil) {
					return
				}
				after = Set(event.Sequence)
			}
			if page.HasMore && len(page.Data) > 0 {
				continue
			}
			if err := r.connection.seams.sleep(ctx, interval); err != nil {
				yield(Event{}, err)
				return
			}
		}
	}
}
