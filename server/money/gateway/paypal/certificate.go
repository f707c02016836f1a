package paypal

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"kaiin/server/base/outbound"
)

const (
	maxCertificates  = 64 << 10 // bytes of a chain
	keptCertificates = 16
	retryAfter       = time.Minute // when a certificate could not be had
	certPath         = "/v1/notifications/certs/"
)

// certificates keeps the keys that notices were signed with, by the address of their certificate.
type certificates struct {
	client *http.Client

	fetching sync.Mutex // one fetch at a time
	mu       sync.Mutex
	kept     map[string]keptKey
}

// keptKey is a key until it ends, or no key until it may be tried again.
type keptKey struct {
	key  *rsa.PublicKey
	err  error
	ends time.Time
}

// key is the public key of the certificate at the address, which mayFetch has allowed.
func (s *certificates) key(ctx context.Context, address string, roots *x509.CertPool, now time.Time) (*rsa.PublicKey, error) {
	if k, ok := s.lookup(address, now); ok {
		return k.key, k.err
	}
	s.fetching.Lock()
	defer s.fetching.Unlock()
	if k, ok := s.lookup(address, now); ok {
		return k.key, k.err
	}
	k := keptKey{ends: now.Add(retryAfter)}
	chain, err := s.fetch(ctx, address)
	if err == nil {
		k, err = readChain(chain, roots, now)
	}
	if k.err = err; err != nil {
		k.ends = now.Add(retryAfter)
	}
	if ctx.Err() == nil { // a caller who has gone proves nothing about the address
		s.keep(address, k)
	}
	return k.key, k.err
}

func (s *certificates) lookup(address string, now time.Time) (keptKey, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.kept[address]
	return k, ok && now.Before(k.ends)
}

// keep holds a bounded number: addresses come from outside.
func (s *certificates) keep(address string, k keptKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil || len(s.kept) >= keptCertificates {
		s.kept = map[string]keptKey{}
	}
	s.kept[address] = k
}

func (s *certificates) fetch(ctx context.Context, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("the address of the certificate is not usable")
	}
	res, err := s.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be fetched: %w", outbound.Bare(err))
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the certificate cannot be fetched: HTTP %d", res.StatusCode)
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be fetched: %w", outbound.Bare(err))
	}
	return text, nil
}

// readChain reads a certificate in PEM, followed by those that lead to a root, and checks that it
// leads to one of ours, is made out to PayPal and holds an RSA key.
func readChain(text []byte, roots *x509.CertPool, now time.Time) (keptKey, error) {
	var leaf *x509.Certificate
	between := x509.NewCertPool()
	for n := 0; n < 8; n++ {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			break
		}
		cert, err := x509.ParseCertificate(block.Bytes)
		switch {
		case err != nil:
			return keptKey{}, errors.New("the certificate cannot be read")
		case leaf == nil:
			leaf = cert
		default:
			between.AddCert(cert)
		}
	}
	if leaf == nil {
		return keptKey{}, errors.New("there is no certificate")
	}
	_, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
	if err != nil {
		return keptKey{}, fmt.Errorf("the certificate leads to no root: %w", err)
	}
	key, ok := leaf.PublicKey.(*rsa.PublicKey)
	switch {
	case !namesPayPal(leaf):
		return keptKey{}, errors.New("the certificate is made out to somebody else")
	case !ok || key.Size() < 256:
		return keptKey{}, errors.New("the certificate has no RSA key of 2048 bits")
	}
	return keptKey{key: key, ends: leaf.NotAfter}, nil
}

func namesPayPal(leaf *x509.Certificate) bool {
	for _, name := range append([]string{leaf.Subject.CommonName}, leaf.DNSNames...) {
		if within(strings.ToLower(name), ".paypal.com") {
			return true
		}
	}
	return false
}

// within tells whether a host is the one asked for, or with a dot before it, one of the domain.
func within(host, wanted string) bool {
	if strings.HasPrefix(wanted, ".") {
		return strings.HasSuffix(host, wanted)
	}
	return host == wanted
}

// mayFetch tells whether a certificate's address is one of PayPal's: by https, unless the API
// itself is reached without it.
func (c *Client) mayFetch(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Opaque != "" || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return errors.New("the certificate's address has parts that it should not")
	case u.Scheme != "https" && (u.Scheme != "http" || c.cfg.APIURL.Scheme != "http"):
		return errors.New("the certificate's address is not https")
	case !within(strings.ToLower(u.Host), c.cfg.CertHost):
		return errors.New("the certificate's address is another host's")
	case !strings.HasPrefix(u.EscapedPath(), certPath) || strings.ContainsAny(u.EscapedPath()[len(certPath):], "/%\\") || u.Path == certPath || u.Path == certPath+"..":
		return errors.New("the certificate's address is another path")
	}
	return nil
}
