package schoolgate

import (
	"net/http"
	"time"
)

// Option is what a client is told once, by [New].
type Option func(*options)

type options struct {
	apiKey      string
	baseURL     string
	timeout     time.Duration
	maxRetries  int
	userAgent   string
	ca          []byte
	fingerprint string
	proxy       string
	httpClient  *http.Client
	hooks       Hooks
	seams       seams
}

// WithAPIKey is the key to call with, `sgk_live_…`. Default: the environment's SCHOOLGATE_API_KEY. It is shown nowhere: not in errors, not to hooks, not
// when the client is printed.
func WithAPIKey(key string) Option { return func(o *options) { o.apiKey = key } }

// WithBaseURL is the address of the server, `https://school.example:8080`; a path may follow. Default: the environment's SCHOOLGATE_BASE_URL.
func WithBaseURL(address string) Option { return func(o *options) { o.baseURL = address } }

// WithTimeout is how long a call may take, with all its attempts and the waits between them. Default 30 s. [Wait] of a call is added.
func WithTimeout(atMost time.Duration) Option { return func(o *options) { o.timeout = atMost } }

// WithMaxRetries is how often a call is tried again at the most. Default 2.
func WithMaxRetries(atMost int) Option { return func(o *options) { o.maxRetries = atMost } }

// WithUserAgent stands in front of the client's own name: `sis-sync/1.2`.
func WithUserAgent(product string) Option { return func(o *options) { o.userAgent = product } }

// WithCA is the PEM of the certificate authorities to trust, instead of those of the system.
func WithCA(pem []byte) Option { return func(o *options) { o.ca = pem } }

// WithFingerprint is the SHA-256 of the server's certificate authority, or of the server's own certificate, in hexadecimal digits (colons allowed) or
// base64url. The certificate is read from the server (`GET /agent/v1/ca`, or what it shows), compared, and trusted alone.
func WithFingerprint(sha256 string) Option { return func(o *options) { o.fingerprint = sha256 } }

// WithProxy is the address of a proxy. Default: the environment's HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
func WithProxy(address string) Option { return func(o *options) { o.proxy = address } }

// WithHTTPClient sends the requests through this client, in place of an own one. It excludes [WithCA], [WithFingerprint] and [WithProxy].
func WithHTTPClient(client *http.Client) Option { return func(o *options) { o.httpClient = client } }

// WithHooks tells of each attempt.
func WithHooks(hooks Hooks) Option { return func(o *options) { o.hooks = hooks } }

// Hooks are told of each attempt, for logs. They get no header and no body, so they cannot leak a key. A call waits until a hook has returned.
type Hooks struct {
	OnRequest  func(Attempt)
	OnResponse func(AttemptResponse)
	OnRetry    func(AttemptRetry)
}

// Attempt is a request that is about to be sent.
type Attempt struct {
	Method string
	URL    string
	// Number is 1 for the first.
	Number int
}

// AttemptResponse is an answer that came.
type AttemptResponse struct {
	Attempt
	Status int
	// RequestID finds the request in the log of the server; empty when the answer names none.
	RequestID string
	Duration  time.Duration
}

// AttemptRetry is an attempt that failed and is followed by another.
type AttemptRetry struct {
	Attempt
	Wait time.Duration
	Err  error
}
