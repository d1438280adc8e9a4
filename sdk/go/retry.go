package schoolgate

import (
	"crypto/tls"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	longestWait  = time.Minute
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
)

// mayRepeat reports whether a request may be sent again after such an attempt: nothing may be done twice. A GET and a DELETE always may; a POST with an
// idempotency key; a PATCH only when the server has surely not looked at it.
func mayRepeat(request *request, failure error) bool {
	var refused *APIError
	answered := errors.As(failure, &refused)
	if !answered && !mayPass(failure) || answered && !passes(refused) {
		return false
	}
	switch request.method {
	case http.MethodPost:
		return request.header.Get("Idempotency-Key") != ""
	case http.MethodPatch:
		return answered && (refused.Status == http.StatusTooManyRequests || refused.Status == http.StatusServiceUnavailable)
	default:
		return true
	}
}

func passes(refused *APIError) bool {
	switch refused.Status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	case http.StatusConflict:
		return refused.Code == "idempotency_in_progress"
	default:
		return false
	}
}

// mayPass reports whether a connection may come about the next time. A certificate does not become right by asking again.
func mayPass(failure error) bool {
	var network *NetworkError
	var certificate *tls.CertificateVerificationError
	return errors.As(failure, &network) && !errors.As(failure, &certificate) && !errors.Is(failure, ErrFingerprint)
}

// pauseBefore returns how long to wait before the next attempt; false for longer than anybody should.
// retries is how often the call was tried again before; random is from 0 to 1.
func pauseBefore(retries int, failure error, random float64) (time.Duration, bool) {
	var refused *APIError
	if errors.As(failure, &refused) && refused.saysWhen {
		return refused.RetryAfter, refused.RetryAfter <= longestWait
	}
	pause := min(firstPause<<min(retries, 10), longestPause)
	return time.Duration(float64(pause) * (0.75 + random/4)).Round(time.Millisecond), true
}

// readRetryAfter reads how long to wait, from seconds or from a date (RFC 9110, 10.2.3); false when it says nothing that can be read.
func readRetryAfter(value string, now time.Time) (time.Duration, bool) {
	if len(value) <= 9 && strings.Trim(value, "0123456789") == "" {
		if seconds, err := strconv.Atoi(value); err == nil {
			return time.Duration(seconds) * time.Second, true
		}
	}
	at, err := http.ParseTime(value)
	if err != nil || !strings.HasSuffix(value, "GMT") {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}
