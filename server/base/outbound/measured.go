package outbound

import (
	"net/http"
	"strconv"

	"kaiin/server/base/clock"
	"kaiin/server/base/telemetry"
)

// measured tells how long calls take. Nothing but the server's name is told of an address, and of
// the servers of apps not even that: they are many. No trace is passed on to others.
type measured struct {
	next   http.RoundTripper
	public bool
}

func (m measured) RoundTrip(r *http.Request) (*http.Response, error) {
	server := r.URL.Hostname()
	if m.public {
		server = "apps"
	}
	ctx, span := telemetry.Within(r.Context(), telemetry.Client, r.Method+" "+server)
	span.Set("server.address", server)
	began := clock.Machine.Now()
	answer, err := m.next.RoundTrip(r)
	status := "none"
	if err == nil {
		status = strconv.Itoa(answer.StatusCode)
		span.SetInt("http.response.status_code", answer.StatusCode)
	}
	telemetry.Calls.Record(ctx, clock.Machine.Now().Sub(began).Seconds(), server, r.Method, status)
	span.End(err)
	return answer, err
}
