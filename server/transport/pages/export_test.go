package pages

import (
	"context"
	"net/http"

	"kaiin/server/transport/pagecache"
)

// For tests. Constants are variables here, as mutants make variables of them.
var (
	MaxShared  = maxShared
	SharedLife = sharedLife
	NewShared  = newShared
	PlainTexts = plainTexts
	Policy     = policy
)

// Shared are the pages that visitors share, for tests.
func (p *Pages) Shared() *pagecache.Cache[sharedKey] { return p.shared }

// MayShare is mayShare, for tests.
func (p *Pages) MayShare(r *http.Request) bool { return p.mayShare(r) }

// MakeShared is makeShared for a page of a language, for tests.
func (p *Pages) MakeShared(ctx context.Context, id, path, locale string) (*pagecache.Page, error) {
	return p.makeShared(ctx, id, sharedKey{path: path, locale: locale})
}

// Transport leads to Next, for tests.
func (p *Pages) Transport() http.RoundTripper { return p.transport.(traced).next }

// SetTransport replaces the way to Next, for tests.
func (p *Pages) SetTransport(transport http.RoundTripper) {
	p.transport = transport
	p.next = p.newProxy()
}
