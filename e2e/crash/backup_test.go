package crash

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
	"kaiin/server/money/reconciliation"
	"kaiin/server/sandbox/ledger"
)

// restore plays the loss of both machines with their disks. A backup was made, and WAL archived,
// while members acted. They acted on after the moment that is restored: they bought, and were
// renewed. Then the staff do what docs/operate.md and docs/money.md say. What was acknowledged
// before the moment is there, what the book has forgotten since then is found at the provider, and
// goes back or is not taken again.
func (f *failover) restore(name string) {
	f.t.Helper()
	f.awaitWhole()
	f.nextNoon()
	f.m.acting(func() {
		time.Sleep(calmTime)
		f.do("cluster", "backup")
		time.Sleep(calmTime)
	})
	before, booked := f.remembered(), f.booked()
	moment, day := f.d.stack.Rows("SELECT clock_timestamp()::text")[0], clock.DayOf(f.d.stack.Now(f.t))
	time.Sleep(time.Second)
	f.m.acting(func() {
		time.Sleep(calmTime)
		began := time.Now()
		<-f.m.renew()
		f.m.awaitWork(began)
		f.awaitArchived()
	})
	forgotten := f.bookedSince(booked)
	f.t.Logf("%s: %d sales and %d renewals are to be forgotten", name, len(forgotten["member"]), len(forgotten["merchant"]))
	taken := len(f.d.stack.Outside.Ledger(f.t))

	for machine := range f.Machines {
		f.do(machine, "destroy")
	}
	blackbox.Must(f.t, f.d.nodes.halt(f.d.nodes.processes()...))
	began := time.Now()
	f.do("cluster", "restore?moment="+url.QueryEscape(moment))
	f.awaitWhole()
	f.awaitWays(f.d.stack.Variables["DATABASE_URL"]) // a process that finds no database as it starts ends again
	blackbox.Must(f.t, f.d.command("migrate"))
	blackbox.Must(f.t, f.d.nodes.resume(f.d.nodes.processes()...))
	f.t.Logf("%s: it was there again after %.0f s", name, time.Since(began).Seconds())

	f.comeBack(before)
	f.reconciled(day) // before the renewals that the book has forgotten are found: this one may tell of them
	f.m.awaitWork(began)
	for _, e := range f.d.stack.Outside.Ledger(f.t)[taken:] {
		f.t.Errorf("after the restore this was taken, though nothing new was due: %+v", e)
	}
	sold := f.soldUnknown(day)
	if unknown := f.reconciled(day); unknown != sold || sold == 0 {
		f.t.Errorf("the lists have %d sales that the book does not know, and it has forgotten %d of those days", unknown, sold)
	}
	f.m.mustKeep(name)
	f.m.acting(func() { time.Sleep(2 * calmTime) })
	f.m.mustServeAll()
	f.m.mustKeep(name)
	f.mustGoBack(forgotten)
	if unknown := f.reconciled(day); unknown != 0 {
		f.t.Errorf("of %d sales that the book does not know the money has not gone back", unknown)
	}
}

// nextNoon moves the clock to the noon of the next day: PayPal's list of the day before is whole.
func (f *failover) nextNoon() {
	f.t.Helper()
	now := f.d.stack.Now(f.t)
	f.d.stack.Outside.Advance(f.t, clock.DayOf(now).AddDays(1).Start().Add(12*time.Hour).Sub(now))
}

// known is what was acknowledged to a member until a moment.
type known struct {
	film            int
	films, sessions []string
}

// remembered is what members were told until now.
func (f *failover) remembered() (all []known) {
	for _, b := range f.m.members {
		all = append(all, known{b.film, slices.Clone(b.films), slices.Clone(b.sessions)})
	}
	return all
}

// booked are the order ids of what the book says is settled, and whether the member or the merchant
// began it.
func (f *failover) booked() map[string]string {
	f.t.Helper()
	all := map[string]string{}
	for _, row := range f.d.stack.Rows(`SELECT provider_order_id || ' ' || initiator FROM charges WHERE state = 'settled'`) {
		order, by, _ := strings.Cut(row, " ")
		all[order] = by
	}
	return all
}

