package schoolgate

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// operation is an operation of the API, as much as it takes to send it.
type operation struct {
	method string
	// path is `/v1/devices/{id}/lock`.
	path string
	// query is sent whatever the caller says: `format=csv`.
	query string
	// accept is the media type of the answer; empty for JSON.
	accept         string
	body           bodyRule
	wait           bool
	ifMatch        bool
	idempotencyKey bool
}

type bodyRule byte

const (
	noBody bodyRule = iota
	// optionalBody is not sent when nothing is said in it.
	optionalBody
	requiredBody
)

// input is what is said in a call.
type input struct {
	ids []string
	// query is a struct whose fields have `url` tags.
	query any
	body  any
	// cursor leads to another page than the first; a `page` beside it would contradict.
	cursor string
}

// request is what is sent, the same in each attempt.
type request struct {
	method string
	url    string
	header http.Header
	body   []byte
	// timeout is how long the call may take, with all attempts; zero for the client's. waitTime comes on top.
	timeout  time.Duration
	waitTime time.Duration
	etag     *string
}

func (c *connection) request(op operation, in input, options []CallOption) (*request, error) {
	settings, err := settingsOf(op, options)
	if err != nil {
		return nil, err
	}
	path, err := pathOf(op.path, in.ids)
	if err != nil {
		return nil, err
	}
	body, err := bodyOf(op, in.body)
	if err != nil {
		return nil, err
	}
	query := queryOf(in.query, in.cursor)
	if op.query != "" {
		query = append(query, op.query)
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	r := &request{
		method:  op.method,
		url:     c.baseURL + path,
		header:  http.Header{},
		body:    body,
		timeout: settings.timeout,
		etag:    settings.etag,
	}
	r.header.Set("Accept", "application/json")
	if op.accept != "" {
		r.header.Set("Accept", op.accept)
	}
	if body != nil {
		r.header.Set("Content-Type", "application/json")
	}
	if settings.wait != nil {
		seconds := (*settings.wait + time.Second - 1) / time.Second
		r.header.Set("Prefer", fmt.Sprintf("wait=%d", seconds))
		r.waitTime = seconds * time.Second
	}
	if settings.ifMatch != nil {
		r.header.Set("If-Match", *settings.ifMatch)
	}
	if op.idempotencyKey {
		key := rand.Text()
		if settings.idempotencyKey != nil {
			key = *settings.idempotencyKey
		}
		r.header.Set("Idempotency-Key", key)
	}
	return r, nil
}

// pathOf puts the ids in. An id stays one segment of the path, whatever is in it.
func pathOf(path string, ids []string) (string, error) {
	for _, id := range ids {
		if id == "" || id == "." || id == ".." {
			return "", fmt.Errorf("schoolgate: %q is no id", id)
		}
		start, end := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:start] + escapeSegment(id) + path[end+1:]
	}
	return path, nil
}

func escapeSegment(text string) string {
	var escaped strings.Builder
	for _, b := range []byte(text) {
		switch {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', strings.IndexByte("-_.~!*'()", b) >= 0:
			escaped.WriteByte(b)
		default:
			fmt.Fprintf(&escaped, "%%%02X", b)
		}
	}
	return escaped.String()
}

// bodyOf returns nil for no body.
func bodyOf(op operation, given any) ([]byte, error) {
	if op.body == noBody {
		return nil, nil
	}
	if value := reflect.ValueOf(given); !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil() {
		return nil, fmt.Errorf("schoolgate: %s %s needs a body", op.method, op.path)
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(given); err != nil {
		return nil, errors.Join(errors.New("schoolgate: the input cannot be written as JSON"), err)
	}
	body := bytes.TrimSpace(text.Bytes())
	if op.body == optionalBody && string(body) == "{}" {
		return nil, nil
	}
	return body, nil
}

// queryOf writes the fields that have a `url` tag; what has its zero value is not said.
func queryOf(params any, cursor string) []string {
	var said []string
	if cursor != "" {
		said = append(said, "cursor="+url.QueryEscape(cursor))
	}
	if params == nil {
		return said
	}
	value := reflect.ValueOf(params)
	for i := range value.NumField() {
		name := value.Type().Field(i).Tag.Get("url")
		isReplaced := cursor != "" && (name == "cursor" || name == "page")
		if name == "" || isReplaced || value.Field(i).IsZero() {
			continue
		}
		for _, text := range queryTexts(value.Field(i)) {
			said = append(said, url.QueryEscape(name)+"="+url.QueryEscape(text))
		}
	}
	return said
}

func queryTexts(value reflect.Value) []string {
	if optional, ok := value.Interface().(interface{ queryValue() (any, bool) }); ok {
		inner, isSaid := optional.queryValue()
		if !isSaid {
			return nil
		}
		return queryTexts(reflect.ValueOf(inner))
	}
	switch value.Kind() {
	case reflect.Slice:
		var texts []string
		for i := range value.Len() {
			texts = append(texts, queryTexts(value.Index(i))...)
		}
		return texts
	case reflect.Bool:
		return []string{strconv.FormatBool(value.Bool())}
	case reflect.Int:
		return []string{strconv.FormatInt(value.Int(), 10)}
	default:
		return []string{value.String()}
	}
}
