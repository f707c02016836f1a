package settings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kaiin/server/base/written"
)

// Security says where people report a weakness of the site (RFC 9116). Without a contact the site
// has no security.txt.
type Security struct {
	// Contact has mailto: and https:// addresses, the preferred one first.
	Contact []string `json:"contact"`
	// Policy is the page that says how to report: a path of the site or an https:// URL, or empty.
	Policy string `json:"policy"`
}

// A URI has printable ASCII alone; other characters are percent-encoded (RFC 3986).
var (
	printable = regexp.MustCompile(`^[!-~]+$`)
	mailbox   = regexp.MustCompile(`^mailto:[!-~]+@[!-~]+$`)
)

func (s Security) validate(p *written.Problems) {
	for i, contact := range s.Contact {
		path := fmt.Sprintf("security.contact[%d]", i)
		p.Check(mailbox.MatchString(contact) || isSecureURL(contact), path, "%q must be a mailto: address or an https:// URL, in ASCII", contact)
		p.Check(!slices.Contains(s.Contact[:i], contact), path, "%q is given twice", contact)
	}
	isPath := printable.MatchString(s.Policy) && written.IsPath(s.Policy)
	p.Check(s.Policy == "" || isPath || isSecureURL(s.Policy), "security.policy", "%q must be a path of the site or an https:// URL, in ASCII", s.Policy)
	p.Check(s.Policy == "" || len(s.Contact) > 0, "security.policy", "needs a security.contact")
}

// isSecureURL is whether the address is an absolute https URL, as RFC 9116 asks.
func isSecureURL(v string) bool {
	return printable.MatchString(v) && strings.HasPrefix(v, "https://") && written.IsURL(v)
}
