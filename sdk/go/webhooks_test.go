package schoolgate_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

const (
	webhookSecret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
	webhookID     = "evt_01kafw3v5xe8m9t2q4r6y8b0cd"
	webhookBody   = `{"id":"evt_01kafw3v5xe8m9t2q4r6y8b0cd","event":"device.offline","type":"device.offline",` +
		`"timestamp":"2026-11-20T10:00:00.000Z","device_id":"dev_01kafw2n7qd5g8h1j3k6m9p2rs",` +
		`"sequence":1234,"data":{"reason":"silence"}}`
	webhookSignature = "v1,24oJF9jmDOEo8BKjbY7RWNI8iwTcknx5tHxT64a2H8M="
)

var webhookTime = time.Unix(1795168800, 0)

func webhookHeader(id, timestamp, signature string) http.Header {
	header := http.Header{}
	header.Set("webhook-id", id)
	header.Set("webhook-timestamp", timestamp)
	header.Set("webhook-signature", signature)
	return header
}

func signed(id, timestamp, body string) http.Header {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(webhookSecret, "whsec_"))
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "." + body))
	return webhookHeader(id, timestamp, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

func verifierAt(at time.Time, secrets ...string) schoolgate.WebhookVerifier {
	return schoolgate.WebhookVerifier{Secrets: secrets, Now: func() time.Time { return at }}
}

func TestVerifyTakesWhatTheServerHasSigned(t *testing.T) {
	other := "whsec_" + base64.StdEncoding.EncodeToString([]byte("another secret of some length"))
	many := "v1a,AAAA v1,AAAA " + webhookSignature + " v2,x"
	for _, signature := range []string{webhookSignature, many} {
		header := webhookHeader(webhookID, "1795168800", signature)
		event, err := verifierAt(webhookTime.Add(5*time.Minute), other, webhookSecret).Verify([]byte(webhookBody), header)
		if err != nil || event.ID != webhookID || event.Sequence != 1234 {
			t.Errorf("it gives %v, %v", event, err)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	right := webhookHeader(webhookID, "1795168800", webhookSignature)
	for what, one := range map[string]struct {
		verifier schoolgate.WebhookVerifier
		header   http.Header
		body     string
	}{
		"is missing":    {verifierAt(webhookTime, webhookSecret), http.Header{}, webhookBody},
		"malformed":     {verifierAt(webhookTime, webhookSecret), webhookHeader("a.b", "1795168800", webhookSignature), webhookBody},
		"is malformed":  {verifierAt(webhookTime, webhookSecret), webhookHeader(webhookID, "17951688.0", webhookSignature), webhookBody},
		"id or webhook": {verifierAt(webhookTime, webhookSecret), webhookHeader(webhookID, "9999999999999", webhookSignature), webhookBody},
		"too far":       {verifierAt(webhookTime.Add(301*time.Second), webhookSecret), right, webhookBody},
		"from now":      {verifierAt(webhookTime.Add(-301*time.Second), webhookSecret), right, webhookBody},
		"no whsec_":     {verifierAt(webhookTime, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="), right, webhookBody},
		"a secret":      {verifierAt(webhookTime, "whsec_"), right, webhookBody},
		"fits":          {verifierAt(webhookTime, webhookSecret), right, webhookBody + " "},
		"no signature":  {verifierAt(webhookTime), right, webhookBody},
		"no event":      {verifierAt(webhookTime, webhookSecret), signed("evt_1", "1795168800", "[]"), "[]"},
		"and is no":     {verifierAt(webhookTime, webhookSecret), signed("evt_1", "1795168800", `{"id":`), `{"id":`},
	} {
		event, err := one.verifier.Verify([]byte(one.body), one.header)
		if event != nil || !errors.Is(err, schoolgate.ErrWebhook) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: it gives %v, %v", what, event, err)
		}
		if err != nil && strings.Contains(err.Error(), "AAECAwQF") {
			t.Errorf("%s: the error shows the secret", what)
		}
	}
}

func TestVerifyWebhookGoesByThisMachinesClock(t *testing.T) {
	header := webhookHeader(webhookID, "1795168800", webhookSignature)
	if _, err := schoolgate.VerifyWebhook([]byte(webhookBody), header, webhookSecret); !errors.Is(err, schoolgate.ErrWebhook) {
		t.Errorf("it takes a delivery of another day: %v", err)
	}
}

func FuzzVerify(f *testing.F) {
	f.Add(webhookID, "1795168800", webhookSignature, webhookBody)
	f.Add("", "0", "v1,", "{}")
	f.Add("a.b", "-1", "v1,===", "")
	f.Add("a", "١٧٩٥١٦٨٨٠٠", "v1", "{")
	f.Fuzz(func(t *testing.T, id, timestamp, signature, body string) {
		event, err := verifierAt(webhookTime, webhookSecret).Verify([]byte(body), webhookHeader(id, timestamp, signature))
		if (event == nil) == (err == nil) {
			t.Errorf("it gives %v and %v", event, err)
		}
		if err == nil && signed(id, timestamp, body).Get("webhook-id") != webhookID {
			t.Error("nobody has signed this")
		}
	})
}
