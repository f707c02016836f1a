package credential_test

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"kaiin/server/base/fault"
	"kaiin/server/identity/credential"
)

func TestPasswordHash(t *testing.T) {
	t.Parallel()
	var pool credential.PasswordPool
	ctx := t.Context()
	hash, err := pool.Hash(ctx, "", "Open9 sesame")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("hash %q, %v", hash, err)
	}
	if other, _ := pool.Hash(ctx, "", "Open9 sesame"); other == hash {
		t.Error("two hashes of one password are the same")
	}
	for password, want := range map[string]bool{"Open9 sesame": true, "open9 sesame": false, "Open9 sesame ": false, " Open9 sesame": false, "Open9 sesam": false, "": false} {
		if right, err := pool.Matches(ctx, "", &hash, password); right != want || err != nil {
			t.Errorf("%q: %v, %v", password, right, err)
		}
	}
	if right, err := pool.Matches(ctx, "", nil, "Open9 sesame"); right || err != nil {
		t.Errorf("no hash: %v, %v", right, err)
	}
	for _, broken := range []string{"", "plain", "$argon2i$v=19$m=1,t=1,p=1$AA$AA", "$argon2id$v=18$m=19456,t=2,p=1$AAAA$AAAA"} {
		if right, err := pool.Matches(ctx, "", &broken, "x"); right || err == nil {
			t.Errorf("hash %q was read", broken)
		}
	}
}

// Without an account the work is the same. Memory measures it better than time, which other
// programs disturb; this test does not run in parallel, so that the memory of no other test is
// counted.
func TestUnknownAccountsCostAsMuchTimeAsKnownOnes(t *testing.T) {
	var pool credential.PasswordPool
	hash, err := pool.Hash(t.Context(), "", "open9sesame")
	if err != nil {
		t.Fatal(err)
	}
	cost := func(hash *string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := pool.Matches(t.Context(), "", hash, "guess9work"); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) >> 20
	}
	if member, unknown := cost(&hash), cost(nil); member < 18 || member > 24 || unknown != member {
		t.Errorf("a member's password takes %d MiB, that of no account %d MiB", member, unknown)
	}
}

func TestFullPoolRefuses(t *testing.T) {
	t.Parallel()
	var pool credential.PasswordPool
	n := runtime.GOMAXPROCS(0)*201 + 20
	ctx, cancel := context.WithCancel(t.Context())
	got := make(chan error, n)
	for range n {
		go func() {
			_, err := pool.Hash(ctx, "", "open9sesame")
			got <- err
		}()
	}
	refused := false
	for range n {
		if f, ok := fault.As(<-got); ok {
			refused = true
			if f.Status() != 503 || f.RetryAfter <= 0 {
				t.Errorf("fault %+v", f)
			}
			cancel() // the others need not be computed
		}
	}
	cancel()
	if !refused {
		t.Error("no caller was refused")
	}
	if _, err := pool.Hash(t.Context(), "", "open9sesame"); err != nil {
		t.Errorf("once the queue is empty: %v", err)
	}
}
