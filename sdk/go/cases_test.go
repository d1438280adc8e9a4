package schoolgate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

// The rules of the cases: ../cases/README.md. Their format: tools/sdk/case.ts.
var caseKey = "sgk_test_" + strings.Repeat("0", 33) + "ivkVw"

type sdkCase struct {
	Name   string
	Client struct {
		MaxRetries *int
		TimeoutMs  int
	}
	Call struct {
		Take any
	}
	Exchanges []exchange
	Waits     [][2]float64
	Result    json.RawMessage
	Error     *expectedError
}

type expectedError struct {
	Kind      string
	Status    int
	Code      string
	RequestID string
	Detail    string
}

type exchange struct {
	Request struct {
		Method  string
		Path    string
		Query   map[string]any
		Headers map[string]*string
		Body    any
	}
	Response json.RawMessage
}

type response struct {
	Status  int
	Headers map[string]string
	Body    json.RawMessage
	Text    *string
}

var kinds = map[string]error{
	"bad_request":         schoolgate.ErrBadRequest,
	"authentication":      schoolgate.ErrAuthentication,
	"plan_required":       schoolgate.ErrPlanRequired,
	"permission_denied":   schoolgate.ErrPermissionDenied,
	"not_found":           schoolgate.ErrNotFound,
	"conflict":            schoolgate.ErrConflict,
	"events_expired":      schoolgate.ErrEventsExpired,
	"precondition_failed": schoolgate.ErrPreconditionFailed,
	"unprocessable":       schoolgate.ErrUnprocessable,
	"rate_limited":        schoolgate.ErrRateLimited,
	"server":              schoolgate.ErrServer,
}

func readCases(t *testing.T) []sdkCase {
	files, err := filepath.Glob("../cases/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no cases", err)
	}
	var all []sdkCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var read struct{ Cases []sdkCase }
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(file, err)
		}
		all = append(all, read.Cases...)
	}
	return all
}

func TestCases(t *testing.T) {
	all := readCases(t)
	if len(all) != len(calls) {
		t.Errorf("there are %d cases and %d calls", len(all), len(calls))
	}
	for _, one := range all {
		t.Run(one.Name, func(t *testing.T) { runCase(t, one) })
	}
}

func runCase(t *testing.T, one sdkCase) {
	stub := startStub(t, one.Exchanges)
	clock := &fakeClock{now: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)}
	options := []schoolgate.Option{
		schoolgate.WithAPIKey(caseKey),
		schoolgate.WithBaseURL(stub.server.URL),
		schoolgate.WithSeams(clock.Now, clock.Sleep, func() float64 { return 0.5 }),
	}
	if one.Client.MaxRetries != nil {
		options = append(options, schoolgate.WithMaxRetries(*one.Client.MaxRetries))
	}
	if one.Client.TimeoutMs > 0 {
		options = append(options, schoolgate.WithTimeout(time.Duration(one.Client.TimeoutMs)*time.Millisecond))
	}
	client, err := schoolgate.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	call, ok := calls[one.Name]
	if !ok {
		t.Fatal("it has no call")
	}
	result, err := outcome(t.Context(), client, call, one.Call.Take)
	for _, fault := range stub.end() {
		t.Error(fault)
	}
	compareWaits(t, clock.waits, one.Waits)
	if one.Error != nil {
		compareError(t, err, *one.Error)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var actual any
	decode(t, text, &actual)
	if expected := expectedOf(t, one); !fits(actual, expected) {
		t.Errorf("the result is %s", text)
	}
}

// outcome is what the caller gets who takes as much as the case says.
func outcome(ctx context.Context, client *schoolgate.Client, call func(context.Context, *schoolgate.Client) (any, error), take any) (any, error) {
	result, err := call(ctx, client)
	if err != nil {
		return nil, err
	}
	if events, ok := result.(iter.Seq2[schoolgate.Event, error]); ok {
		most, isNumber := take.(float64)
		if !isNumber {
			return nil, errors.New("a case that follows says how many events")
		}
		return takeEvents(events, int(most))
	}
	if page, ok := result.(interface {
		AllOf(context.Context) ([]any, error)
	}); ok && take == "all" {
		return page.AllOf(ctx)
	}
	return result, nil
}

