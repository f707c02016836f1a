// Package staffnet says which requests may be of the staff: those from their networks, with the
// header that no page of another site can send and the cookie of their session.
//
//	Allows   the caller's address is in one of KAIIN_STAFF_NETWORKS; to others nothing of the staff exists
//	Marked   the request has the header x-kaiin-staff: 1
//	Token    the secret of the session's cookie, in a request that is allowed and marked
//
// The address is that of the visit: what a caller writes into X-Forwarded-For counts only as far as
// trusted proxies have written it. Whose session it is, package people knows.
package staffnet
