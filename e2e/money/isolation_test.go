package money

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Hundreds of members in two languages read their pages' data at once, and nobody sees another's (security 44).
func TestNobodySeesAnother(t *testing.T) {
	t.Parallel()
	s := running(t)
	const count, rounds = 300, 2
	members := s.members(count, nil)
	visitor := s.visitor("ja")
	each(t, count*rounds, 100, func(i int) error {
		m := members[i%count]
		own := func(path string, needed ...string) (answer, error) {
			a, err := want(m.get(path))
			for _, text := range needed {
				if err == nil && !bytes.Contains(a.raw, []byte(`"`+text+`"`)) {
					err = fmt.Errorf("%s of %s does not say %q: %s", path, m.email, text, a)
				}
			}
			if err == nil {
				err = m.only(a)
			}
			if err == nil && a.header.Get("Cache-Control") != "no-store" {
				err = fmt.Errorf("%s may be stored: %q", path, a.header.Get("Cache-Control"))
			}
			return a, err
		}
		a, err := own("/mypage/screen-data", m.email, m.nickname)
		if err != nil {
			return err
		}
		id, _ := a.body["account"].(map[string]any)["authId"].(string)
		if m.cookie("auid") != id {
			return fmt.Errorf("%s is told to be %s and has the cookie of %s", m.email, id, m.cookie("auid"))
		}
		plan := map[string]string{"ja": "月額プラン", "en": "Monthly"}[m.language]
		for path, needed := range map[string][]string{
			"/zapi/internal/account-header/screen-data": {id, m.nickname},
			"/root/screen-data":                         {id, m.language, map[string]string{"ja": "金庫座", "en": "The Vault"}[m.language]},
			"/mypage/plans/screen-data":                 {plan},
			"/plans/monthly/screen-data":                {plan, m.email},
		} {
			if _, err := own(path, needed...); err != nil {
				return err
			}
		}
		if a, err = visitor.get("/mypage/screen-data"); err != nil || a.text("redirectTo") != "/login?returnTo=%2Fmypage" || len(a.body) != 1 {
			return fmt.Errorf("somebody who is not signed in gets %s, %w", a, err)
		}
		return nil
	})
}

// only fails when an answer holds another member's address or nickname.
func (m *member) only(a answer) error {
	text := strings.NewReplacer(m.email, "", m.nickname, "").Replace(string(a.raw))
	if strings.Contains(text, "-private@") || strings.Contains(text, "nick-") {
		return fmt.Errorf("%s reads of another member: %s", m.email, a)
	}
	return nil
}

// cookie is the value of a cookie of this site.
func (m *member) cookie(name string) string {
	r, err := http.NewRequest(http.MethodGet, m.s.origin, nil)
	if err != nil {
		return ""
	}
	for _, c := range m.client.Jar.Cookies(r.URL) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}
