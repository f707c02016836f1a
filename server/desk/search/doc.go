// Package search finds members. It owns the tables account_search, what each member is found by,
// account_search_marks, who has changed since, and account_search_fills, how far the words of all
// members have been made.
//
//	a member changes ─▶ a trigger marks the account, in that transaction
//	Find, Members, Count, and a job every half a minute:
//	        marks ─▶ Words of what the accounts' rows say now ─▶ account_search, and the marks are deleted, in one transaction
//	a migration or `kaiin reindex` ─▶ account_search_fills ─▶ the job makes the words of all members, 2,000 in a transaction
//
// The words are not made in the transaction of the change. A member is found right after it all the
// same, because a search first makes the words of all who are marked. That way no code that changes
// a member has to know of the search, and what a former version changes while it is replaced, a
// command or a hand in the database is marked alike. A change costs a row, waits for no lock, and
// cannot fail for the sake of the search. What a member was found by is deleted in the transaction
// in which they leave (Leave).
//
// Beside the words a row has what the member has spent, how often they have bought, and on which
// day they logged in last, each with an index of its own, kept up by the same marks.
//
// Invariants:
//
//   - The row of an account without a mark is Words of that account's rows, or none if its member
//     has left. One transaction at a time makes words, so that an older reading replaces no newer
//     one; it deletes marks before it reads the accounts.
//   - A search by words is answered UNAVAILABLE until the first filling has come to its end. Exact
//     keys are looked up where they are kept, so they work meanwhile.
//   - No search reads without a bound. It looks at the newest members by the order of the list,
//     which soon fills a page where many have the words, or collects a few thousand members by the
//     index of words and sorts them. The counts that PostgreSQL keeps of common words say which is
//     tried first, the other one comes next, and nothing of that is left to the planner. What is
//     more, or takes longer than two seconds, is TOO_BROAD.
//   - A cursor holds for the search that gave it.
//
// What is found are ids. What may be shown of a member, and the act of having looked, are the
// caller's.
package search
