// Package preferences keeps what members agree to or refuse in My Page: newsletters, and what the
// store may do with what it knows about them (/mypage/consent). The store's settings hold the
// options. It owns the table consent_answers.
//
//	agrees ─▶ refuses ─▶ agrees …   each answer is a row; the former one stays as history
//
// Promises:
//
//   - Nothing is agreed to before a member has said so.
//   - An answer is kept with the words it was given to, the time, the network address and the
//     browser. Words that have changed since the page was shown are refused: no member agrees to
//     what they have not read.
//   - The same answer to the same words is kept once, however often it is sent.
//   - The link in a newsletter's mail (package newsletter) can refuse its option, and nothing else;
//     that the answer came by it is kept, too.
//   - Of an option one answer counts, however many tabs and servers take part: the one taken last.
//   - An answer that another one has replaced goes after three years. When a member leaves,
//     addresses and browsers are erased; what was agreed to stays, as consents to policies do.
//
// Consents to policies belong to package account, what members allow apps to package oidc.
package preferences
