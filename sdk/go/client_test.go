package schoolgate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

// serve answers every request with handle, and makes a client of it.
func serve(t *testing.T, handle http.HandlerFunc, options ...schoolgate.Option) *schoolgate.Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return newClient(t, append([]schoolgate.Option{schoolgate.WithBaseURL(server.URL)}, options...)...)
}

func newClient(t *testing.T, options ...schoolgate.Option) *schoolgate.Client {
	t.Helper()
	client, err := schoolgate.New(append([]schoolgate.Option{schoolgate.WithAPIKey(caseKey)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func noPause(context.Context, time.Duration) error { return nil }

func answerWith(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) }
}

func TestNewSaysWhatIsMissingOrMalformed(t *testing.T) {
	t.Setenv("SCHOOLGATE_API_KEY", "")
	t.Setenv("SCHOOLGATE_BASE_URL", "")
	key, address := schoolgate.WithAPIKey(caseKey), schoolgate.WithBaseURL("https://school.example")
	for what, given := range map[string][]schoolgate.Option{
		"no API key":         {address},
		"no address":         {key},
		"a character":        {address, schoolgate.WithAPIKey("sgk_live_\nX-Other: 1")},
		"base URL":           {key, schoolgate.WithBaseURL("school.example:8080")},
		"base URL is no":     {key, schoolgate.WithBaseURL("https://me:secret@school.example")},
		"base URL is":        {key, schoolgate.WithBaseURL("https://school.example/?a=b")},
		"WithTimeout":        {key, address, schoolgate.WithTimeout(0)},
		"WithMaxRetries":     {key, address, schoolgate.WithMaxRetries(-1)},
		"WithUserAgent":      {key, address, schoolgate.WithUserAgent("a\r\nb")},
		"WithCA has no":      {key, address, schoolgate.WithCA([]byte("no PEM"))},
		"WithCA and":         {key, address, schoolgate.WithCA([]byte("x")), schoolgate.WithFingerprint("ab")},
		"takes a SHA-256":    {key, address, schoolgate.WithFingerprint("abcd")},
		"begins with https:": {key, schoolgate.WithBaseURL("http://a.example"), schoolgate.WithFingerprint("abcd")},
		"WithProxy":          {key, address, schoolgate.WithProxy("proxy")},
		"excludes":           {key, address, schoolgate.WithProxy("http://p.example"), schoolgate.WithHTTPClient(http.DefaultClient)},
	} {
		_, err := schoolgate.New(given...)
		if err == nil || !strings.Contains(err.Error(), what) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error is %v", what, err)
		}
	}
}

func TestNewTakesKeyAndAddressFromTheEnvironment(t *testing.T) {
	var sent *http.Request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent = r
		io.WriteString(w, "{}")
	}))
	defer server.Close()
	t.Setenv("SCHOOLGATE_API_KEY", caseKey+"\n")
	t.Setenv("SCHOOLGATE_BASE_URL", server.URL+"/behind/a%20proxy/")
	client, err := schoolgate.New(schoolgate.WithUserAgent("sis-sync/1.2"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.OUs.Get(t.Context(), "ou_1"); err != nil {
		t.Fatal(err)
	}
	if sent.RequestURI != "/behind/a%20proxy/v1/ous/ou_1" || sent.Header.Get("Authorization") != "Bearer "+caseKey {
		t.Errorf("it sent %s with %q", sent.RequestURI, sent.Header.Get("Authorization"))
	}
	if agent := sent.UserAgent(); !strings.HasPrefix(agent, "sis-sync/1.2 schoolgate-go/"+schoolgate.Version+" go/1.") {
		t.Errorf("it calls itself %q", agent)
	}
}

func TestTheKeyShowsNowhere(t *testing.T) {
	var told []string
	note := func(what any) { told = append(told, fmt.Sprintf("%+v", what)) }
	answers := []int{503, 200}
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Request-Id", "req_1")
		w.WriteHeader(answers[0])
		answers = answers[1:]
		io.WriteString(w, "{}")
	}, schoolgate.WithSeams(time.Now, noPause, func() float64 { return 0 }), schoolgate.WithHooks(schoolgate.Hooks{
		OnRequest:  func(a schoolgate.Attempt) { note(a) },
		OnResponse: func(a schoolgate.AttemptResponse) { note(a) },
		OnRetry:    func(a schoolgate.AttemptRetry) { note(a) },
	}))
	if _, err := client.OUs.Get(t.Context(), "ou_1"); err != nil {
		t.Fatal(err)
	}
	if len(told) != 5 || !strings.Contains(told[1], "RequestID:req_1") || !strings.Contains(told[2], "schoolgate: 503") {
		t.Errorf("the hooks were told %q", told)
	}
	marshalled, _ := json.Marshal(client)
	shown := fmt.Sprintf("%v %+v %#v %s %v %+v %#v %s", client, client, client, client, *client, *client, *client, marshalled)
	if all := shown + strings.Join(told, " "); strings.Contains(all, caseKey[:20]) {
		t.Errorf("the key is in %q", all)
	}
}

