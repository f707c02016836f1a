package sbps

import (
	"errors"
	"strings"
	"testing"

	"kaiin/server/payment"
)

// The codes are those of external documents and recorded answers; unknown means payment.ErrUnknownOutcome.
func TestErrorTable(t *testing.T) {
	t.Parallel()
	const unknown = payment.Reason("unknown outcome")
	for _, c := range []struct {
		code         string
		charge, read payment.Reason // of a call with an effect, of one without
	}{
		{"10103005", payment.ReasonRejected, payment.ReasonRejected}, // item id missing
		{"10105202", payment.ReasonRejected, payment.ReasonRejected}, // dealings_type too long
		{"99900999", payment.ReasonRejected, payment.ReasonRejected}, // no XML
		{"10109025", payment.ReasonRejected, payment.ReasonRejected}, // hash
		{"10110999", payment.ReasonRejected, payment.ReasonRejected}, // late
		{"10112027", payment.ReasonRejected, payment.ReasonRejected}, // unknown tracking id
		{"10123999", payment.ReasonDeclined, payment.ReasonDeclined},
		{"10122999", payment.ReasonDeclined, payment.ReasonDeclined},
		{"10127201", payment.ReasonDeclined, payment.ReasonDeclined},
		{"10161209", payment.ReasonDeclined, payment.ReasonDeclined},
		{"10166999", payment.ReasonDeclined, payment.ReasonDeclined}, // held for manual judgement
		{"101K2999", payment.ReasonDeclined, payment.ReasonDeclined}, // held
		{"10165999", payment.ReasonDeclined, payment.ReasonDeclined}, // cannot be used
		{"10173999", payment.ReasonDeclined, payment.ReasonDeclined}, // expiry: issuers renew behind the same reference
		{"10170999", payment.ReasonHardDecline, payment.ReasonHardDecline},
		{"10171999", payment.ReasonHardDecline, payment.ReasonHardDecline},
		{"10172999", payment.ReasonHardDecline, payment.ReasonHardDecline},
		{"101K1008", payment.ReasonRejected, payment.ReasonRejected}, // more than is left
		{"10146999", payment.ReasonRejected, payment.ReasonRejected}, // already refunded
		{"10160999", payment.ReasonRejected, payment.ReasonRejected}, // commit in the wrong state
		{"10195999", payment.ReasonNoCard, payment.ReasonNoCard},
		{"10196999", payment.ReasonDuplicate, payment.ReasonDuplicate},
		{"101T1227", payment.ReasonToken, payment.ReasonToken},
		{"101T2999", payment.ReasonToken, payment.ReasonToken},
		{"10104227", payment.ReasonToken, payment.ReasonToken}, // a token with characters no token has
		{"10106228", payment.ReasonToken, payment.ReasonToken},
		{"101W3999", payment.ReasonRejected, payment.ReasonRejected},
		{"10121999", unknown, payment.ReasonTrouble}, // card centre
		{"10180999", unknown, payment.ReasonTrouble},
		{"10185999", unknown, payment.ReasonTrouble},
		{"10190999", unknown, payment.ReasonTrouble},
		{"99992999", unknown, payment.ReasonTrouble},
		{"10193999", unknown, payment.ReasonTrouble},
		{"10189999", unknown, payment.ReasonTrouble},                 // not in the table
		{"101Q7999", payment.ReasonRejected, payment.ReasonRejected}, // not in the table
	} {
		for fn, want := range map[function]payment.Reason{fnChargeSaved: c.charge, fnLookup: c.read} {
			err := fn.refuse(c.code)
			got := payment.Reason("")
			if refused, ok := errors.AsType[*payment.GatewayError](err); ok {
				if got = refused.Reason; refused.Code != c.code {
					t.Errorf("%s: code %q", c.code, refused.Code)
				}
			}
			if errors.Is(err, payment.ErrUnknownOutcome) {
				got += unknown
			}
			if got != want {
				t.Errorf("%s from %s: got %s, want %s", c.code, fn.id, got, want)
			}
		}
	}
}

// Every row of the table must count: a type that stood in two rows would take the later one's meaning.
func TestNoTypeStandsTwice(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range rows {
		for kind := range strings.FieldsSeq(r.types) {
			if seen[kind] || len(kind) != 2 {
				t.Errorf("type %q stands twice or is none", kind)
			}
			seen[kind] = true
		}
	}
}
