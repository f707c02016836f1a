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
	Channel string    `json:"channel"` // always "mail"
	From    string    `json:"from"`    // envelope sender
	To      string    `json:"to"`      // envelope recipient, so Bcc is seen too
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	HTML    string    `json:"html"`
	At      time.Time `json:"at"`
}

// Inbox holds what was sent. It is safe for concurrent use.
type Inbox struct {
	now     func() time.Time
	changed func()

	mu       sync.Mutex
	last     int // the ID given last; IDs are never given twice
	messages []Message
}

// NewInbox makes an empty inbox. Messages are stamped with now; changed is called after every change.
func NewInbox(now func() time.Time, changed func()) *Inbox { return &Inbox{now: now, changed: changed} }

func (in *Inbox) deliver(from string, recipients []string, c content) {
	in.mu.Lock()
	for _, to := range recipients {
		in.last++
		in.messages = append(in.messages, Message{
			ID: in.last, Channel: "mail", From: from, To: to, Subject: c.subject, Text: c.text, HTML: c.html, At: in.now(),
		})
	}
	if extra := len(in.messages) - Capacity; extra > 0 {
		in.messages = slices.Delete(in.messages, 0, extra)
	}
	in.mu.Unlock()
	in.changed()
}

// List is the messages to an address, without regard to case, newest first; an empty address means all.
func (in *Inbox) List(to string) []Message {
	in.mu.Lock()
	defer in.mu.Unlock()
	found := make([]Message, 0, len(in.messages))
	for _, m := range slices.Backward(in.messages) {
		if to == "" || strings.EqualFold(m.To, to) {
			found = append(found, m)
		}
	}
	return found
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
