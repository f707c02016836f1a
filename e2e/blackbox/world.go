package blackbox

import (
	"net/http/httptest"
	"testing"

	"kaiin/server/sandbox"
	"kaiin/server/sandbox/idp"
	"kaiin/server/sandbox/sms"
)

// clients are the store's at the external identity providers.
var clients = idp.Clients{
	LINE:       idp.Client{ID: "line-client", Secret: "line-secret-of-the-tests-0123456789"},
	Google:     idp.Client{ID: "google-client", Secret: "google-secret-of-the-tests-0123456789"},
	YahooJapan: idp.Client{ID: "yahoo-client", Secret: "yahoo-secret-of-the-tests-0123456789"},
	Facebook:   idp.Client{ID: "facebook-client", Secret: "facebook-secret-of-the-tests-0123456789"},
}

// telephone is the store's account at Twilio.
var telephone = sms.Account{SID: "AC0123456789abcdef0123456789abcdef", Token: "twilio-token-of-the-tests", From: "+815012345678"}

// botSecret is the store's at reCAPTCHA.
const botSecret = "bot-check-secret-of-the-tests"

// providers are the server's variables for them. Google sends browsers back by a posted form.
func providers(sandbox string) []string {
	at := sandbox + "/idp/"
	return []string{
		"LINE_CLIENT_ID=" + clients.LINE.ID, "LINE_CLIENT_SECRET=" + clients.LINE.Secret, "LINE_ISSUER_URL=" + at + "line",
		"GOOGLE_CLIENT_ID=" + clients.Google.ID, "GOOGLE_CLIENT_SECRET=" + clients.Google.Secret, "GOOGLE_ISSUER_URL=" + at + "google",
		"GOOGLE_RESPONSE_MODE=form_post",
		"YAHOO_JAPAN_CLIENT_ID=" + clients.YahooJapan.ID, "YAHOO_JAPAN_CLIENT_SECRET=" + clients.YahooJapan.Secret, "YAHOO_JAPAN_ISSUER_URL=" + at + "yahoojapan",
		"FACEBOOK_CLIENT_ID=" + clients.Facebook.ID, "FACEBOOK_CLIENT_SECRET=" + clients.Facebook.Secret,
		"FACEBOOK_DIALOG_URL=" + at + "facebook/v25.0/dialog/oauth", "FACEBOOK_GRAPH_URL=" + at + "facebook/v25.0",
	}
}

// texting are the server's variables for Twilio and reCAPTCHA.
func texting(sandbox string) []string {
	return []string{
		"TWILIO_API_URL=" + sandbox, "TWILIO_ACCOUNT_SID=" + telephone.SID, "TWILIO_AUTH_TOKEN=" + telephone.Token, "TWILIO_FROM=" + telephone.From,
		"BOT_CHECK_PROVIDER=recaptcha", "BOT_CHECK_SECRET=" + botSecret, "BOT_CHECK_URL=" + sandbox + "/recaptcha/api/siteverify",
		"BOT_CHECK_SCRIPT_URL=" + sandbox + "/recaptcha/api.js",
	}
}

func newOutside(t testing.TB, product string) Outside {
	t.Helper()
	world, err := sandbox.New(sandbox.Config{
		SMTPAddr: "127.0.0.1:0", ProductURL: product, Token: SandboxToken, SBPS: Merchant, Social: clients, SMS: telephone, BotSecret: botSecret, Log: silent,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(world.Handler())
	t.Cleanup(func() { server.Close(); world.Close() })
	return Outside{URL: server.URL, SMTP: world.SMTPAddr(), Client: newClient()}
}
