package notify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/message"
)

// U-27: the first login from somewhere new is told at once, those of the hour that follows in one
// mail at its end, and none is lost.
func TestLoginsFromSomewhereNewAreToldOnceAnHour(t *testing.T) {
	t.Parallel()
	s, out := setup(t)
	taro, hanako := uuid.New(), uuid.New()
	n := 0
	login := func(who uuid.UUID) {
		t.Helper()
		n++
		err := s.Store.Tx(t.Context(), func(ctx context.Context) error {
			return s.SendLoginAlert(ctx, To{AccountID: who, Address: "taro@example.jp", Locale: "ja"}, NewLogin{At: s.Clock.Now(), IP: fmt.Sprintf("192.0.2.%d", n)})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// told is what has been mailed since the last call; what waits is left to its time.
	seen := 0
	told := func() []Mail {
		t.Helper()
		if _, err := s.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, id := range s.Store.Client(t.Context()).Message.Query().Where(message.DueAtIsNil()).Order(message.ByCreatedAt()).IDsX(t.Context()) {
			if err := work(t, s, id, 1); err != nil {
				t.Fatal(err)
			}
		}
		mails := out.sent()[seen:]
		seen += len(mails)
		return mails
	}
	names := func(mail Mail, addresses ...int) bool {
		return !slices.ContainsFunc(addresses, func(n int) bool {
			return !strings.Contains(mail.Text, fmt.Sprintf("192.0.2.%d）", n)) || !strings.Contains(mail.HTML, fmt.Sprintf("192.0.2.%d）", n))
		})
	}

	login(taro)
	if mails := told(); len(mails) != 1 || !names(mails[0], 1) || strings.Contains(mails[0].Text, "件") {
		t.Fatalf("the first one: %+v", mails)
	}
	s.Clock.Advance(20 * time.Minute)
	login(taro)
	login(hanako)
	if mails := told(); len(mails) != 1 || !names(mails[0], 3) {
		t.Errorf("another member waits for the hour of the first one: %+v", mails)
	}
	for range 11 {
		login(taro)
	}
	s.Clock.Advance(39 * time.Minute)
	if mails := told(); len(mails) != 0 {
		t.Errorf("told again within the hour: %+v", mails)
	}
	s.Clock.Advance(time.Minute)
	mails := told()
	if len(mails) != 1 || !strings.Contains(mails[0].Subject, "（12件）") || !names(mails[0], 5, 6, 7, 8, 9, 10, 11, 12, 13, 14) || names(mails[0], 4) {
		t.Fatalf("at the end of the hour: %+v", mails)
	}
	s.Clock.Advance(59 * time.Minute)
	login(taro)
	if mails := told(); len(mails) != 0 {
		t.Errorf("told twice within an hour: %+v", mails)
	}
	s.Clock.Advance(time.Minute)
	if mails := told(); len(mails) != 1 || !names(mails[0], 15) || strings.Contains(mails[0].Text, "件") {
		t.Errorf("the only one of an hour: %+v", mails)
	}
	s.Clock.Advance(time.Hour)
	login(taro)
	if mails := told(); len(mails) != 1 {
		t.Errorf("after an hour without any: %+v", mails)
	}
	login(taro)
	if err := s.Leave(t.Context(), taro); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Hour)
	if mails := told(); len(mails) != 0 {
		t.Errorf("told somebody who has left: %+v", mails)
	}
}
