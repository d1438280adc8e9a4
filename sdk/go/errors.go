package schoolgate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// What an [*APIError] is, by its status: errors.Is(err, schoolgate.ErrNotFound).
var (
	// ErrBadRequest is 400: the request is not what the API takes. Problem.Errors says where.
	ErrBadRequest = errors.New("bad request")
	// ErrAuthentication is 401: no key, or one that does not count (any more).
	ErrAuthentication = errors.New("not authenticated")
	// ErrPlanRequired is 402: the plan of the organisation does not include this.
	ErrPlanRequired = errors.New("plan required")
	// ErrPermissionDenied is 403: the key may not do this.
	ErrPermissionDenied = errors.New("permission denied")
	// ErrNotFound is 404: there is no such thing, or not for this key.
	ErrNotFound = errors.New("not found")
	// ErrConflict is 409: it does not fit the present state.
	ErrConflict = errors.New("conflict")
	// ErrEventsExpired is 410: events were asked for that are no longer kept. Problem.OldestSequence says from where they are.
	ErrEventsExpired = errors.New("events expired")
	// ErrPreconditionFailed is 412: the thing has changed since it was read.
	ErrPreconditionFailed = errors.New("precondition failed")
	// ErrUnprocessable is 422: well formed, and cannot be carried out.
	ErrUnprocessable = errors.New("unprocessable")
	// ErrRateLimited is 429: too many requests.
	ErrRateLimited = errors.New("rate limited")
	// ErrServer is 5xx: the server failed.
	ErrServer = errors.New("server failed")
)

// ErrFingerprint tells that the server has another certificate than the one of [WithFingerprint], or one that does not count: it is another
// server, or somebody stands between. It stands in a [*NetworkError].
var ErrFingerprint = errors.New("the server is not the one with this fingerprint")

var errorsByStatus = map[int]error{
	http.StatusBadRequest:          ErrBadRequest,
	http.StatusUnauthorized:        ErrAuthentication,
	http.StatusPaymentRequired:     ErrPlanRequired,
	http.StatusForbidden:           ErrPermissionDenied,
	http.StatusNotFound:            ErrNotFound,
	http.StatusConflict:            ErrConflict,
	http.StatusGone:                ErrEventsExpired,
	http.StatusPreconditionFailed:  ErrPreconditionFailed,
	http.StatusUnprocessableEntity: ErrUnprocessable,
	http.StatusTooManyRequests:     ErrRateLimited,
}

// APIError is a refusal or a failure of the server. Code is for programs, Detail for people.
type APIError struct {
	Status int
	// Code is `locked_by_policy`; empty when the answer was no problem document, such as a proxy's error page.
	Code   string
	Title  string
	Detail string
	// RequestID finds the request in the log of the server.
	RequestID string
	// RetryAfter is how long to wait; zero when the server did not say.
	RetryAfter time.Duration
	// Problem is the problem document (RFC 9457); nil when the answer was none.
	Problem *Problem
	// Body is the answer as it came, with members that only some problems have.
	Body []byte

	saysWhen bool
}

// Error names the status, the code, and what the server says.
func (e *APIError) Error() string {
	text := fmt.Sprintf("schoolgate: %d", e.Status)
	if e.Code != "" {
		text += " " + e.Code
	}
	if e.Detail != "" {
		return text + ": " + e.Detail
	}
	if e.Title != "" {
		return text + ": " + e.Title
	}
	return text + ": " + http.StatusText(e.Status)
}

// Is reports whether target is the error of this status.
func (e *APIError) Is(target error) bool {
	if e.Status >= http.StatusInternalServerError {
		return target == ErrServer
	}
	known, ok := errorsByStatus[e.Status]
	return ok && target == known
}

// UnexpectedAnswerError tells that what came is no answer of the API: a redirect, a page of somebody else, half a document. Look at the address.
type UnexpectedAnswerError struct {
	Status int
	Reason string
	Err    error
}

// Error says what came.
func (e *UnexpectedAnswerError) Error() string {
	return fmt.Sprintf("schoolgate: %s (%d): is this the address of a Schoolgate server?", e.Reason, e.Status)
}

// Unwrap returns what made it unreadable; nil for nothing.
func (e *UnexpectedAnswerError) Unwrap() error { return e.Err }

// NetworkError tells that no connection came about, or that it broke.
type NetworkError struct {
	Method string
	URL    string
	Err    error
}

// Error says what was asked for, and why it failed.
func (e *NetworkError) Error() string {
	return fmt.Sprintf("schoolgate: %s %s failed: %v", e.Method, e.URL, e.Err)
}

// Unwrap returns the reason.
func (e *NetworkError) Unwrap() error { return e.Err }

// TimeoutError tells that the call took longer than it may. Whether the server has done it is not known.
type TimeoutError struct {
	What string
	Err  error
}

// Error says what took too long.
func (e *TimeoutError) Error() string { return "schoolgate: " + e.What }

// Unwrap returns an error that is [context.DeadlineExceeded].
func (e *TimeoutError) Unwrap() error { return e.Err }

func refusal(answer *answer, now time.Time) *APIError {
	e := &APIError{
		Status:    answer.status,
		RequestID: answer.header.Get("X-Request-Id"),
		Body:      answer.body,
		Problem:   readProblem(answer.body),
	}
	if problem := e.Problem; problem != nil {
		e.Code, e.Title, e.Detail = problem.Code, problem.Title, problem.Detail
		if problem.RequestID != "" {
			e.RequestID = problem.RequestID
		}
	}
	e.RetryAfter, e.saysWhen = readRetryAfter(answer.header.Get("Retry-After"), now)
	return e
}

func readProblem(body []byte) *Problem {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return nil
	}
	problem := new(Problem)
	var ofAnotherType *json.UnmarshalTypeError
	if err := json.Unmarshal(body, problem); err != nil && !errors.As(err, &ofAnotherType) {
		return nil
	}
	return problem
}
