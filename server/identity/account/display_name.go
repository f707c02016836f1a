package account

import (
	"strings"

	"kaiin/ent"
	"kaiin/server/base/store"
)

// DisplayName is what the site calls a member: the nickname, else the name, family name first in
// both languages, else the user ID, else the email address; "" when the account has none
// of them.
func DisplayName(row *ent.Account) string {
	for _, name := range []string{
		store.Text(row.Nickname), store.Text(row.Name), strings.TrimSpace(store.Text(row.FamilyName) + " " + store.Text(row.GivenName)),
		store.Text(row.UserID), store.Text(row.Email),
	} {
		if name != "" {
			return name
		}
	}
	return ""
}
