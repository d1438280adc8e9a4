package schoolgate

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const webhookTolerance = 5 * time.Minute

// ErrWebhook tells that a delivery is not from the server, is too old, or is damaged. The error's text says which.
var ErrWebhook = errors.New("the delivery cannot be trusted")

// VerifyWebhook returns the event of a webhook's delivery, if the server has signed it (Standard Webhooks 1.0.0). Deliveries may come twice and in any order: ID
// tells them apart, Sequence orders them.
//
// payload is the body as it came, not parsed and written again. secrets are the webhook's, `whsec_…`; several while it is rotated. The error is [ErrWebhook].
func VerifyWebhook(payload []byte, header http.Header, secrets ...string) (*Event, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(payload, header)
}

// WebhookVerifier verifies deliveries for whoever needs more than [VerifyWebhook].
type WebhookVerifier struct {
	Secrets []string
	// Tolerance is how much the sender's clock may differ. Default 5 minutes.
	Tolerance time.Duration
	// Now is the clock; nil for this machine's.
	Now func() time.Time
}

// Verify does what [VerifyWebhook] does.
func (v WebhookVerifier) Verify(payload []byte, header http.Header) (*Event, error) {
	id, timestamp, signatures := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return nil, untrusted("a header webhook-id, webhook-timestamp or webhook-signature is missing")
	}
	if strings.Contains(id, ".") || len(timestamp) > 12 || strings.Trim(timestamp, "0123456789") != "" {
		return nil, untrusted("webhook-id or webhook-timestamp is malformed")
	}
	if err := v.checkTime(timestamp); err != nil {
		return nil, err
	}
	fits := false
	for _, secret := range v.Secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 || !strings.HasPrefix(secret, "whsec_") {
			return nil, untrusted("a secret is no whsec_…")
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.", id, timestamp)
		mac.Write(payload)
		fits = isAmong(signatures, mac.Sum(nil)) || fits
	}
	if !fits {
		return nil, untrusted("no signature fits: another secret, or another body")
	}
	if !bytes.HasPrefix(bytes.TrimSpace(payload), []byte("{")) {
		return nil, untrusted("the body is signed, and is no event")
	}
	event := new(Event)
	if err := json.Unmarshal(payload, event); err != nil {
		return nil, untrusted("the body is signed, and is no event")
	}
	return event, nil
}

func (v WebhookVerifier) checkTime(timestamp string) error {
	now, tolerance := time.Now, webhookTolerance
	if v.Now != nil {
		now = v.Now
	}
	if v.Tolerance > 0 {
		tolerance = v.Tolerance
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now().Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return untrusted("webhook-timestamp is too far from now: a repetition, or a wrong clock")
	}
	return nil
}

// isAmong reports whether one of the signatures of version v1 is this one; others (`v1a`, Ed25519) are left aside.
func isAmong(signatures string, wanted []byte) bool {
	found := false
	for one := range strings.SplitSeq(signatures, " ") {
		text, isKnown := strings.CutPrefix(one, "v1,")
		signature, err := base64.StdEncoding.DecodeString(text)
		found = isKnown && err == nil && hmac.Equal(signature, wanted) || found
	}
	return found
}

func untrusted(reason string) error {
	return fmt.Errorf("schoolgate: %w: %s", ErrWebhook, reason)
}
