package main

import (
	"context"
	"log/slog"

	"kaiin/server/sandbox"
	"kaiin/server/sandbox/idp"
	"kaiin/server/sandbox/sbps"
	"kaiin/server/sandbox/sms"
)

// runSandbox reads the SANDBOX_ variables, and of the server's own those that both have to agree on.
func runSandbox(ctx context.Context, p *program, args []string) error {
	if err := p.flags("sandbox", args, nil); err != nil {
		return err
	}
	get := func(name, otherwise string) string {
		if value := p.getenv(name); value != "" {
			return value
		}
		return otherwise
	}
	s, err := sandbox.New(sandbox.Config{
		ListenAddr: get("SANDBOX_LISTEN", "127.0.0.1:8090"), SMTPAddr: get("SANDBOX_SMTP_LISTEN", "127.0.0.1:8025"),
		ProductURL: get("SANDBOX_PRODUCT_URL", "http://127.0.0.1:8080"), PublicURL: get("SANDBOX_PUBLIC_URL", ""),
		Token: p.getenv("KAIIN_SANDBOX_TOKEN"), StateDir: p.getenv("SANDBOX_STATE"),
		Production: get("KAIIN_ENV", "production") != "development",
		SBPS: sbps.Merchant{
			MerchantID: p.getenv("SBPS_MERCHANT_ID"), ServiceID: p.getenv("SBPS_SERVICE_ID"), HashKey: p.getenv("SBPS_HASH_KEY"),
			BasicUser: p.getenv("SBPS_BASIC_USER"), BasicPassword: p.getenv("SBPS_BASIC_PASSWORD"),
			TDESKey: p.getenv("SBPS_3DES_KEY"), TDESIV: p.getenv("SBPS_3DES_IV"),
		},
		Social: idp.Clients{
			LINE:       idp.Client{ID: p.getenv("LINE_CLIENT_ID"), Secret: p.getenv("LINE_CLIENT_SECRET")},
			Google:     idp.Client{ID: p.getenv("GOOGLE_CLIENT_ID"), Secret: p.getenv("GOOGLE_CLIENT_SECRET")},
			YahooJapan: idp.Client{ID: p.getenv("YAHOO_JAPAN_CLIENT_ID"), Secret: p.getenv("YAHOO_JAPAN_CLIENT_SECRET")},
			Facebook:   idp.Client{ID: p.getenv("FACEBOOK_CLIENT_ID"), Secret: p.getenv("FACEBOOK_CLIENT_SECRET")},
		},
		SMS:       sms.Account{SID: p.getenv("TWILIO_ACCOUNT_SID"), Token: p.getenv("TWILIO_AUTH_TOKEN"), From: p.getenv("TWILIO_FROM")},
		BotSecret: p.getenv("BOT_CHECK_SECRET"),
		Log:       slog.New(slog.NewJSONHandler(p.out, nil)),
	})
	if err != nil {
		return err
	}
	return s.Run(ctx)
}
