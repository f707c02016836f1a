package app

import (
	"maps"
	"slices"
	"testing"

	"entgo.io/ent/dialect/sql/schema"

	"kaiin/ent/migrate"
)

// kept are the tables that no Purge deletes from, and why that is meant.
var kept = map[string]string{
	"plans":         "the store's file fills it, and contracts outlive the sale of their plan",
	"plan_versions": "orders name what they were offered",
	"campaigns":     "the store's file fills it, and contracts and orders outlive their campaign",
	"policies":      "the store's file fills it, and consents name its revisions",
	"postal_codes":  "an import replaces all of it",
	"stores":        "one row, filled from the store's file",

	"acts":      "a chain with a gap proves nothing: a row that is over forgets what it says, and keeps its place and hashes",
	"act_seals": "the last of a chain that proves all acts",

	"account_search":       "until its member leaves",
	"account_search_marks": "until the words of the account are made, which is before the next search",
	"account_search_fills": "until the words of all members are made",
	"member_guards":        "until the staff take it back, or its member leaves",
	"notes":                "until its member leaves: the versions of a note show what it said",
	"staff_watches":        "one row: up to where the record was looked at",
	"staff_members":        "acts name them, and a number is never given twice",

	"accounts":          "the books lead here; of a former member nothing but that is left after 30 days",
	"external_accounts": "until its member unlinks it or leaves",
	"consents":          "evidence",
	"former_passwords":  "the newest few of a member; the others go when the next one is added",
	"factors":           "until its member disables it or leaves",
	"passkeys":          "until its member deletes it or leaves, or the staff take it off",
	"backup_codes":      "until its member makes new ones or leaves",

	"pins":           "until its member leaves; another one takes its place",
	"profiles":       "until its member removes it or leaves",
	"profile_images": "until its member sets another one, removes it or leaves",

	"payment_methods":     "charges name the card they went to; the provider forgets it when its member removes it",
	"bills":               "what was owed is kept with the books",
	"refunds":             "what went back is kept with the books",
	"gateway_events":      "what providers said is kept with the books",
	"subscription_prices": "what was agreed on is kept with the books",
	"charges":             "what was charged is kept with the books",
	"orders":              "what members agreed to is kept with the books; those that were never confirmed await the same decision",
	"order_evidence":      "proves what was agreed on for as long as the order is in the books, and a chain with a gap proves nothing",
	"subscriptions":       "who had which contract decides about trials and new contracts (a plan's first one)",
	"subscription_events": "the history of contracts is kept with the books",
	"cancellations":       "the receipts that members hold, and why they cancelled",
	"plan_changes":        "what members changed their contracts to is kept with the books",
	"reminders":           "what members were told before they were charged is kept with the books",
	"entitlements":        "what was bought is kept with the books; those that are over give nothing",
	"withdrawals":         "why members left, for the store",

	"oidc_clients": "apps that are known; one that was disabled is remembered, so that no other takes its id",
	"oidc_grants":  "until its member takes it back or leaves",
}

func TestEveryTableIsPurgedOrKeptForAReason(t *testing.T) {
	purged := handledBy(t, "Purge", func(w write) bool { return w.deletes })
	for _, table := range migrate.Tables {
		switch owner, reason := purged[table.Name], kept[table.Name]; {
		case owner == "" && reason == "":
			t.Errorf("rows of %s are kept for good: delete those that are over in the Purge of its owner (%v), or say in the table of this test why they stay",
				table.Name, writers[table.Name])
		case owner != "" && reason != "":
			t.Errorf("%s is purged by %s, but this test says that it is kept: take it out of the table of this test", table.Name, owner)
		}
	}
	noStrangers(t, kept)
}

// stays are the tables with an account_id that no Leave writes, and why a member's leaving changes
// nothing in them.
var stays = map[string]string{
	"acts":                 "proves what the staff did, for either side",
	"account_search_marks": "by them what the member was found by is deleted again if it was being written meanwhile",
	"act_subjects":         "as the acts that it belongs to",
	"consents":             "evidence that outlives the membership",
	"login_events":         "kept as long as any other member's, then purged",
	"bills":                "what was owed is kept with the books",
	"refunds":              "what went back is kept with the books",
	"charges":              "what was charged is kept with the books",
	"orders":               "what members agreed to is kept with the books",
	"order_evidence":       "proves to either side what was agreed on, also after the membership; it names the member by the account's id only",
	"card_authentications": "evidence of those that succeeded; the others are purged",
	"cancellations":        "kept with the contract they ended",
	"withdrawals":          "written by leaving itself",

	"requested_withdrawals": "ended by leaving itself, then purged",
}

func TestLeavingReachesEveryTableOfAMember(t *testing.T) {
	left := handledBy(t, "Leave", func(write) bool { return true })
	for _, table := range migrate.Tables {
		if !slices.ContainsFunc(table.Columns, func(c *schema.Column) bool { return c.Name == "account_id" }) {
			continue
		}
		switch owner, reason := left[table.Name], stays[table.Name]; {
		case owner == "" && reason == "":
			t.Errorf("%s holds what belongs to a member and stays when they leave: delete or end it in the Leave of its owner (%v), or say in the table of this test why it stays",
				table.Name, writers[table.Name])
		case owner != "" && reason != "":
			t.Errorf("%s is written by the Leave of %s, but this test says that it stays: take it out of the table of this test", table.Name, owner)
		}
	}
	noStrangers(t, stays)
}

// handledBy are the tables that a method of services writes, itself or by what it calls in its
// package, each with the package.
func handledBy(t *testing.T, method string, counts func(write) bool) map[string]string {
	handled := map[string]string{}
	for name, p := range sources(t) {
		begin := serviceMethod(p, method)
		if begin == nil {
			continue
		}
		within := calledBy(p, begin)
		for _, w := range writes(p) {
			if within[w.within] && counts(w) {
				handled[w.table] = name
			}
		}
	}
	if len(handled) == 0 {
		t.Fatalf("no %s writes anything", method)
	}
	return handled
}

// noStrangers fails for reasons given for tables that do not exist.
func noStrangers(t *testing.T, reasons map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(reasons)) {
		if !slices.ContainsFunc(migrate.Tables, func(table *schema.Table) bool { return table.Name == name }) {
			t.Errorf("there is no table %s: take it out of the table of this test", name)
		}
	}
}