func TestACallRefusesWhatCannotBeSent(t *testing.T) {
	client := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("it sent %s", r.RequestURI) })
	ctx := t.Context()
	refused := map[string]error{}
	for _, id := range []string{"", ".", ".."} {
		_, refused["no id "+id] = client.Devices.Get(ctx, id)
	}
	_, refused["no wait"] = client.OUs.Get(ctx, "ou_1", schoolgate.Wait(time.Second))
	_, refused["wait before now"] = client.Devices.Lock(ctx, "dev_1", schoolgate.LockParams{}, schoolgate.Wait(-1))
	_, refused["wait for ever"] = client.Devices.Lock(ctx, "dev_1", schoolgate.LockParams{}, schoolgate.Wait(math.MaxInt64))
	_, refused["no version"] = client.OUs.Get(ctx, "ou_1", schoolgate.IfMatch(`"7"`))
	_, refused["empty version"] = client.OUs.Update(ctx, "ou_1", schoolgate.OUPatch{}, schoolgate.IfMatch(""))
	_, refused["no key"] = client.OUs.Get(ctx, "ou_1", schoolgate.IdempotencyKey("a"))
	_, refused["two lines"] = client.Commands.Cancel(ctx, "cmd_1", schoolgate.IdempotencyKey("a\nb"))
	_, refused["no time"] = client.OUs.Get(ctx, "ou_1", schoolgate.Timeout(0))
	_, refused["no command"] = client.Devices.Command(ctx, "dev_1", nil)
	for what, err := range refused {
		if err == nil {
			t.Errorf("%s was taken", what)
		}
	}
}

func TestAChangeSaysWhichVersionItIsOf(t *testing.T) {
	var versions []string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		versions = append(versions, r.Header.Get("If-Match"))
		w.Header().Set("ETag", `"7"`)
		io.WriteString(w, `{"id":"ou_1"}`)
	})
	var etag string
	if _, err := client.OUs.Get(t.Context(), "ou_1", schoolgate.ETag(&etag)); err != nil {
		t.Fatal(err)
	}
	if _, err := client.OUs.Update(t.Context(), "ou_1", schoolgate.OUPatch{Name: schoolgate.Set("Year-9")}, schoolgate.IfMatch(etag)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(versions, []string{"", `"7"`}) {
		t.Errorf("it sent %q", versions)
	}
}

func TestItTellsWhereTheKeyStands(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-RateLimit-Limit", "600")
		w.Header().Set("X-RateLimit-Remaining", "598")
		w.Header().Set("X-RateLimit-Reset", "1795168800")
		io.WriteString(w, "{}")
	})
	if _, known := client.RateLimit(); known {
		t.Error("it knows before the first answer")
	}
	if _, err := client.OUs.Get(t.Context(), "ou_1"); err != nil {
		t.Fatal(err)
	}
	wanted := schoolgate.RateLimit{Limit: 600, Remaining: 598, Reset: time.Unix(1795168800, 0).UTC()}
	if limit, known := client.RateLimit(); !known || limit != wanted {
		t.Errorf("it knows %v", limit)
	}
}

func TestTheCallerEndsACall(t *testing.T) {
	why := errors.New("the lesson is over")
	ctx, end := context.WithCancelCause(t.Context())
	asked := 0
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Retry-After", "20")
		w.WriteHeader(http.StatusServiceUnavailable)
	}, schoolgate.WithHooks(schoolgate.Hooks{OnRetry: func(schoolgate.AttemptRetry) { end(why) }}))
	if _, err := client.OUs.Get(ctx, "ou_1"); !errors.Is(err, why) {
		t.Errorf("the error is %v", err)
	}
	if _, err := client.OUs.Get(ctx, "ou_1"); !errors.Is(err, why) || asked != 1 {
		t.Errorf("the error is %v after %d requests", err, asked)
	}
}

func TestACallDoesNotBeginAWaitThatOutlastsItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "20")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	var refused *schoolgate.APIError
	if _, err := client.OUs.Get(ctx, "ou_1"); !errors.As(err, &refused) || refused.RetryAfter != 20*time.Second {
		t.Errorf("the error is %v", err)
	}
}

func TestTheCallersOwnHTTPClientKeepsItsRedirects(t *testing.T) {
	own := &http.Client{Timeout: time.Minute}
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://elsewhere.example/", http.StatusFound)
	}, schoolgate.WithHTTPClient(own))
	var unexpected *schoolgate.UnexpectedAnswerError
	if _, err := client.OUs.Get(t.Context(), "ou_1"); !errors.As(err, &unexpected) || own.CheckRedirect != nil {
		t.Errorf("the error is %v", err)
	}
}

