package endpoints

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/visit"
)

// Bank takes browsers back from 3-D Secure pages.
type Bank struct {
	Site

	// Return settles what a 3-D Secure page was about and says where the member goes on.
	Return func(ctx context.Context, key string) (next step.Step, err error)
	// GiveUp is the return from a page that the member left without having agreed, before Return.
	GiveUp func(ctx context.Context, key string) error
	// Mine reports whether the caller may come back with the key.
	Mine func(ctx context.Context, key string, caller func() (accountID uuid.UUID, err error)) (bool, error)
}

// Mount puts the bank's way back, and what looks like it, on the mux.
func (b *Bank) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	const pattern = paths.BankReturn + "{key}/{result}"
	only := b.Pages.Only(b.back, http.MethodGet, http.MethodPost)
	back := before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visit.Of(r.Context()).Pattern = pattern // keys are nothing for the log
		only.ServeHTTP(w, r)
	}))
	mux.Handle(pattern, back)
	mux.Handle(paths.BankReturn, back)
}

var (
	oneTimeKey = regexp.MustCompile(`^[A-Za-z0-9_-]{20,100}$`)
	bankResult = regexp.MustCompile(`^(ok|ng)$`)
)

// back sends the browser on with 303. The bank may come by GET or by POST from its own origin,
// where the session cookie stays behind. Only the one-time key in the path counts; what else the
// bank says is not believed: the outcome is asked of the card company. Where members agree on the
// provider's page, they come from it by GET, and it has to be the same member who was sent there:
// no account there can get into another member's wallet. Where they come from that page by POST,
// they are sent once around, to come by GET with their cookie.
func (b *Bank) back(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	if !oneTimeKey.MatchString(key) || !bankResult.MatchString(r.PathValue("result")) {
		b.Pages.Fail(w, r, http.StatusNotFound)
		return
	}
	ctx := visit.AsStranger(r).Context()
	mine, err := b.Mine(ctx, key, func() (uuid.UUID, error) {
		who := visit.Of(r.Context()).Stranger()
		err := b.Guard.Viewers.Find(w, r, who)
		return who.Actor.AccountID, err
	})
	if err == nil && !mine && r.Method == http.MethodPost {
		w.Header().Set("Location", r.URL.EscapedPath())
		w.WriteHeader(http.StatusSeeOther)
		return
	}
	if err == nil && !mine {
		b.Pages.Fail(w, r, http.StatusNotFound)
		return
	}
	if err == nil && r.PathValue("result") == "ng" {
		err = b.GiveUp(ctx, key)
	}
	var next step.Step
	if err == nil {
		next, err = b.Return(ctx, key)
	}
	redirectTo := paths.Of(next)
	f, isFault := fault.As(err)
	switch {
	case err == nil && strings.HasPrefix(redirectTo, "/") && !strings.HasPrefix(redirectTo, "//"):
		w.Header().Set("Location", redirectTo)
		w.WriteHeader(http.StatusSeeOther)
	case isFault && f.Kind != fault.KindUnavailable:
		b.Pages.Fail(w, r, f.Status())
	case err == nil:
		b.Pages.Fail(w, r, b.Guard.Failed(r, "return from 3-D Secure", errors.New("leads to "+redirectTo)))
	default:
		b.Pages.Fail(w, r, b.Guard.Failed(r, "return from 3-D Secure", err))
	}
}
