// Package reminder tells members ahead of what their contracts do by themselves. It owns the
// table reminders.
//
// Each running contract is looked at once a day, from ten in Tokyo on, by whichever server
// comes first:
//
//	Due ─▶ subscription.Morning: contracts of the day, locked ─▶ what is to be said ─▶ rows of reminders, mails, new prices: one transaction
//
// What is said: that a free trial turns paid, that a contract of a year renews, that a card
// expires, that a contract ends, and that a campaign's discount is over with the next payment. A
// reminder belongs to one day, which the store's file sets. What belonged to a day without a
// running worker is not said later. A row of reminders makes each be said once, also by two servers
// at once. A member without an address is told nothing.
//
// Two are said as soon as they are so: that the store stops renewing a plan, and a new price. The
// contract gets the new price in the transaction of that mail, so no member is charged a price that
// they were not told.
//
// Contracts that are cancelled, on hold or over are not spoken of. Once they go on, what is said
// without a day of its own is said.
package reminder
