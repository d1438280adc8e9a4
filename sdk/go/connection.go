package schoolgate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"
)

// mostBytes is the largest body that is read: no list of the API comes near.
const mostBytes = 64 << 20

// RateLimit is where a key stands in its window of 60 seconds, as the last answer said.
type RateLimit struct {
	// Limit is how many requests are allowed in the window.
	Limit     int
	Remaining int
	// Reset is when Remaining next grows.
	Reset time.Time
}

// connection sends requests to one server, again where that is safe, and makes errors of what goes wrong.
type connection struct {
	baseURL       string
	authorization string
	userAgent     string
	timeout       time.Duration
	maxRetries    int
	hooks         Hooks
	http          *http.Client
	seams         seams
	rateLimit     atomic.Pointer[RateLimit]
}

// seams are what tests replace.
type seams struct {
	now    func() time.Time
	sleep  func(context.Context, time.Duration) error
	random func() float64
}

// answer is what the server sent, read whole.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send returns the server's success.
func (c *connection) send(ctx context.Context, op operation, in input, options []CallOption) (*answer, error) {
	request, err := c.request(op, in, options)
	if err != nil {
		return nil, err
	}
	timeout := request.timeout
	if timeout == 0 {
		timeout = c.timeout
	}
	deadline := c.seams.now().Add(timeout + request.waitTime)
	mayHaveWorked := false
	for retries := 0; ; retries++ {
		answer, err := c.attempt(ctx, request, deadline, retries+1)
		if err == nil {
			if request.etag != nil {
				*request.etag = answer.header.Get("ETag")
			}
			return answer, nil
		}
		// An attempt before, whose answer was lost, has deleted it.
		if request.method == http.MethodDelete && mayHaveWorked && errors.Is(err, ErrNotFound) {
			return answer204, nil
		}
		pause, ok := c.pauseAfter(ctx, request, err, retries)
		if !ok || !c.seams.now().Add(pause).Before(deadline) {
			return nil, err
		}
		var network *NetworkError
		mayHaveWorked = mayHaveWorked || errors.As(err, &network) || errors.Is(err, ErrServer)
		if tell := c.hooks.OnRetry; tell != nil {
			tell(AttemptRetry{Attempt: request.attempt(retries + 1), Wait: pause, Err: err})
		}
		if err := c.seams.sleep(ctx, pause); err != nil {
			return nil, callerEnded(request, err)
		}
	}
}

var answer204 = &answer{status: http.StatusNoContent, header: http.Header{}}

// pauseAfter returns how long to wait before the next attempt; false for none.
func (c *connection) pauseAfter(ctx context.Context, request *request, failure error, retries int) (time.Duration, bool) {
	if ctx.Err() != nil || retries >= c.maxRetries || !mayRepeat(request, failure) {
		return 0, false
	}
	pause, ok := pauseBefore(retries, failure, c.seams.random())
	if end, limited := ctx.Deadline(); limited && time.Until(end) <= pause {
		return 0, false
	}
	return pause, ok
}

func (c *connection) attempt(ctx context.Context, request *request, deadline time.Time, number int) (*answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, callerEnded(request, context.Cause(ctx))
	}
	began := c.seams.now()
	inTime, cancel := context.WithTimeout(ctx, deadline.Sub(began))
	defer cancel()
	sent, err := http.NewRequestWithContext(inTime, request.method, request.url, bytes.NewReader(request.body))
	if err != nil {
		return nil, fmt.Errorf("schoolgate: %w", err)
	}
	sent.Header = request.header.Clone()
	sent.Header.Set("Authorization", c.authorization)
	sent.Header.Set("User-Agent", c.userAgent)
	told := request.attempt(number)
	if tell := c.hooks.OnRequest; tell != nil {
		tell(told)
	}
	answer, err := c.exchange(sent)
	if err != nil {
		return nil, failureOf(ctx, inTime, request, err)
	}
	if tell := c.hooks.OnResponse; tell != nil {
		tell(AttemptResponse{
			Attempt:   told,
			Status:    answer.status,
			RequestID: answer.header.Get("X-Request-Id"),
			Duration:  c.seams.now().Sub(began),
		})
	}
	return c.judge(answer)
}

