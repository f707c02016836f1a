// Package catalog is what the store sells: plans, their versions, campaigns, and the policies that
// members agree to. It owns the tables plans, plan_versions, campaigns and policies.
//
// All are filled from the store file (package storefile), by Apply. Nothing here is edited on
// the site.
//
// A plan's price and its rates of tax have to be written, also where they are 0: what was
// forgotten, or filled in from an empty variable, is not free. Codes of campaigns are compared
// without case and width; two that differ in nothing else are refused.
//
// Whether a plan may be contracted is decided by one pure function, NewOffer, so that the list, the
// form and the final transaction agree. A plan's sales_count is moved by purchases alone, with
// CountSales: seeding never touches it.
//
// A campaign that somebody has ordered with keeps what it gives; the days, the members and how
// often it is given may change. Its use_count is moved by purchases alone, with CountCampaign.
//
// What a plan sells is kept as versions, which count up per plan and never change; the plan's row
// names its newest one, and an order the one that it was offered. Contents are applied only if they
// hold what the law asks a store to say before an order (law.go).
//
// Tax is the law's. A plan's rates are kept by day (Rates, the one place that tells the rate of a
// day): what is sold takes the rate of its day, and each term of a contract that of its first day,
// also at a price that was kept. Nothing that was billed changes.
//
// Plans, policies and campaigns are read from the database at most once a second by one process
// (store.CacheFor), for all pages together; all callers share the rows and never change them.
// Whatever decides about money reads what it needs now: FindPlan, LockPlan, and all that is read
// inside a transaction. A page may show a price or a last place for a second after it has changed;
// the order is then refused, since its transaction compares what was shown with what it reads.
// Somebody may agree to a policy for a second after its revision has changed; the consent then
// names the revision that they read.
//
// HTML of an operator is sanitised when it is stored, so what is read from the tables may be shown
// as it is.
//
// What is not here: who contracted what, what campaigns do to one member's order, and the terms of
// a contract.
package catalog
