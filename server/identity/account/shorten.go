package account

import "strings"

// ShortEmail is an address as it is shown to a caller who may not be its owner: t***@example.jp.
func ShortEmail(address string) string {
	local, domain, ok := strings.Cut(address, "@")
	if !ok || local == "" {
		return "***"
	}
	return local[:1] + "***@" + domain
}

// ShortPhone is a number that shows only its last digits: *******5678.
func ShortPhone(number string) string {
	shown := max(len(number)-4, 0)
	return strings.Repeat("*", shown) + number[shown:]
}
