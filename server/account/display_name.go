package account

import (
	"strings"

	"kaiin/ent"
)

// DisplayName is what the site calls a member: the nickname, else the name, family name first in both languages,
// else the user ID, else the e-mail address; "" when the account has none of them.
func DisplayName(row *ent.Account) string {
	for _, name := range []string{
		given(row.Nickname), given(row.Name), strings.TrimSpace(given(row.FamilyName) + " " + given(row.GivenName)),
		given(row.UserID), given(row.Email),
	} {
		if name != "" {
			return name
		}
	}
	return ""
}

func given(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
