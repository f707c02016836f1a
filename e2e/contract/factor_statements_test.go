package contract_test

import (
	"testing"

	"github.com/google/uuid"

	"kaiin/ent/factor"
	"kaiin/server/app/apptest"
	"kaiin/server/base/store"
)

// The pages that know of second factors keep to the bound where a member has some.
func TestStatementsOfAScreenWithSecondFactors(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	_, member := s.Member(t)
	account, _ := member.Get("/mypage/screen-data").JSON(t)["account"].(map[string]any)
	id, _ := account["authId"].(string)
	s.App.Store.Client(t.Context()).Factor.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(uuid.MustParse(id)).SetType(factor.TypeEmail).ExecX(t.Context())
	for name, asked := range map[string]string{
		"MypageScreen": `{}`, "MultiFactorSettingScreen": `{}`, "MultiFactorTypeScreen": `{"type":"OTP"}`,
		"BackupCodeScreen": `{}`, "BackupCodeGenerateScreen": `{}`, "TrustedDeviceScreen": `{}`,
	} {
		n := 100
		for range 3 {
			s.Clock.Advance(store.CacheFor)
			got := member.Post("/graphql", graphql(name, asked))
			if screen, _ := got.JSON(t)["data"].(map[string]any)["screen"].(map[string]any); got.StatusCode != 200 || screen == nil || screen["redirectTo"] != nil {
				t.Fatalf("%s: %d %s", name, got.StatusCode, got.Text)
			}
			n = min(n, statements(t, s, got.Header.Get("X-Request-Id")))
		}
		if n > maxStatements {
			t.Errorf("%s takes %d statements", name, n)
		}
		t.Logf("%-28s %d", name, n)
	}
}
