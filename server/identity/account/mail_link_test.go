package account_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/secret"
	"kaiin/server/identity/account"
)

func TestMailLinks(t *testing.T) {
	t.Parallel()
	box, err := secret.NewBox(bytes.Repeat([]byte("s"), 32))
	if err != nil {
		t.Fatal(err)
	}
	of, at := uuid.New(), time.UnixMicro(1_780_000_000_123_456)
	token := account.SealMailLink(box, "link", of, "taro@example.jp", at, "news")
	l, ok := account.OpenMailLink(box, "link", "former", token)
	if !ok || l.Of != of || l.More != "news" || !l.Issued.Equal(at) {
		t.Errorf("%+v, %v", l, ok)
	}
	mine, other := "Taro@example.jp", "hanako@example.jp"
	later := at.Add(time.Hour)
	if !l.IsSentTo(&ent.Account{Email: &mine, EmailVerifiedAt: &later}) || l.IsSentTo(&ent.Account{Email: &other}) || l.IsSentTo(&ent.Account{}) {
		t.Error("the link knows its address by something else")
	}
	if _, ok := account.OpenMailLink(box, "other", "former", token); ok {
		t.Error("it opens for another purpose")
	}
}
