package contract_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"kaiin/server/app"
	"kaiin/server/app/apptest"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/sandbox/sandboxtest"
)

// What a browser gets from the bot check's script, and no program, opens the login.
func TestLoginAsksForTheBotCheck(t *testing.T) { // C-018
	t.Parallel()
	s := apptest.Start(t, func(settings *settings.Settings) { settings.Flags.Recaptcha, settings.ReCaptchaKey = true, "site-key" })
	taro := accounttest.Member(t, s.Account)
	b := s.Browser(t)
	screen := b.Get("/login/screen-data").JSON(t)
	if check, _ := screen["botCheck"].(map[string]any); check["provider"] != "recaptcha" || check["scriptUrl"] != s.Sandbox+"/recaptcha/api.js?render=site-key" {
		t.Fatalf("%v", screen["botCheck"])
	}
	login := func(token any) apptest.Answer {
		return b.Post("/login", map[string]any{"emailUserId": *taro.Email, "password": accounttest.Password, "loginMethod": "Password", "token": token})
	}
	token := botToken(t, s)
	for name, c := range map[string]any{"without a token": nil, "with an invented one": "invented"} {
		if got := login(c); got.StatusCode < 400 || !strings.Contains(got.Text, "BOT_CHECK_FAILED") || b.Cookie("auid") != "" {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.Text)
		}
	}
	if got := login(token); got.StatusCode != http.StatusOK || b.Cookie("auid") != taro.ID.String() {
		t.Errorf("a person: %d %s", got.StatusCode, got.Text)
	}
}

// botToken is what the bot check's script gives a page of the site.
func botToken(t *testing.T, s *apptest.Stack) string {
	t.Helper()
	form := url.Values{"sitekey": {"site-key"}, "action": {"login"}, "scored": {"true"}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.Sandbox+"/recaptcha/token", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", s.Site)
	answer, err := sandboxtest.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var got struct{ Token string }
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil || got.Token == "" {
		t.Fatalf("status %d, %v", answer.StatusCode, err)
	}
	return got.Token
}

// A code for a telephone leaves through Twilio.
func TestShortMessagesLeave(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	if !s.Notify.CanText() {
		t.Fatal("no short messages can be sent")
	}
	err := s.Store.Tx(t.Context(), func(ctx context.Context) error {
		return s.Notify.Send(ctx, notify.To{Address: "09012345678", Locale: "ja"}, notify.SMSCode{})
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Advance(t, 0)
	if got := s.Inbox(t, "09012345678"); len(got) != 1 || got[0].To != "+819012345678" || got[0].Text == "" {
		t.Errorf("%+v", got)
	}
}

// A table of countries that cannot be read stops the start instead of leaving every login without
// a country.
func TestStartNeedsAReadableTableOfCountries(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	c := *s.Config
	c.CountryDB = filepath.Join(t.TempDir(), "none.mmdb")
	if a, err := app.New(t.Context(), &c, slog.New(slog.DiscardHandler)); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "KAIIN_COUNTRY_DB") {
		t.Errorf("%v %v", a, err)
	}
}
