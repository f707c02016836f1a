package main

import (
	"context"
	"io"
	"log/slog"
	"os"

	"kaiin/server/sandbox"
	"kaiin/server/sandbox/sbps"
)

// playSandbox reads its own variables; those of SBPS are the product's, so that the two understand each other.
func playSandbox(ctx context.Context, _ []string, getenv func(string) string, _ io.Writer) error {
	or := func(name, otherwise string) string {
		if v := getenv(name); v != "" {
			return v
		}
		return otherwise
	}
	s, err := sandbox.New(sandbox.Config{
		ListenAddr: or("SANDBOX_LISTEN", "127.0.0.1:8090"),
		SMTPAddr:   or("SANDBOX_SMTP_LISTEN", "127.0.0.1:8025"),
		ProductURL: or("SANDBOX_PRODUCT_URL", "http://127.0.0.1:8080"),
		PublicURL:  getenv("SANDBOX_PUBLIC_URL"),
		StateDir:   getenv("SANDBOX_STATE"),
		Token:      getenv("KAIIN_SANDBOX_TOKEN"),
		Production: getenv("KAIIN_ENV") != "development",
		Log:        slog.New(slog.NewJSONHandler(os.Stderr, nil)),
		SBPS: sbps.Merchant{
			MerchantID: getenv("SBPS_MERCHANT_ID"), ServiceID: getenv("SBPS_SERVICE_ID"), HashKey: getenv("SBPS_HASH_KEY"),
			BasicUser: getenv("SBPS_BASIC_USER"), BasicPassword: getenv("SBPS_BASIC_PASSWORD"),
			TDESKey: getenv("SBPS_3DES_KEY"), TDESIV: getenv("SBPS_3DES_IV"),
		},
	})
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Run(ctx)
}
