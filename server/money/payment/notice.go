package payment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"kaiin/ent"
	"kaiin/ent/gatewayevent"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/money/gateway"
)

// A network may send so many notices within half an hour that are no provider's before it has to
// wait, each time longer. More than a wrongly configured key makes a provider send by mistake in
// the time in which somebody sees the log.
const (
	forgedAtOnce = 100
	forgedWindow = 30 * time.Minute
)

// Receive takes what a network sent to our address for notices of the provider, and tells what to
// answer. A notice is kept once, however often it comes, together with the job that acts on it:
// nothing happens before the provider is answered. What the provider did not send, or cannot be
// verified, changes nothing. A network from which much came that no provider had sent is told to
// come again later (429), and its content is not read: verifying may ask the provider. What is good
// is not counted, since providers send much at once after an outage.
func (s *Service) Receive(ctx context.Context, provider, network string, header http.Header, body []byte) (status int, answer string) {
	ctx = context.WithoutCancel(ctx)
	p := s.Providers.Named(provider)
	if p.Notices == nil {
		return http.StatusNotFound, ""
	}
	forgeries := throttle.Guesses{Key: "notice-forged:" + network, Free: forgedAtOnce, Window: forgedWindow}
	if err := s.Throttle.MayGuess(ctx, forgeries); err != nil {
		if _, throttled := fault.As(err); throttled {
			return http.StatusTooManyRequests, ""
		}
		slog.ErrorContext(ctx, "a notice could not be taken", "alarm", logs.NoticeNotTaken, "provider", p.Name, "error", err)
		return p.Notices.Answer(err)
	}
	var n gateway.Notice
	err := s.outside(ctx, func(ctx context.Context) (err error) {
		n, err = p.Notices.Notice(ctx, header, body)
		return err
	})
	if err == nil && n.Key == "" {
		err = fmt.Errorf("%w: it has no key", gateway.ErrForged)
	}
	if err != nil {
		slog.WarnContext(ctx, "a notice is refused", "provider", p.Name, "bytes", len(body), "error", err)
		if errors.Is(err, gateway.ErrForged) {
			counted := s.Throttle.CountGuess(ctx, forgeries)
			if _, throttled := fault.As(counted); counted != nil && !throttled {
				slog.ErrorContext(ctx, "a forged notice could not be counted", "alarm", logs.NoticeNotTaken, "provider", p.Name, "error", counted)
			}
		}
		return p.Notices.Answer(err)
	}
	failpoint.Reached(pointNoticeRead)
	kept, err := s.keepNotice(ctx, p.Name, n)
	failpoint.Reached(pointNoticeKept)
	if err != nil {
		slog.ErrorContext(ctx, "a notice could not be kept", "alarm", logs.NoticeNotTaken, "provider", p.Name, "kind", n.Kind, "error", err)
	} else {
		slog.InfoContext(ctx, "a notice came", "provider", p.Name, "kind", n.Kind, "order", legible(n.OrderID), "new", kept)
	}
	return p.Notices.Answer(err)
}

// keepNotice writes the notice down, unless it came before, and has a job act on it. One that comes
// again under its key and says otherwise is a notice of its own. One that says nothing about our
// money or our methods has been dealt with by that.
func (s *Service) keepNotice(ctx context.Context, provider string, n gateway.Notice) (first bool, err error) {
	key := eventNotice + ":" + legible(n.Key)
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		client, now := s.Store.Client(ctx), s.Clock.Now()
		key, err := s.newKey(ctx, provider, key, n)
		if first = key != ""; err != nil || !first {
			return err
		}
		at := n.At
		if at.IsZero() {
			at = now
		}
		create := client.GatewayEvent.Create().SetProvider(provider).SetEventKey(key).SetKind(string(n.Kind)).
			SetProviderOrderID(legible(n.OrderID)).SetTrackingID(legible(n.TrackingID)).SetReference(legible(n.Reference)).
			SetShown(legible(n.Shown)).SetCode(legible(n.Code)).SetAmount(n.Amount).SetDay(clock.DayOf(at)).SetHappenedAt(at).SetReceivedAt(now)
		if json.Valid(n.Body) && !bytes.Contains(n.Body, []byte(`\u0000`)) { // which jsonb cannot hold
			create.SetBody(n.Body)
		}
		if n.Kind == gateway.NoticeOther {
			return create.SetAppliedAt(now).Exec(ctx)
		}
		e, err := create.SetNextCheckAt(now.Add(Patience)).Save(ctx)
		if err != nil {
			return err
		}
		return s.Store.Enqueue(ctx, NoticeArgs{EventID: e.ID}, nil)
	})
	if store.Violates(err, "gateway_events_event_key") {
		return false, nil // it came twice at once
	}
	return first, err
}

// newKey is the key under which the notice is kept; empty when it came before and said the same.
func (s *Service) newKey(ctx context.Context, provider, key string, n gateway.Notice) (string, error) {
	keys := EventKeys(key)
	for i, key := range keys {
		e, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(provider), gatewayevent.EventKey(key)).Only(ctx)
		switch {
		case ent.IsNotFound(err):
			if i > 0 {
				slog.ErrorContext(ctx, "a notice came again and says otherwise than before", "alarm", logs.NoticeContradicts, "provider", provider, "kind", n.Kind, "order", legible(n.OrderID), "amount", n.Amount)
			}
			return key, nil
		case err != nil:
			return "", err
		case e.Kind == string(n.Kind) && e.Amount == n.Amount && e.ProviderOrderID == legible(n.OrderID) && e.TrackingID == legible(n.TrackingID) &&
			e.Reference == legible(n.Reference) && e.Code == legible(n.Code):
			return "", nil
		}
	}
	return "", fmt.Errorf("a notice came with %d contents under one key", len(keys))
}

// mostContents is how often an event may come under one key with another content each time.
const mostContents = 9

// EventKeys are the keys under which the contents of an event are kept, in the order in which they
// come: what comes again under its key and says otherwise is an event of its own.
func EventKeys(key string) []string {
	keys := []string{key}
	for n := 2; n <= mostContents; n++ {
		keys = append(keys, fmt.Sprintf("%s#%d", key, n))
	}
	return keys
}

// legible is a text of a provider as it can be stored and shown: without what no database takes,
// and not longer than any key is.
func legible(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
	if runes := []rune(text); len(runes) > longestKey {
		text = string(runes[:longestKey])
	}
	return text
}

// eventNotice is what the keys of notices begin with, other than those of lists.
const eventNotice = "notice"

// longestKey bounds what a notice names, in characters.
const longestKey = 255
