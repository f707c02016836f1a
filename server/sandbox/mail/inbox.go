package mail

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// Capacity is how many messages an inbox keeps; the oldest go first.
const Capacity = 1000

// Message is one message as one recipient got it.
type Message struct {
	ID      int       `json:"id"`
	Channel string    `json:"channel"` // ChannelMail or ChannelSMS
	From    string    `json:"from"`    // envelope sender
	To      string    `json:"to"`      // envelope recipient, so Bcc is seen too; of a short message a number as +81…
	Head    string    `json:"head"`    // header fields, a line each, as they came
	Subject string    `json:"subject"` // of a short message empty, as is HTML
	Text    string    `json:"text"`
	HTML    string    `json:"html"`
	At      time.Time `json:"at"`
}

// The ways a message can come.
const (
	ChannelMail = "mail"
	ChannelSMS  = "sms"
)

// Inbox holds what was sent. It is safe for concurrent use.
type Inbox struct {
	now     func() time.Time
	changed func()

	mu       sync.Mutex
	last     int // the ID given last; IDs are never given twice
	messages []Message
}

// NewInbox makes an empty inbox. Messages are stamped with now; changed is called after
// every change.
func NewInbox(now func() time.Time, changed func()) *Inbox { return &Inbox{now: now, changed: changed} }

func (in *Inbox) deliver(from string, recipients []string, c content) {
	messages := make([]Message, 0, len(recipients))
	for _, to := range recipients {
		messages = append(messages, Message{Channel: ChannelMail, From: from, To: to, Head: c.head, Subject: c.subject, Text: c.text, HTML: c.html})
	}
	in.add(messages...)
}

// Text takes a short message to a telephone.
func (in *Inbox) Text(from, to, body string) {
	in.add(Message{Channel: ChannelSMS, From: from, To: to, Text: body})
}

func (in *Inbox) add(messages ...Message) {
	in.mu.Lock()
	for _, m := range messages {
		in.last++
		m.ID, m.At = in.last, in.now()
		in.messages = append(in.messages, m)
	}
	if extra := len(in.messages) - Capacity; extra > 0 {
		in.messages = slices.Delete(in.messages, 0, extra)
	}
	in.mu.Unlock()
	in.changed()
}

// List is the messages to an address, without regard to case, newest first; an empty address means
// all. A telephone number may be given as it is dialled in Japan or with +81.
func (in *Inbox) List(to string) []Message {
	in.mu.Lock()
	defer in.mu.Unlock()
	found, to := make([]Message, 0, len(in.messages)), international(to)
	for _, m := range slices.Backward(in.messages) {
		if to == "" || strings.EqualFold(international(m.To), to) {
			found = append(found, m)
		}
	}
	return found
}

// international writes a telephone number with its country and without the plus, which a query
// easily loses, and leaves everything else as it is.
func international(to string) string {
	number := strings.TrimPrefix(strings.TrimSpace(to), "+")
	if number == "" || strings.Trim(number, "0123456789") != "" {
		return to
	}
	if number[0] == '0' {
		return "81" + number[1:]
	}
	return number
}

// Lookup is the message with an ID.
func (in *Inbox) Lookup(id int) (Message, bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, m := range in.messages {
		if m.ID == id {
			return m, true
		}
	}
	return Message{}, false
}

// Clear throws every message away.
func (in *Inbox) Clear() {
	in.mu.Lock()
	in.messages = nil
	in.mu.Unlock()
	in.changed()
}

// Restore puts back messages that List returned in an earlier life.
func (in *Inbox) Restore(newestFirst []Message) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.messages = slices.Clone(newestFirst)
	slices.Reverse(in.messages)
	for _, m := range in.messages {
		in.last = max(in.last, m.ID)
	}
}