func (c *connection) exchange(sent *http.Request) (*answer, error) {
	response, err := c.http.Do(sent)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, mostBytes+1))
	if err != nil {
		return nil, err
	}
	if len(body) > mostBytes {
		reason := fmt.Sprintf("the answer is larger than %d bytes", mostBytes)
		return nil, &UnexpectedAnswerError{Status: response.StatusCode, Reason: reason}
	}
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	return &answer{status: response.StatusCode, header: response.Header, body: body}, nil
}

func (c *connection) judge(answer *answer) (*answer, error) {
	if limit := readRateLimit(answer.header); limit != nil {
		c.rateLimit.Store(limit)
	}
	switch {
	case answer.status >= 400:
		return nil, refusal(answer, c.seams.now())
	case answer.status >= 300:
		return nil, &UnexpectedAnswerError{Status: answer.status, Reason: "the server answered with a redirect"}
	default:
		return answer, nil
	}
}

// failureOf tells whose fault it is that there is no answer.
func failureOf(ctx, inTime context.Context, request *request, err error) error {
	var unexpected *UnexpectedAnswerError
	switch {
	case errors.As(err, &unexpected):
		return unexpected
	case ctx.Err() != nil:
		return callerEnded(request, context.Cause(ctx))
	case inTime.Err() != nil:
		what := fmt.Sprintf("%s %s was not answered in time", request.method, request.url)
		return &TimeoutError{What: what, Err: context.DeadlineExceeded}
	}
	return &NetworkError{Method: request.method, URL: request.url, Err: reasonOf(err)}
}

// callerEnded is the error of a call whose context has ended.
func callerEnded(request *request, cause error) error {
	return fmt.Errorf("schoolgate: %s %s was ended: %w", request.method, request.url, cause)
}

// reasonOf leaves out the method and the address, which net/http puts in front.
func reasonOf(err error) error {
	var named *url.Error
	if errors.As(err, &named) {
		return named.Err
	}
	return err
}

func readRateLimit(header http.Header) *RateLimit {
	limit, errLimit := strconv.Atoi(header.Get("X-RateLimit-Limit"))
	remaining, errRemaining := strconv.Atoi(header.Get("X-RateLimit-Remaining"))
	reset, errReset := strconv.ParseInt(header.Get("X-RateLimit-Reset"), 10, 64)
	if errLimit != nil || errRemaining != nil || errReset != nil {
		return nil
	}
	return &RateLimit{Limit: limit, Remaining: remaining, Reset: time.Unix(reset, 0).UTC()}
}

func (r *request) attempt(number int) Attempt {
	return Attempt{Method: r.method, URL: r.url, Number: number}
}

// object carries out an operation that answers with an object.
func object[T any](ctx context.Context, c *connection, op operation, in input, options []CallOption) (*T, error) {
	answer, err := c.send(ctx, op, in, options)
	if err != nil {
		return nil, err
	}
	return read[T](answer)
}

// nothing carries out an operation whose answer has no body.
func nothing(ctx context.Context, c *connection, op operation, in input, options []CallOption) error {
	_, err := c.send(ctx, op, in, options)
	return err
}

// text carries out an operation that answers with a text.
func text(ctx context.Context, c *connection, op operation, in input, options []CallOption) (string, error) {
	answer, err := c.send(ctx, op, in, options)
	if err != nil {
		return "", err
	}
	return string(answer.body), nil
}

func read[T any](answer *answer) (*T, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(answer.body), []byte("{")) {
		return nil, &UnexpectedAnswerError{Status: answer.status, Reason: "the answer is no JSON object"}
	}
	value := new(T)
	if err := json.Unmarshal(answer.body, value); err != nil {
		return nil, &UnexpectedAnswerError{Status: answer.status, Reason: "the answer cannot be read", Err: err}
	}
	return value, nil
}
