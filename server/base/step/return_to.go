package step

import (
	"net/url"
	"strings"
	"unicode"
)

// SafeReturnTo is the path when it leads back into this site, else "". A browser reads
// "//host" and "/\host" as another site and drops tabs and line feeds before it does, so the path
// may hold neither. The pages of logging in and out are no targets, since the visitor would be sent
// round in a circle.
func SafeReturnTo(path string) string {
	if len(path) > 2000 || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.Contains(path, `\`) {
		return ""
	}
	if strings.ContainsFunc(path, unicode.IsControl) {
		return ""
	}
	u, err := url.Parse(path)
	if err != nil || u.Host != "" || u.Scheme != "" {
		return ""
	}
	switch first, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/"); first {
	case "login", "logout":
		return ""
	}
	return path
}
