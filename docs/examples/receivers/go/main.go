// A webhook receiver for Schoolgate, on nothing but Go (1.21 or later).
//
//	WEBHOOK_SECRETS=whsec_… PORT=3000 go run main.go
//
// During a rotation give both secrets, with a comma between them. Put a reverse proxy with HTTPS in front.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	toleranceSeconds = 300
	maxBodyBytes     = 1_000_000 // Schoolgate sends less than 20,000
	rememberedIDs    = 100_000
)

// Event is the body of a request. New members may appear; data is as the REST API shows it.
type Event struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	DeviceID  string          `json:"device_id"`
	Sequence  int64           `json:"sequence"`
	Data      json.RawMessage `json:"data"`
}

// Verify checks a request (Standard Webhooks 1.0.0). raw is the body as it came: parsing and writing it again would change it.
func Verify(raw []byte, headers http.Header, secrets []string, now time.Time) (Event, error) {
	var event Event
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return event, errors.New("headers are missing")
	}
	if age := now.Unix() - seconds; age > toleranceSeconds || age < -toleranceSeconds {
		return event, errors.New("timestamp too far from now")
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return event, errors.New("a secret is not whsec_ and base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(raw)
		expected := mac.Sum(nil)
		for _, part := range strings.Fields(headers.Get("webhook-signature")) {
			encoded, isHMAC := strings.CutPrefix(part, "v1,")
			sent, err := base64.StdEncoding.DecodeString(encoded)
			if isHMAC && err == nil && hmac.Equal(sent, expected) {
				return event, json.Unmarshal(raw, &event)
			}
		}
	}
	return event, errors.New("no signature fits")
}

// Seen holds the ids that came already. In production keep them with your data, in the same transaction as the work.
type Seen struct {
	mutex sync.Mutex
	ids   map[string]bool
	order []string
}

// IsNew notes an id and says whether it came for the first time.
func (seen *Seen) IsNew(id string) bool {
	seen.mutex.Lock()
	defer seen.mutex.Unlock()
	if seen.ids[id] {
		return false
	}
	seen.ids[id] = true
	seen.order = append(seen.order, id)
	if len(seen.order) > rememberedIDs {
		delete(seen.ids, seen.order[0])
		seen.order = seen.order[1:]
	}
	return true
}

// handle is where your work goes. Events come in no order: Sequence has it.
func handle(event Event) {
	fmt.Println(event.Sequence, event.Type, event.DeviceID)
}

func main() {
	secrets := strings.FieldsFunc(os.Getenv("WEBHOOK_SECRETS"), func(r rune) bool { return r == ',' })
	if len(secrets) == 0 {
		log.Fatal("set WEBHOOK_SECRETS to the secret that POST /v1/webhooks gave you")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	seen := &Seen{ids: map[string]bool{}}
	work := make(chan Event, 1_000)
	go func() {
		for event := range work {
			handle(event)
		}
	}()
	receive := func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			response.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		raw, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
		if err != nil {
			response.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		event, err := Verify(raw, request.Header, secrets, time.Now())
		if err != nil {
			log.Printf("refused: %v", err)
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		// Answer quickly: after 15 seconds Schoolgate takes the attempt for failed and sends the event again.
		response.WriteHeader(http.StatusNoContent)
		if seen.IsNew(event.ID) {
			work <- event
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	server := &http.Server{Handler: http.HandlerFunc(receive), ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
