// Package newsletter sends newsletters to the members who have agreed to one of the store's consent
// options, and lets them stop it by the link in each mail. It owns the table newsletters.
//
//	kaiin newsletter send ─▶ Send: batches of members by account id; each batch's mails and how far it came are one transaction
//	                            ─▶ job of package notify, in a queue of its own ─▶ Leaving: still agreed? ─▶ mail
//	link in the mail ─▶ Page shows a button; Stop (the button, or a mail program's one click, RFC 8058) ─▶ package preferences keeps a no
//
// Promises:
//
//   - A newsletter is known by its id. No member gets it twice, however often it is sent, by
//     however many processes at once, and wherever one of them was killed. With other words it has
//     to be another one.
//   - Whether a member gets it is decided once more when the mail leaves: members who have refused,
//     left or lost their address meanwhile get none.
//   - A link refuses, and does nothing else: it agrees to nothing and logs no member in, and
//     looking at it changes nothing, since mail programs open links by themselves. It works for 400
//     days, while the member has the address it was sent to.
//   - Of the member a link shows nothing. It answers the same for a member who has refused and for
//     one who has left.
//
// A newsletter is forgotten after a year. A mail that comes back (a bounce) is not handled here.
package newsletter
