// Package notify tells members things by mail and by short message. It owns the table messages.
//
// A message is a row and a job, written in the transaction of its cause, so that a mail leaves
// exactly when what it tells of has happened:
//
//	Send ──row (data sealed) + job──▶ commit ──▶ Deliver: render in the recipient's language ──▶ Mailer
//	                                               │ accepted: state sent, data wiped
//	                                               │ no such mailbox: state failed, data wiped
//	                                               └ anything else: the job tries again, later and later; after the last
//	                                                 try: state failed, data wiped
//
// What somebody waits for and what runs out (codes, the link for a new password) is tried for about
// 80 minutes, all other messages for about 20 days, newsletters included: a mail server that is
// away for days loses no receipt. A job keeps the number of tries that it was made with.
//
// That a server turns a message away because of us (a blocked sender, a wrong password) says
// nothing about its recipient: it is tried again, and is an ERROR in the log at the first try. A
// message that failed is an ERROR in the log, with the number of those that the process has
// given up on that day. A visitor who then asks for another code is told so first (Undelivered,
// package passcode).
//
// Delivery is at least once: a process that dies between the server's acceptance and our commit
// sends again, under the same Message-ID. Data is sealed, because it may hold a code, and is
// deleted as soon as it is not needed.
//
// A newsletter's mails are queued by the hundred (SendAll) and wait in a queue of their own. What
// they say, and whether they leave at all, is asked of package newsletter when they do
// (Newsletters); the row of one that its member does not want any more is deleted.
//
// Of logins from somewhere new a member gets one mail an hour at most (SendLoginAlert): the first
// is told at once, those that follow are added to a message without a job, to which Due gives one
// at the end of the hour.
//
// Rows are deleted after 30 days (Purge), and those of a member who leaves at once (Leave).
//
// A message is a struct in messages.go and four templates: NAME.ja.txt, NAME.en.txt, NAME.ja.html,
// NAME.en.html, where the text ones define "subject" and "body"; a ShortMessage is its text alone.
// What the store is called comes from Brand; notify knows no settings. Templates name the page a
// link leads to by its step: {{.Link "myPage"}}.
//
// The HTML ones define "preheader" as well, the fact that a list of mails shows beside the subject,
// and are written in plain tags: look.go gives each its style, layout.html the frame. A mail has
// one button at most, <p class="action">. Both parts tell the same numbers, days and links.
package notify
