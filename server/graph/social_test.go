package graph_test

import (
	"testing"

	"kaiin/server/catalog"
	"kaiin/server/fault"
)

func TestSocialErrors(t *testing.T) {
	b := open(t, func(*catalog.Settings) {})
	for _, c := range []struct{ row, asked, code, ja, en string }{
		{"E-030", "ACCOUNT_ALREADY_EXISTS", "ACCOUNT_ALREADY_EXISTS", "この外部アカウントは、すでに別の会員アカウントと連携されています。", "This external account is already linked to another member account."},
		{"E-031 E-033", "EXTERNAL_FAILED", "EXTERNAL_FAILED", "システムエラーにより、外部アカウントと連携できませんでした。時間をおいて、もう一度お試しください。", "The external account could not be linked because of a system error. Please try again later."},
		{"E-031", "<script>", "EXTERNAL_FAILED", "", ""},
		{"E-031", "INTERNAL", "EXTERNAL_FAILED", "", ""},
		{"E-031", "", "EXTERNAL_FAILED", "", ""},
	} {
		page := b.screen("SocialErrorScreen", map[string]any{"code": c.asked})
		b.want(c.row, page, "code", `"`+c.code+`"`, "isLoggedIn", "false")
		if c.ja != "" {
			b.want(c.row, page, "message", `"`+c.ja+`"`)
			if got := fault.Text("en", fault.Code(c.code), "", nil); got != c.en {
				t.Errorf("%s: %q", c.row, got)
			}
		}
	}
}
