package outbound

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Limits of a call. All of them are needed.
type Limits struct {
	Connect time.Duration // until there is a connection; as long again for TLS
	Total   time.Duration // for the whole call, the answer's last byte included
	Answer  int64         // bytes of the answer's body; reading further is an error, TooLong
}

// TooLong is the error of reading more of an answer than the limit, in bytes.
type TooLong int64

func (e TooLong) Error() string { return fmt.Sprintf("the answer is longer than %d bytes", int64(e)) }

// Client makes a client with connections of its own.
func Client(l Limits) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: l.Connect, KeepAlive: 30 * time.Second}).DialContext
	transport.TLSHandshakeTimeout = l.Connect
	transport.MaxIdleConnsPerHost = 16 // each client has one host or a few, called by many members at once
	return &http.Client{
		Transport:     bounded{transport, l.Answer},
		Timeout:       l.Total,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
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
