package acts

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

// BenchmarkAct tells how many ms the act of an effect costs: what a transaction of its own with an
// act takes. The member's chain and the table are long before. It knows no bounds.
func BenchmarkAct(b *testing.B) {
	r := setup(b)
	kept, member := 100_000, uuid.New()
	if testing.Short() {
		kept = 100
	}
	r.must(b, r.Store.Exec(b.Context(), `INSERT INTO acts (id, chain, sequence, at, keep_until, name, kind, previous_hash, hash)
		SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $1 ELSE 'cli:hanako' END, (n + 1) / 2, $2, $2, 'hanako', 'refund.asked', sha256(''), sha256(n::text::bytea)
		FROM generate_series(1, $3::int) AS n`, "member:"+member.String(), morning, kept))
	r.must(b, r.Store.Exec(b.Context(), `ANALYZE acts`))
	d := r.by(b, "hanako")
	act := Act{Kind: RefundAsked, AccountID: member, Target: Target{"charge", uuid.NewString()}, Details: map[string]any{"amount": 1100, "left": 0}}
	for b.Loop() {
		r.must(b, d.Note(b.Context(), act))
	}
	b.ReportMetric(float64(b.Elapsed())/float64(time.Millisecond)/float64(b.N), "ms-an-act")
}
