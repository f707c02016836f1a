package endpoints

// For tests. Constants are variables here, as mutants make variables of them.
var (
	MaxStop       = maxStop
	NoticesAtOnce = noticesAtOnce
	SecurityPath  = securityPath
)

// VisitCookie is visitCookie, for tests.
func (s *Social) VisitCookie(state string) string { return s.visitCookie(state) }
