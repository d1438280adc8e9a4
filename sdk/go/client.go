package schoolgate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"
)

const (
	defaultTimeout    = 30 * time.Second
	defaultMaxRetries = 2
)

// Client is the client of one Schoolgate server. Make it once, and use it for all calls, also from several goroutines.
type Client struct {
	Resources
	connection *connection
}

// New makes a client. It sends nothing yet. The error tells that there is no address, no key, or that an option is malformed.
func New(given ...Option) (*Client, error) {
	o := options{
		apiKey:     os.Getenv("SCHOOLGATE_API_KEY"),
		baseURL:    os.Getenv("SCHOOLGATE_BASE_URL"),
		timeout:    defaultTimeout,
		maxRetries: defaultMaxRetries,
		seams:      seams{now: time.Now, sleep: sleep, random: rand.Float64},
	}
	for _, option := range given {
		option(&o)
	}
	key := strings.TrimSpace(o.apiKey)
	base, err := readBaseURL(o.baseURL)
	switch {
	case key == "":
		return nil, errors.New("schoolgate: there is no API key: give WithAPIKey, or set SCHOOLGATE_API_KEY")
	case !isHeaderText(key) || strings.Contains(key, " "):
		return nil, errors.New("schoolgate: the API key has a character that no key has")
	case err != nil:
		return nil, err
	case o.timeout <= 0:
		return nil, errors.New("schoolgate: WithTimeout is more than nothing")
	case o.maxRetries < 0:
		return nil, errors.New("schoolgate: WithMaxRetries is no number below 0")
	case !isHeaderText(o.userAgent):
		return nil, errors.New("schoolgate: WithUserAgent has a character that no header has")
	}
	client, err := httpClientOf(o, base)
	if err != nil {
		return nil, err
	}
	userAgent := fmt.Sprintf("schoolgate-go/%s go/%s", Version, strings.TrimPrefix(runtime.Version(), "go"))
	c := &connection{
		baseURL:       strings.TrimRight(base.String(), "/"),
		authorization: "Bearer " + key,
		userAgent:     strings.TrimSpace(o.userAgent + " " + userAgent),
		timeout:       o.timeout,
		maxRetries:    o.maxRetries,
		hooks:         o.hooks,
		http:          client,
		seams:         o.seams,
	}
	return &Client{Resources: newResources(c), connection: c}, nil
}

// RateLimit is where the key stands, as the last answer said; false before the first one.
func (c *Client) RateLimit() (RateLimit, bool) {
	if last := c.connection.rateLimit.Load(); last != nil {
		return *last, true
	}
	return RateLimit{}, false
}

// String names the server, and nothing else.
func (c Client) String() string {
	return "schoolgate.Client(" + c.connection.baseURL + ")"
}

// GoString is the same, for %#v.
func (c Client) GoString() string { return c.String() }

func readBaseURL(address string) (*url.URL, error) {
	if address == "" {
		return nil, errors.New("schoolgate: there is no address of a server: give WithBaseURL, or set SCHOOLGATE_BASE_URL")
	}
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" || base.User != nil ||
		base.RawQuery != "" || base.ForceQuery || base.Fragment != "" {
		return nil, errors.New("schoolgate: the base URL is no address of a server, as https://school.example:8080 is")
	}
	return base, nil
}

func httpClientOf(o options, base *url.URL) (*http.Client, error) {
	client := &http.Client{}
	if o.httpClient != nil {
		if o.ca != nil || o.fingerprint != "" || o.proxy != "" {
			return nil, errors.New("schoolgate: WithHTTPClient excludes WithCA, WithFingerprint and WithProxy")
		}
		*client = *o.httpClient
	} else {
		transport, err := transportOf(o, base)
		if err != nil {
			return nil, err
		}
		client.Transport = transport
	}
	// A redirect is no answer of the API; the key goes nowhere else.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client, nil
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
