package schoolgate

import (
	"errors"
	"fmt"
	"time"
)

// CallOption is what a single call may say beside its input.
type CallOption func(*callSettings)

type callSettings struct {
	wait           *time.Duration
	ifMatch        *string
	idempotencyKey *string
	timeout        time.Duration
	etag           *string
	err            error
}

// Wait lets the server wait for the laptop's answer before its own, for so long at the most (RFC 7240). It comes on top of the time that the call may take.
func Wait(atMost time.Duration) CallOption {
	return func(s *callSettings) { s.wait = &atMost }
}

// IfMatch carries the call out only if the thing is still as it was: its ETag, which [ETag] gives. Else the error is [ErrPreconditionFailed].
func IfMatch(etag string) CallOption {
	return func(s *callSettings) { s.ifMatch = &etag }
}

// IdempotencyKey makes a POST harmless to send twice. Without it each call has a new one.
func IdempotencyKey(key string) CallOption {
	return func(s *callSettings) { s.idempotencyKey = &key }
}

// Timeout is how long the call may take, in place of the client's [WithTimeout].
func Timeout(atMost time.Duration) CallOption {
	return func(s *callSettings) {
		s.timeout = atMost
		if atMost <= 0 {
			s.err = errors.New("schoolgate: Timeout is more than nothing")
		}
	}
}

// ETag puts the version of what the call answers with into a variable, for [IfMatch]. It is empty when the server names none.
func ETag(into *string) CallOption {
	return func(s *callSettings) { s.etag = into }
}

// settingsOf reads the options of a call of op.
func settingsOf(op operation, options []CallOption) (callSettings, error) {
	var s callSettings
	for _, option := range options {
		option(&s)
	}
	if s.err != nil {
		return s, s.err
	}
	switch {
	case s.wait != nil && !op.wait:
		return s, fmt.Errorf("schoolgate: %s %s cannot wait", op.method, op.path)
	case s.wait != nil && (*s.wait < 0 || *s.wait > time.Hour):
		return s, errors.New("schoolgate: Wait is no time before now, and no more than an hour")
	case s.ifMatch != nil && !op.ifMatch:
		return s, fmt.Errorf("schoolgate: %s %s takes no IfMatch", op.method, op.path)
	case s.ifMatch != nil && (*s.ifMatch == "" || !isHeaderText(*s.ifMatch)):
		return s, errors.New("schoolgate: IfMatch takes an ETag")
	case s.idempotencyKey != nil && !op.idempotencyKey:
		return s, fmt.Errorf("schoolgate: %s %s takes no IdempotencyKey", op.method, op.path)
	case s.idempotencyKey != nil && (*s.idempotencyKey == "" || !isHeaderText(*s.idempotencyKey)):
		return s, errors.New("schoolgate: IdempotencyKey takes a text of letters, digits and signs")
	}
	return s, nil
}

// isHeaderText reports whether a text can stand in a header.
func isHeaderText(text string) bool {
	for _, r := range text {
		if r < ' ' || r >= 0x7f {
			return false
		}
	}
	return true
}