func TestItStopsWaitingForACommand(t *testing.T) {
	clock := &fakeClock{now: time.Now()}
	client := serve(t, answerWith(`{"id":"cmd_1","status":"sent"}`), schoolgate.WithSeams(clock.Now, clock.Sleep, func() float64 { return 0 }))
	var timeout *schoolgate.TimeoutError
	_, err := client.Commands.WaitFor(t.Context(), "cmd_1", schoolgate.CommandsWaitForParams{Timeout: 3 * time.Second})
	if !errors.As(err, &timeout) || !strings.Contains(err.Error(), "still sent") || len(clock.waits) != 3 {
		t.Errorf("the error is %v after %v", err, clock.waits)
	}
}

func TestItRefusesAnAnswerThatIsTooLong(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		part := make([]byte, 1<<20)
		for range 65 {
			if _, err := w.Write(part); err != nil {
				return
			}
		}
	})
	var unexpected *schoolgate.UnexpectedAnswerError
	if _, err := client.Reports.WeeklyCSV(t.Context(), schoolgate.ReportsWeeklyCSVParams{}); !errors.As(err, &unexpected) {
		t.Errorf("the error is %v", err)
	}
}

func TestAProblemTellsMore(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		io.WriteString(w, `{"code":"locked_by_policy","status":"422","title":"Locked","violated-policies":["pol_1"],"more":[1]}`)
	})
	var refused *schoolgate.APIError
	if _, err := client.OUs.Get(t.Context(), "ou_1"); !errors.As(err, &refused) || err.Error() != "schoolgate: 422 locked_by_policy: Locked" {
		t.Fatalf("the error is %v", err)
	}
	if !slices.Equal(refused.Problem.ViolatedPolicies, []string{"pol_1"}) || !strings.Contains(string(refused.Body), `"more":[1]`) {
		t.Errorf("the problem is %+v", refused.Problem)
	}
}

func TestOptional(t *testing.T) {
	patch := schoolgate.CampusPatch{Name: schoolgate.Set(""), Geofence: schoolgate.Null[schoolgate.CampusGeofence](), CIDRs: schoolgate.Set[[]string](nil)}
	text, err := json.Marshal(patch)
	if wanted := `{"cidrs":[],"geofence":null,"name":""}`; err != nil || string(text) != wanted {
		t.Errorf("it is %s, %v", text, err)
	}
	if value, isSet := patch.Name.Get(); !isSet || value != "" {
		t.Error("the name is set")
	}
	if _, isSet := patch.Geofence.Get(); isSet {
		t.Error("null is no value")
	}
}

func TestEventsHaveTheDataOfTheirType(t *testing.T) {
	decode := func(kind, data string) schoolgate.EventData {
		event := schoolgate.Event{Type: kind, Data: json.RawMessage(data)}
		decoded, err := event.Decode()
		if err != nil {
			t.Fatal(err)
		}
		return decoded
	}
	offline, ok := decode(schoolgate.EventDeviceOffline, `{"reason":"silence","device":{"name":"LIB-018"}}`).(*schoolgate.DeviceOfflineData)
	if !ok || offline.Device.Name != "LIB-018" || offline.Reason != schoolgate.DeviceOfflineDataReasonSilence {
		t.Errorf("it is %+v", offline)
	}
	truncated, ok := decode(schoolgate.EventDeviceOffline, `{"truncated":true,"href":"/v1/events/evt_1"}`).(*schoolgate.TruncatedEventData)
	if !ok || truncated.Href != "/v1/events/evt_1" {
		t.Errorf("it is %+v", truncated)
	}
	unknown, ok := decode("moon.full", `[1]`).(*schoolgate.UnknownEventData)
	if !ok || string(unknown.JSON) != "[1]" {
		t.Errorf("it is %+v", unknown)
	}
	broken := schoolgate.Event{Type: schoolgate.EventDeviceOffline, Data: json.RawMessage(`"text"`)}
	if _, err := broken.Decode(); err == nil {
		t.Error("a text is no data")
	}
}

func FuzzEventDecode(f *testing.F) {
	for _, data := range []string{`{}`, `{"truncated":true}`, `{"device":null}`, `[]`, `"`, ``, `{"device":{"lastSeen":"x"}}`} {
		f.Add(schoolgate.EventDeviceOffline, []byte(data))
	}
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		event := schoolgate.Event{Type: kind, Data: data}
		if decoded, err := event.Decode(); (decoded == nil) == (err == nil) {
			t.Errorf("it gives %v and %v", decoded, err)
		}
	})
}
