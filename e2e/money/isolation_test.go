package money

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A hundred members in two languages read their pages' data at once, and no member sees another's
// (security 44).
func TestMembersDoNotSeeEachOther(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	const count, rounds = 100, 4
	members := s.members(count, nil)
	visitor := s.visitor("ja")
	each(t, count*rounds, 100, func(i int) error {
		m := members[i%count]
		own := func(path string, needed ...string) (answer, error) {
			a, err := want(m.Get(path))
			for _, text := range needed {
				if err == nil && !bytes.Contains(a.Raw, []byte(`"`+text+`"`)) {
					err = fmt.Errorf("%s of %s does not say %q: %s", path, m.Email, text, a)
				}
			}
			if err == nil {
				err = m.only(a)
			}
			if err == nil && a.Header.Get("Cache-Control") != "no-store" {
				err = fmt.Errorf("%s may be stored: %q", path, a.Header.Get("Cache-Control"))
			}
			return a, err
		}
		a, err := own("/mypage/screen-data", m.Email, m.Nickname)
		if err != nil {
			return err
		}
		id, _ := a.Body["account"].(map[string]any)["authId"].(string)
		if m.Cookie("auid") != id {
			return fmt.Errorf("%s is told to be %s and has the cookie of %s", m.Email, id, m.Cookie("auid"))
		}
		plan := map[string]string{"ja": "月額プラン", "en": "Monthly"}[m.Language]
		for path, needed := range map[string][]string{
			"/zapi/internal/account-header/screen-data": {id, m.Nickname},
			"/root/screen-data":                         {id, m.Language, map[string]string{"ja": "金庫座", "en": "The Vault"}[m.Language]},
			"/mypage/plans/screen-data":                 {plan},
			"/plans/monthly/screen-data":                {plan, m.Email},
		} {
			if _, err := own(path, needed...); err != nil {
				return err
			}
		}
		if a, err = visitor.Get("/mypage/screen-data"); err != nil || a.Text("redirectTo") != "/login?returnTo=%2Fmypage" || len(a.Body) != 1 {
			return fmt.Errorf("somebody who is not signed in gets %s, %w", a, err)
		}
		return nil
	})
}

// only fails when an answer holds another member's address or nickname.
func (m *member) only(a answer) error {
	text := strings.NewReplacer(m.Email, "", m.Nickname, "").Replace(string(a.Raw))
	if strings.Contains(text, "-private@") || strings.Contains(text, "nick-") {
		return fmt.Errorf("%s reads of another member: %s", m.Email, a)
	}
	return nil
}
