package sbps

import (
	"errors"
	"strings"
	"testing"

	"kaiin/server/money/gateway"
)

// The codes are those of external documents and recorded answers; unknown means
// gateway.ErrUnknownOutcome.
func TestErrorTable(t *testing.T) {
	t.Parallel()
	const unknown = gateway.Reason("unknown outcome")
	for _, c := range []struct {
		code         string
		charge, read gateway.Reason // of a call with an effect, of one without
	}{
		{"10103005", gateway.ReasonRejected, gateway.ReasonRejected}, // item id missing
		{"10105202", gateway.ReasonRejected, gateway.ReasonRejected}, // dealings_type too long
		{"99900999", gateway.ReasonRejected, gateway.ReasonRejected}, // no XML
		{"10109025", gateway.ReasonRejected, gateway.ReasonRejected}, // hash
		{"10110999", gateway.ReasonRejected, gateway.ReasonRejected}, // late
		{"10112027", gateway.ReasonRejected, gateway.ReasonRejected}, // unknown tracking id
		{"10123999", gateway.ReasonDeclined, gateway.ReasonDeclined},
		{"10122999", gateway.ReasonDeclined, gateway.ReasonDeclined},
		{"10127201", gateway.ReasonDeclined, gateway.ReasonDeclined},
		{"10161209", gateway.ReasonDeclined, gateway.ReasonDeclined},
		{"10166999", gateway.ReasonDeclined, gateway.ReasonDeclined}, // held for manual judgement
		{"101K2999", gateway.ReasonDeclined, gateway.ReasonDeclined}, // held
		{"10165999", gateway.ReasonDeclined, gateway.ReasonDeclined}, // cannot be used
		{"10173999", gateway.ReasonDeclined, gateway.ReasonDeclined}, // expiry: issuers renew behind the same reference
		{"10170999", gateway.ReasonHardDecline, gateway.ReasonHardDecline},
		{"10171999", gateway.ReasonHardDecline, gateway.ReasonHardDecline},
		{"10172999", gateway.ReasonHardDecline, gateway.ReasonHardDecline},
		{"101K1008", gateway.ReasonRejected, gateway.ReasonRejected}, // more than is left
		{"10146999", gateway.ReasonRejected, gateway.ReasonRejected}, // already refunded
		{"10160999", gateway.ReasonRejected, gateway.ReasonRejected}, // commit in the wrong state
		{"10195999", gateway.ReasonNoCard, gateway.ReasonNoCard},
		{"10196999", gateway.ReasonDuplicate, gateway.ReasonDuplicate},
		{"101T1227", gateway.ReasonToken, gateway.ReasonToken},
		{"101T2999", gateway.ReasonToken, gateway.ReasonToken},
		{"10104227", gateway.ReasonToken, gateway.ReasonToken}, // a token with characters no token has
		{"10106228", gateway.ReasonToken, gateway.ReasonToken},
		{"101W3999", gateway.ReasonRejected, gateway.ReasonRejected},
		{"10121999", unknown, gateway.ReasonTrouble}, // card centre
		{"10180999", unknown, gateway.ReasonTrouble},
		{"10185999", unknown, gateway.ReasonTrouble},
		{"10190999", unknown, gateway.ReasonTrouble},
		{"99992999", unknown, gateway.ReasonTrouble},
		{"10193999", unknown, gateway.ReasonTrouble},
		{"10189999", unknown, gateway.ReasonTrouble},                 // not in the table
		{"101Q7999", gateway.ReasonRejected, gateway.ReasonRejected}, // not in the table
	} {
		for fn, want := range map[function]gateway.Reason{fnChargeSaved: c.charge, fnLookup: c.read} {
			err := fn.refuse(c.code)
			got := gateway.Reason("")
			if refused, ok := errors.AsType[*gateway.Error](err); ok {
				if got = refused.Reason; refused.Code != c.code {
					t.Errorf("%s: code %q", c.code, refused.Code)
				}
			}
			if errors.Is(err, gateway.ErrUnknownOutcome) {
				got += unknown
			}
			if got != want {
				t.Errorf("%s from %s: got %s, want %s", c.code, fn.id, got, want)
			}
		}
	}
}

// Every row of the table must count: a type that stood in two rows would take the later
// one's meaning.
func TestNoTypeIsInTwoRows(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range rows {
		for kind := range strings.FieldsSeq(r.types) {
			if seen[kind] || len(kind) != 2 {
				t.Errorf("type %q is there twice or is none", kind)
			}
			seen[kind] = true
		}
	}
}