// bookedSince are the order ids of what was settled since then, by who began it.
func (f *failover) bookedSince(before map[string]string) map[string][]string {
	f.t.Helper()
	all := map[string][]string{}
	for order, by := range f.booked() {
		if before[order] == "" {
			all[by] = append(all[by], order)
		}
	}
	for _, by := range []string{"member", "merchant"} {
		if len(all[by]) == 0 {
			f.t.Errorf("nothing that the %s began is there to be forgotten", by)
		}
	}
	return all
}

// awaitArchived waits until what is written now is archived.
func (f *failover) awaitArchived() {
	f.t.Helper()
	primary := f.open(f.Machines["a"].Proxy)
	var file, archived string
	blackbox.Must(f.t, primary.QueryRow("SELECT pg_walfile_name(pg_current_wal_lsn())").Scan(&file))
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(time.Second) {
		blackbox.Must(f.t, primary.QueryRow("SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver").Scan(&archived))
		if len(archived) == len(file) && archived >= file {
			return
		}
	}
	f.t.Fatalf("WAL file %s is not archived: the last one is %q", file, archived)
}

// comeBack has members go on from what was known of them at the moment that was restored: those
// who are not known any more in a browser or an app log in there.
func (f *failover) comeBack(before []known) {
	f.t.Helper()
	blackbox.Each(f.t, len(before), 4, func(i int) error {
		b := f.m.members[i]
		b.film, b.token, b.films, b.sessions = before[i].film, "", before[i].films, before[i].sessions
		return errors.Join(b.LogIn(), b.connect())
	})
}

// soldUnknown is how many sales the provider has, of the days since then that are over, that the
// book does not know: also those that had gone back again before they were forgotten.
func (f *failover) soldUnknown(since clock.Day) (sold int) {
	f.t.Helper()
	known, today := f.d.stack.Rows(`SELECT provider_order_id FROM charges`), clock.DayOf(f.d.stack.Now(f.t))
	for _, e := range f.d.stack.Outside.Ledger(f.t) {
		day := clock.DayOf(e.At)
		if e.Kind == ledger.Charge && e.Status == ledger.Settled && !day.Before(since) && day.Before(today) && !slices.Contains(known, e.OrderID) {
			sold++
		}
	}
	return sold
}

// reconciled compares each day since then that is over with the providers' lists, as the staff do,
// and answers how many sales the book does not know.
func (f *failover) reconciled(since clock.Day) (unknown int) {
	f.t.Helper()
	for day := since; day.Before(clock.DayOf(f.d.stack.Now(f.t))); day = day.AddDays(1) {
		var r reconciliation.Comparison
		out, failed := f.d.output("", "reconcile", "--day", day.String(), "--json", "--by", "hanako", "--reason", "after a restore")
		if err := json.Unmarshal(out, &r); err != nil {
			f.t.Fatalf("%v, %v: %s", failed, err, out)
		}
		if r.Differs+r.Missing > 0 {
			f.t.Errorf("of %s list and book differ: %+v", day, r)
		}
		unknown += r.Unknown
	}
	return unknown
}

// mustGoBack waits for as many days as unknown sales wait, and fails unless the money of all that
// was forgotten has gone back by then. That of renewals has to stay. Nothing is left to the staff.
func (f *failover) mustGoBack(forgotten map[string][]string) {
	f.t.Helper()
	for range 3 {
		f.nextNoon()
	}
	kept := ledger.Kept(f.d.stack.Outside.Ledger(f.t))
	stays := slices.DeleteFunc(slices.Clone(forgotten["member"]), func(order string) bool { return kept[order] == 0 })
	if len(stays) > 0 {
		f.t.Errorf("the provider keeps the money of %d orders that the book has forgotten, such as %s", len(stays), stays[0])
	}
	for _, order := range forgotten["merchant"] {
		if kept[order] <= 0 {
			f.t.Errorf("renewal %s went back, and was owed", order)
		}
	}
	for _, list := range []string{"events", "charges"} {
		out, err := f.d.output("", list, "--open", "--json")
		var open []any
		if err != nil || json.Unmarshal(out, &open) != nil || len(open) > 0 {
			f.t.Errorf("kaiin %s --open: %s, %v", list, out, err)
		}
	}
}