func takeEvents(events iter.Seq2[schoolgate.Event, error], most int) ([]schoolgate.Event, error) {
	var taken []schoolgate.Event
	for event, err := range events {
		if err != nil {
			return nil, err
		}
		if taken = append(taken, event); len(taken) == most {
			break
		}
	}
	return taken, nil
}

// expectedOf is what the case names, or the body of the last answer.
func expectedOf(t *testing.T, one sdkCase) any {
	var expected any
	if one.Result != nil {
		decode(t, one.Result, &expected)
		return expected
	}
	var last response
	decode(t, one.Exchanges[len(one.Exchanges)-1].Response, &last)
	if last.Text != nil {
		return *last.Text
	}
	if last.Body != nil {
		decode(t, last.Body, &expected)
	}
	return expected
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// fits reports whether a value has all that the case names. What is expected to be null may be the zero value, which a struct has in its place.
func fits(actual, expected any) bool {
	switch expected := expected.(type) {
	case nil:
		return isZero(actual)
	case []any:
		list, ok := actual.([]any)
		if !ok || len(list) != len(expected) {
			return len(expected) == 0 && actual == nil
		}
		for i := range expected {
			if !fits(list[i], expected[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		object, ok := actual.(map[string]any)
		for name, one := range expected {
			if !ok || !fits(object[name], one) {
				return false
			}
		}
		return true
	case string:
		text, ok := actual.(string)
		return ok && (text == expected || isSameMoment(text, expected))
	default:
		return actual == expected
	}
}

func isZero(actual any) bool {
	switch actual := actual.(type) {
	case map[string]any:
		for _, one := range actual {
			if !isZero(one) {
				return false
			}
		}
		return true
	case json.Number:
		return actual == "0"
	case string:
		return actual == "" || actual == "0001-01-01T00:00:00Z"
	case []any:
		return len(actual) == 0
	default:
		return actual == nil || actual == false
	}
}

func isSameMoment(one, other string) bool {
	a, errA := time.Parse(time.RFC3339, one)
	b, errB := time.Parse(time.RFC3339, other)
	return errA == nil && errB == nil && a.Equal(b)
}

func compareWaits(t *testing.T, waits []time.Duration, bounds [][2]float64) {
	t.Helper()
	isSame := len(waits) == len(bounds)
	for i := 0; isSame && i < len(waits); i++ {
		ms := float64(waits[i]) / float64(time.Millisecond)
		isSame = bounds[i][0] <= ms && ms <= bounds[i][1]
	}
	if !isSame {
		t.Errorf("it waits %v, not %v", waits, bounds)
	}
}

func compareError(t *testing.T, err error, expected expectedError) {
	t.Helper()
	var refused *schoolgate.APIError
	var unexpected *schoolgate.UnexpectedAnswerError
	var network *schoolgate.NetworkError
	var timeout *schoolgate.TimeoutError
	isRight := false
	switch expected.Kind {
	case "unexpected_answer":
		isRight = errors.As(err, &unexpected) && (expected.Status == 0 || unexpected.Status == expected.Status)
	case "network":
		isRight = errors.As(err, &network)
	case "timeout":
		isRight = errors.As(err, &timeout) && errors.Is(err, context.DeadlineExceeded)
	default:
		wanted, hasKind := kinds[expected.Kind]
		isRight = errors.As(err, &refused) && refused.Status == expected.Status && refused.Code == expected.Code
		for _, kind := range kinds {
			isRight = isRight && errors.Is(err, kind) == (hasKind && kind == wanted)
		}
		isRight = isRight && (expected.RequestID == "" || refused.RequestID == expected.RequestID)
		isRight = isRight && (expected.Detail == "" || refused.Detail == expected.Detail)
	}
	if !isRight {
		t.Errorf("the error is %v (%+v), not %+v", err, refused, expected)
	}
	if strings.Contains(fmt.Sprintf("%+v %#v", err, err), caseKey) {
		t.Error("the error shows the key")
	}
}

type fakeClock struct {
	now   time.Time
	waits []time.Duration
}

func (c *fakeClock) Now() time.Time { return c.now }

func (c *fakeClock) Sleep(_ context.Context, pause time.Duration) error {
	c.waits = append(c.waits, pause)
	c.now = c.now.Add(pause)
	return nil
}

// caseStub plays the exchanges of one case.
type caseStub struct {
	server    *httptest.Server
	exchanges []exchange
	silence   chan struct{}

	mutex  sync.Mutex
	next   int
	before http.Header
	faults []string
}

func startStub(t *testing.T, exchanges []exchange) *caseStub {
	stub := &caseStub{exchanges: exchanges, silence: make(chan struct{})}
	stub.server = httptest.NewServer(stub)
	t.Cleanup(func() {
		close(stub.silence)
		stub.server.Close()
	})
	return stub
}

func (s *caseStub) end() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.next < len(s.exchanges) {
		return append(s.faults, fmt.Sprintf("%d requests are missing", len(s.exchanges)-s.next))
	}
	return s.faults
}

func (s *caseStub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mutex.Lock()
	if s.next >= len(s.exchanges) {
		s.faults = append(s.faults, "a request too many: "+r.Method+" "+r.RequestURI)
		s.mutex.Unlock()
		w.WriteHeader(http.StatusTeapot)
		return
	}
	one := s.exchanges[s.next]
	s.next++
	s.compare(one, r, body)
	s.before = r.Header
	s.mutex.Unlock()
	s.answer(w, one.Response)
}

func (s *caseStub) answer(w http.ResponseWriter, given json.RawMessage) {
	switch string(given) {
	case `"silence"`:
		<-s.silence
		return
	case `"drop"`:
		panic(http.ErrAbortHandler)
	}
	var r response
	if err := json.Unmarshal(given, &r); err != nil {
		panic(err)
	}
	if r.Body != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	for name, value := range r.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(r.Status)
	if r.Text != nil {
		io.WriteString(w, *r.Text)
	} else {
		w.Write(r.Body)
	}
}

func (s *caseStub) compare(one exchange, r *http.Request, body []byte) {
	wanted := one.Request
	fault := func(format string, values ...any) { s.faults = append(s.faults, fmt.Sprintf(format, values...)) }
	path, query, _ := strings.Cut(r.RequestURI, "?")
	if r.Method != wanted.Method || path != wanted.Path {
		fault("%s %s came for %s %s", r.Method, path, wanted.Method, wanted.Path)
	}
	sent, err := url.ParseQuery(query)
	if got, want := pairsOf(sent), pairsOf(wantedQuery(wanted.Query)); err != nil || !slices.Equal(got, want) {
		fault("the query is %v, not %v", got, want)
	}
	var read any
	if len(body) > 0 && json.Unmarshal(body, &read) != nil || !isSameJSON(read, wanted.Body) {
		fault("the body is %s, not %v", body, wanted.Body)
	}
	bearer, jsonType := "Bearer "+caseKey, "application/json"
	headers := map[string]*string{"authorization": &bearer, "content-type": nil}
	if wanted.Body != nil {
		headers["content-type"] = &jsonType
	}
	for name, value := range wanted.Headers {
		headers[name] = value
	}
	for name, value := range headers {
		got, isSent := r.Header.Get(name), len(r.Header.Values(name)) > 0
		switch {
		case value == nil && !isSent, value != nil && *value == "*" && got != "",
			value != nil && *value == "=" && got == s.before.Get(name), value != nil && *value == got:
		default:
			fault("the header %s is %q", name, got)
		}
	}
}

// isSameJSON compares bodies; two moments are the same however they are written.
func isSameJSON(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		other, ok := b.(map[string]any)
		if !ok || len(a) != len(other) {
			return false
		}
		for name, one := range a {
			if value, ok := other[name]; !ok || !isSameJSON(one, value) {
				return false
			}
		}
		return true
	case []any:
		other, ok := b.([]any)
		return ok && slices.EqualFunc(a, other, isSameJSON)
	case string:
		other, ok := b.(string)
		return ok && (a == other || isSameMoment(a, other))
	default:
		return reflect.DeepEqual(a, b)
	}
}

func wantedQuery(query map[string]any) url.Values {
	values := url.Values{}
	for name, value := range query {
		if list, ok := value.([]any); ok {
			for _, one := range list {
				values.Add(name, fmt.Sprint(one))
			}
		} else {
			values.Add(name, fmt.Sprint(value))
		}
	}
	return values
}

func pairsOf(values url.Values) []string {
	var pairs []string
	for name, list := range values {
		for _, value := range list {
			pairs = append(pairs, name+"="+value)
		}
	}
	slices.Sort(pairs)
	return pairs
}
