package outbound

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// Limits of a call. All of them are needed.
type Limits struct {
	Connect time.Duration // until there is a connection; as long again for TLS
	Total   time.Duration // for the whole call, the answer's last byte included
	Answer  int64         // bytes of the answer's body; reading further is an error, TooLong
	Public  bool          // only addresses that anyone on the internet may call: not this machine, not a private network; else an error, ErrPrivate
}

// ErrPrivate says that a name leads to an address that is not everybody's.
var ErrPrivate = errors.New("the address is not one of the public internet")

// TooLong is the error of reading more of an answer than the limit, in bytes.
type TooLong int64

func (e TooLong) Error() string { return fmt.Sprintf("the answer is longer than %d bytes", int64(e)) }

// Client makes a client with connections of its own.
func Client(l Limits) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	dialer := &net.Dialer{Timeout: l.Connect, KeepAlive: 30 * time.Second}
	if l.Public {
		dialer.Control = public
		transport.Proxy = nil // it would be asked for the name, and look it up by itself
	}
	transport.DialContext = dialer.DialContext
	transport.TLSHandshakeTimeout = l.Connect
	transport.MaxIdleConnsPerHost = 16 // each client has one host or a few, called by many members at once
	return &http.Client{
		Transport:     measured{bounded{transport, l.Answer}, l.Public},
		Timeout:       l.Total,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// public refuses a connection to an address that is not everybody's. It sees the address that a
// name led to, so that no name can change its mind in between.
func public(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	ip := to.Addr().Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) }) {
		return ErrPrivate
	}
	return nil
}

// reserved are addresses that are global by their form and lead to no public server (RFC 6890):
// shared by a provider's customers, for documentation, benchmarks, relays, and of IPv4 inside IPv6.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
}

// bounded limits bodies, also those that libraries read.
type bounded struct {
	next  http.RoundTripper
	limit int64
}

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(r)
	if err == nil {
		res.Body = &boundedBody{res.Body, b.limit, b.limit}
	}
	return res, err
}

type boundedBody struct {
	io.ReadCloser
	left, limit int64
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, TooLong(b.limit)
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return n - 1, TooLong(b.limit)
	}
	return n, err
}

// Bare takes the address, which may hold a secret, off an error of an HTTP client.
func Bare(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}
