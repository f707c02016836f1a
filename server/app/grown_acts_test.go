package app

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent/dataexport"
	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/desk/records"
	"kaiin/server/desk/search"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/transport/zapi"
)

// everyPage asks for the data of each page that the member may open, whatever it answers.
func everyPage(b *testing.B, a *App, m *grownMember) error {
	var contract, order, bill uuid.UUID
	err := a.Store.DB.QueryRowContext(b.Context(), `SELECT s.id, s.order_id, (SELECT id FROM bills WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)
		FROM subscriptions AS s WHERE account_id = $1`, m.AccountID).Scan(&contract, &order, &bill)
	if err != nil {
		return err
	}
	named := strings.NewReplacer("{planId}", "standard", "{subscriptionId}", contract.String(), "{orderId}", order.String(),
		"{earningsId}", bill.String(), "{refundId}", uuid.Nil.String(), "{clientId}", "tv", "{type}", "email")
	for _, pattern := range zapi.Patterns() {
		path, isPage := strings.CutPrefix(pattern, "GET ")
		if !isPage || !strings.HasSuffix(path, "/screen-data") {
			continue
		}
		r := httptest.NewRequest(http.MethodGet, named.Replace(path), nil)
		r.RemoteAddr = m.IP + ":1024"
		r.AddCookie(&http.Cookie{Name: "sid", Value: m.token})
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError {
			return fmt.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	return nil
}

// dataFile has the file of all that is kept about the member made, and reads it.
func dataFile(b *testing.B, a *App, m *grownMember) error {
	asks := m.Actor
	asks.AuthenticatedAt = a.Clock.Now()
	if err := a.PersonalData.Request(b.Context(), asks); err != nil {
		return err
	}
	wish, err := a.Store.Client(b.Context()).DataExport.Query().Where(dataexport.AccountID(m.AccountID)).OnlyID(b.Context())
	if err != nil {
		return err
	}
	if err := a.PersonalData.Make(b.Context(), wish); err != nil {
		return err
	}
	file, err := a.PersonalData.Fetch(b.Context(), asks)
	if err != nil {
		return err
	}
	size := 0
	err = file.Pieces(b.Context(), func(piece []byte) error { size += len(piece); return nil })
	if size < grownCharges*1000 {
		b.Errorf("a file of %d bytes", size)
	}
	return err
}

// deskLists are the newest of each list of the desk, and what it shows of the member's logins.
func deskLists(b *testing.B, a *App, m *grownMember) error {
	ctx, page := b.Context(), keyset.Page{First: 20}
	charges, _, err := a.Records.Charges(ctx, records.ChargeFilter{}, page)
	bills, _, err2 := a.Records.Bills(ctx, records.BillFilter{}, page)
	orders, _, err3 := a.Records.Orders(ctx, records.OrderFilter{}, page)
	contracts, _, err4 := a.Records.Contracts(ctx, records.ContractFilter{}, page)
	_, _, err5 := a.Records.Matters(ctx, records.MatterFilter{}, page)
	_, err6 := a.Acts.List(ctx, acts.Filter{}, 20)
	_, _, err7 := a.Members.Logins(ctx, m.AccountID, true, page)
	_, err8 := a.Members.LoginState(ctx, m.AccountID)
	if n := min(len(charges), len(bills), len(orders), len(contracts)); n < 20 {
		b.Errorf("%d rows", n)
	}
	return errors.Join(err, err2, err3, err4, err5, err6, err7, err8)
}

// searched finds the member by what a caller would say, and those like them.
func searched(b *testing.B, a *App, m *grownMember) error {
	for _, term := range []string{m.Email, m.phone} {
		hits, err := a.Search.Find(b.Context(), term, search.Page{})
		if err != nil || len(hits.List) != 1 {
			return fmt.Errorf("%s: %v %w", term, hits, err)
		}
	}
	hits, err := a.Search.Members(b.Context(), search.Filter{LoginIP: m.logsInFrom}, search.Page{})
	if err == nil && len(hits.List) != 1 {
		b.Errorf("%s: %v", m.logsInFrom, hits)
	}
	return err
}

// reconciled compares a day of as many charges in every database with the provider's list.
func reconciled(b *testing.B, a *App, _ *grownMember) error {
	day := clock.DayOf(a.Clock.Now().AddDate(0, 0, -reconciledDay))
	found, err := a.Reconciliation.Reconcile(b.Context(), actstest.By(a.Store), day)
	if err == nil && found.Missing != acting {
		b.Errorf("%+v", found)
	}
	return err
}

// measured are the figures of the installation, as Prometheus asks for them.
func measured(b *testing.B, a *App, _ *grownMember) error {
	f := &found{app: a}
	return errors.Join(f.queues(b.Context()), f.workers(b.Context()), f.money(b.Context()), f.versions(b.Context()))
}
