package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"kaiin/ent"
	"kaiin/server/base/logs"
	"kaiin/server/base/settings"
	"kaiin/server/base/useragent"
	"kaiin/server/shop/catalog"
	"kaiin/server/transport/pagecache"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// sharedPaths are the pages that are the same for all visitors of whom nothing is known; those of
// the plans are others (isShared). They read nothing of their query.
var sharedPaths = []string{"/", "/plans", "/privacy", "/terms", "/app/licenses"}

const (
	sharedLife     = time.Second      // beside the second for which the catalog is kept, what the store changes shows in two
	sharedPages    = 512              // more than there are paths, languages and devices, with 20 plans
	sharedBytes    = 16 << 20         // of all of them
	maxShared      = 1 << 20          // bytes of one page as Next answers it
	sharedPatience = 10 * time.Second // for Next; then everyone who waits asks for themselves
)

// sharedKey is all that a shared page is made of. No part of it can be made up: the address is one
// of ours and without its query, the rest one of a few.
type sharedKey struct {
	path, locale string
	device       useragent.Agent
	theme        string
	tagManager   bool
}

func newShared() *pagecache.Cache[sharedKey] {
	return &pagecache.Cache[sharedKey]{Life: sharedLife, MaxPages: sharedPages, MaxBytes: sharedBytes}
}

// answerShared answers with a page that all visitors share; false, and nothing answered, if this is
// none or there is none to share.
func (p *Pages) answerShared(w http.ResponseWriter, r *http.Request, settings *settings.Settings) bool {
	if settings == nil || !p.mayShare(r) {
		return false
	}
	v := visit.Of(r.Context())
	key := sharedKey{r.URL.Path, v.Locale, useragent.Parse(v.Agent), settings.Theme, hasTagManager(settings)}
	page := p.shared.Get(r.Context(), key, func(ctx context.Context) *pagecache.Page { return p.askShared(ctx, v.ID, key) })
	if page == nil {
		return false
	}
	w.Header().Set("Content-Security-Policy", p.pagePolicy(r, v.Nonce, settings))
	page.Serve(w, r, v.Nonce, Accepts(r, "gzip"))
	return true
}

// mayShare reports whether the page of a request is that of every visitor with the language and the
// device: a shared one, for a browser without a session, with no language to be remembered, which
// is a cookie in the answer, in a country where the service is offered. Pages from source are
// always new.
func (p *Pages) mayShare(r *http.Request) bool {
	return r.URL.RawPath == "" && visit.AskedLocale(r) == "" && !viewer.MayBeMember(r) && !visit.Of(r.Context()).FromPage && !fromSource(p.Config) &&
		p.isShared(r.Context(), r.URL) && !p.Guard.IsAbroad(r)
}

// isShared reports whether the page is one of sharedPaths or that of a plan that there is: what
// somebody makes up takes no room.
func (p *Pages) isShared(ctx context.Context, at *url.URL) bool {
	return slices.Contains(sharedPaths, at.Path) || p.planAt(ctx, at) != nil
}

// isFound reports whether search engines may show the page: a shared one, but for a plan whose sale
// is over, which no list has any more.
func (p *Pages) isFound(ctx context.Context, at *url.URL) bool {
	if slices.Contains(sharedPaths, at.Path) {
		return true
	}
	plan := p.planAt(ctx, at)
	return plan != nil && !catalog.Over(plan, p.Time.Now())
}

// planAt is the plan whose page is at the address; nil: there is none.
func (p *Pages) planAt(ctx context.Context, at *url.URL) *ent.Plan {
	id := paths.PlanOf(at.EscapedPath())
	if id == "" {
		return nil
	}
	plans, err := p.Plans(ctx)
	if err != nil {
		return nil
	}
	if i := slices.IndexFunc(plans, func(plan *ent.Plan) bool { return plan.ID == id }); i >= 0 {
		return plans[i]
	}
	return nil
}

// askShared asks Next for a page on behalf of no visitor: what Next gets is made of the key, and of
// id for the log. It is nil if the answer is not a whole page that sets no cookie. A visitor's own
// request then finds out what is wrong, and says it.
func (p *Pages) askShared(ctx context.Context, id string, key sharedKey) (page *pagecache.Page) {
	ctx, cancel := context.WithTimeout(ctx, sharedPatience)
	defer cancel()
	defer func() {
		if value := recover(); value != nil {
			p.Log.ErrorContext(ctx, "panic", "alarm", logs.Panic, "path", key.path, "panic", fmt.Sprint(value), "stack", string(debug.Stack()))
			page = nil
		}
	}()
	page, err := p.makeShared(ctx, id, key)
	if err != nil {
		p.Log.DebugContext(ctx, "no shared page", "path", key.path, "error", err.Error())
	}
	return page
}

var errNotShared = errors.New("this answer of Next cannot be shared")

func (p *Pages) makeShared(ctx context.Context, id string, key sharedKey) (*pagecache.Page, error) {
	v := &visit.Visit{ID: id, Began: visit.Now(), IP: "127.0.0.1", Locale: key.locale, Agent: key.device.Header(), Nonce: visit.NewNonce()}
	at := url.URL{Scheme: p.Config.NextURL.Scheme, Host: p.Config.NextURL.Host, Path: key.path}
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	asked.Header.Set("User-Agent", v.Agent)
	p.present(asked, v)
	answer, err := p.transport.RoundTrip(asked)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	if err := p.fromNext(answer); err != nil {
		return nil, err
	}
	h := answer.Header
	if answer.StatusCode != http.StatusOK || h["Set-Cookie"] != nil || h["Content-Encoding"] != nil || h["Vary"] != nil ||
		!strings.HasPrefix(h.Get("Content-Type"), "text/html") {
		return nil, fmt.Errorf("%w: status %d", errNotShared, answer.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxShared+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxShared {
		return nil, fmt.Errorf("%w: too large", errNotShared)
	}
	for _, name := range ofOneAnswer {
		h.Del(name)
	}
	return pagecache.NewPage(h, body, v.Nonce)
}

// ofOneAnswer are headers that belong to one answer over one connection, and what would tell a
// browser that it has this page already: no two answers are the same.
var ofOneAnswer = []string{"Connection", "Keep-Alive", "Transfer-Encoding", "Content-Length", "Date", "Etag", "Last-Modified"}
