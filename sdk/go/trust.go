package schoolgate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
)

// transportOf reaches a server that the system does not trust, or not directly.
func transportOf(o options, base *url.URL) (http.RoundTripper, error) {
	transport := newTransport()
	if o.proxy != "" {
		proxy, err := url.Parse(o.proxy)
		if err != nil || proxy.Host == "" {
			return nil, errors.New("schoolgate: WithProxy takes an address, as http://proxy.example:3128 is")
		}
		transport.Proxy = http.ProxyURL(proxy)
	}
	switch {
	case o.fingerprint != "" && o.ca != nil:
		return nil, errors.New("schoolgate: WithCA and WithFingerprint exclude each other")
	case o.fingerprint != "" && base.Scheme != "https":
		return nil, errors.New("schoolgate: WithFingerprint needs a base URL that begins with https:")
	case o.fingerprint != "":
		fingerprint, err := readFingerprint(o.fingerprint)
		if err != nil {
			return nil, err
		}
		return newPinnedTransport(transport, base, fingerprint), nil
	case o.ca != nil:
		authorities := x509.NewCertPool()
		if !authorities.AppendCertsFromPEM(o.ca) {
			return nil, errors.New("schoolgate: WithCA has no certificate in PEM")
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: authorities}
	}
	return transport, nil
}

func newTransport() *http.Transport {
	if standard, ok := http.DefaultTransport.(*http.Transport); ok {
		return standard.Clone()
	}
	return &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
}

func readFingerprint(text string) ([]byte, error) {
	digits := strings.ReplaceAll(strings.TrimSpace(text), ":", "")
	read, err := hex.DecodeString(digits)
	if err != nil {
		read, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(digits, "="))
	}
	if err != nil || len(read) != sha256.Size {
		return nil, errors.New("schoolgate: WithFingerprint takes a SHA-256 in hexadecimal digits or base64url")
	}
	return read, nil
}

// pinnedTransport trusts the certificate of one fingerprint alone.
type pinnedTransport struct {
	*http.Transport
	// unverified asks for the certificate, and for nothing else. No key goes with it.
	unverified  *http.Transport
	base        *url.URL
	fingerprint []byte

	// turn is held by whoever looks for the certificate.
	turn    chan struct{}
	trusted atomic.Pointer[x509.Certificate]
}

func newPinnedTransport(transport *http.Transport, base *url.URL, fingerprint []byte) *pinnedTransport {
	p := &pinnedTransport{
		Transport:   transport,
		unverified:  transport.Clone(),
		base:        base,
		fingerprint: fingerprint,
		turn:        make(chan struct{}, 1),
	}
	p.unverified.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	p.unverified.DisableKeepAlives = true
	// The check below stands in place of the one that is skipped: it has another anchor, and an address for a name.
	p.TLSClientConfig = &tls.Config{InsecureSkipVerify: true, VerifyConnection: p.verify}
	return p
}

// RoundTrip finds the certificate before the first request.
func (p *pinnedTransport) RoundTrip(sent *http.Request) (*http.Response, error) {
	if err := p.find(sent.Context()); err != nil {
		return nil, err
	}
	return p.Transport.RoundTrip(sent)
}

// verify accepts the server whose own certificate it is, whatever name it is reached by; and one of this name for which the authority vouches.
func (p *pinnedTransport) verify(state tls.ConnectionState) error {
	trusted := p.trusted.Load()
	if trusted == nil || len(state.PeerCertificates) == 0 {
		return ErrFingerprint
	}
	anchor, between := x509.NewCertPool(), x509.NewCertPool()
	anchor.AddCert(trusted)
	for _, one := range state.PeerCertificates[1:] {
		between.AddCert(one)
	}
	own := state.PeerCertificates[0]
	check := x509.VerifyOptions{Roots: anchor, Intermediates: between, DNSName: p.base.Hostname()}
	if own.Equal(trusted) {
		check.DNSName = ""
	}
	if _, err := own.Verify(check); err != nil {
		return fmt.Errorf("%w: %w", ErrFingerprint, err)
	}
	return nil
}

func (p *pinnedTransport) find(ctx context.Context) error {
	if p.trusted.Load() != nil {
		return nil
	}
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if p.trusted.Load() != nil {
		return nil
	}
	offered, err := p.offered(ctx)
	if err != nil {
		return err
	}
	for _, one := range offered {
		if sum := sha256.Sum256(one.Raw); bytes.Equal(sum[:], p.fingerprint) {
			p.trusted.Store(one)
			return nil
		}
	}
	return ErrFingerprint
}

// offered returns what the server shows, and the authority that it names to laptops. None is worth anything before its fingerprint fits.
func (p *pinnedTransport) offered(ctx context.Context) ([]*x509.Certificate, error) {
	address := strings.TrimRight(p.base.String(), "/") + "/agent/v1/ca"
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	response, err := p.unverified.RoundTrip(asked)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 100_000))
	if err != nil {
		return nil, err
	}
	var offered []*x509.Certificate
	if response.TLS != nil {
		offered = response.TLS.PeerCertificates
	}
	var named struct{ CertificateAuthority string }
	if json.Unmarshal(body, &named) != nil {
		return offered, nil
	}
	for block, rest := pem.Decode([]byte(named.CertificateAuthority)); block != nil; block, rest = pem.Decode(rest) {
		if one, err := x509.ParseCertificate(block.Bytes); err == nil {
			offered = append(offered, one)
		}
	}
	return offered, nil
}
