package schoolgate_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	schoolgate "github.com/schoolgate/schoolgate/sdk/go"
)

// identity is a certificate with its key.
type identity struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func (i identity) pem() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: i.certificate.Raw})
}

func (i identity) fingerprint() []byte {
	sum := sha256.Sum256(i.certificate.Raw)
	return sum[:]
}

// issue makes an authority (issuer nil), or a server that it vouches for by these names.
func issue(t *testing.T, issuer *identity, ends time.Time, names ...string) identity {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(int64(len(names)) + 1),
		Subject:               pkix.Name{CommonName: "Springfield"},
		NotBefore:             time.Now().Add(-2 * time.Hour),
		NotAfter:              ends,
		BasicConstraintsValid: true,
		IsCA:                  issuer == nil,
	}
	for _, name := range names {
		if address := net.ParseIP(name); address != nil {
			template.IPAddresses = append(template.IPAddresses, address)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	made := identity{template, key}
	if issuer == nil {
		issuer = &made
	}
	der, err := x509.CreateCertificate(rand.Reader, template, issuer.certificate, &key.PublicKey, issuer.key)
	if err != nil {
		t.Fatal(err)
	}
	if made.certificate, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return made
}

// school is a server with such a certificate, which names its authority to whoever asks.
type school struct {
	*httptest.Server
	mutex sync.Mutex
	// asked holds the path and the Authorization of each request.
	asked []string
}

func startSchool(t *testing.T, server, authority identity) *school {
	s := &school{}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mutex.Lock()
		s.asked = append(s.asked, strings.TrimSpace(r.URL.Path+" "+r.Header.Get("Authorization")))
		s.mutex.Unlock()
		if r.URL.Path == "/agent/v1/ca" {
			json.NewEncoder(w).Encode(map[string]string{"certificateAuthority": string(authority.pem())})
			return
		}
		io.WriteString(w, `{"id":"ou_1"}`)
	}))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{server.certificate.Raw}, PrivateKey: server.key}}}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *school) ask(t *testing.T, options ...schoolgate.Option) error {
	t.Helper()
	client := newClient(t, append([]schoolgate.Option{schoolgate.WithBaseURL(s.URL)}, options...)...)
	_, err := client.OUs.Get(t.Context(), "ou_1")
	return err
}

func TestTheKeyGoesToNobodyWhoIsNotVouchedFor(t *testing.T) {
	later := time.Now().Add(time.Hour)
	authority, stranger := issue(t, nil, later), issue(t, nil, later)
	right := issue(t, &authority, later, "127.0.0.1")
	otherName := issue(t, &authority, later, "school.example")
	expired := issue(t, &authority, time.Now().Add(-time.Hour), "127.0.0.1")
	byDigits := func(i identity) schoolgate.Option {
		return schoolgate.WithFingerprint(hex.EncodeToString(i.fingerprint()))
	}
	for what, one := range map[string]struct {
		server identity
		trust  []schoolgate.Option
	}{
		"the system does not know it":       {right, nil},
		"another authority":                 {right, []schoolgate.Option{schoolgate.WithCA(stranger.pem())}},
		"another name":                      {otherName, []schoolgate.Option{schoolgate.WithCA(authority.pem())}},
		"another fingerprint":               {right, []schoolgate.Option{byDigits(stranger)}},
		"another name of its authority":     {otherName, []schoolgate.Option{byDigits(authority)}},
		"expired":                           {expired, []schoolgate.Option{byDigits(authority)}},
		"expired, its own":                  {expired, []schoolgate.Option{byDigits(expired)}},
		"one that only names the authority": {stranger, []schoolgate.Option{byDigits(authority)}},
	} {
		t.Run(what, func(t *testing.T) {
			s := startSchool(t, one.server, authority)
			var network *schoolgate.NetworkError
			if err := s.ask(t, one.trust...); !errors.As(err, &network) {
				t.Errorf("the error is %v", err)
			}
			for _, asked := range s.asked {
				if asked != "/agent/v1/ca" {
					t.Errorf("it was asked %s", asked)
				}
			}
			if len(s.asked) > 1 {
				t.Errorf("it was asked again, as if a certificate became right: %q", s.asked)
			}
		})
	}
}

func TestAServerIsTrusted(t *testing.T) {
	later := time.Now().Add(time.Hour)
	authority := issue(t, nil, later)
	right, otherName := issue(t, &authority, later, "127.0.0.1"), issue(t, &authority, later, "school.example")
	digits := hex.EncodeToString(authority.fingerprint())
	colons := strings.ToUpper(digits[:2])
	for i := 2; i < len(digits); i += 2 {
		colons += ":" + strings.ToUpper(digits[i:i+2])
	}
	for what, one := range map[string]struct {
		server identity
		trust  schoolgate.Option
		asked  int
	}{
		"by the authority":             {right, schoolgate.WithCA(authority.pem()), 1},
		"by the authority's digits":    {right, schoolgate.WithFingerprint(digits), 2},
		"by digits with colons":        {right, schoolgate.WithFingerprint(colons), 2},
		"by base64url":                 {right, schoolgate.WithFingerprint(base64.RawURLEncoding.EncodeToString(authority.fingerprint())), 2},
		"by its own, by whatever name": {otherName, schoolgate.WithFingerprint(hex.EncodeToString(otherName.fingerprint())), 2},
	} {
		t.Run(what, func(t *testing.T) {
			s := startSchool(t, one.server, authority)
			if err := s.ask(t, one.trust); err != nil {
				t.Error(err)
			}
			wanted := []string{"/agent/v1/ca", "/v1/ous/ou_1 Bearer " + caseKey}[2-one.asked:]
			if !slices.Equal(s.asked, wanted) {
				t.Errorf("it was asked %q", s.asked)
			}
		})
	}
}

func TestACallGoesThroughAProxy(t *testing.T) {
	later := time.Now().Add(time.Hour)
	authority := issue(t, nil, later)
	s := startSchool(t, issue(t, &authority, later, "school.example"), authority)
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.Host+" "+r.Header.Get("Authorization"))
		address, _ := url.Parse(s.URL)
		inner, err := net.Dial("tcp", address.Host)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		outer, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		io.WriteString(outer, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { io.Copy(inner, outer); inner.Close() }()
		go func() { io.Copy(outer, inner); outer.Close() }()
	}))
	defer proxy.Close()
	client := newClient(t, schoolgate.WithBaseURL("https://school.example"), schoolgate.WithProxy(proxy.URL),
		schoolgate.WithFingerprint(hex.EncodeToString(authority.fingerprint())))
	if _, err := client.OUs.Get(t.Context(), "ou_1"); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(asked, []string{"CONNECT school.example:443 ", "CONNECT school.example:443 "}) {
		t.Errorf("the proxy was asked %q", asked)
	}
}
