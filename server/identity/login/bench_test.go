package login_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

// What `make bench` asks for: how many logins by password there are to as many bare hashes of one,
// both asked for by more at once than there are processors, as by a crowd at the door; and what the
// other ways cost beside them.

const (
	benchMembers = 64
	crowding     = 16 // at once for each processor
)

// crowd is members who log in from a browser they are known by, since an alert to each is not what
// is measured.
func crowd(b *testing.B, s *login.Service) (actors []actor.Actor, identifiers []string) {
	b.Helper()
	for range benchMembers {
		row := accounttest.Member(b, s.Account, accounttest.RealPassword)
		signed, err := s.Session.SignIn(b.Context(), actor.Actor{Locale: "ja", IP: "192.0.2.1", UserAgent: "bench"}, row, actor.MethodPassword)
		if err != nil {
			b.Fatal(err)
		}
		actors = append(actors, actor.Actor{Locale: "ja", IP: "192.0.2.1", UserAgent: "bench", KnownBrowser: signed.KnownBrowser})
		identifiers = append(identifiers, *row.Email)
	}
	return actors, identifiers
}

func BenchmarkPasswordLogin(b *testing.B) {
	s := logintest.New(b, nil)
	s.Credential.Passwords.Cost = credential.HashCost{} // that of production
	actors, identifiers := crowd(b, s)
	logIn := func(i int) error {
		_, err := s.Login(context.Background(), actors[i%benchMembers], input(identifiers[i%benchMembers], accounttest.Password))
		return err
	}
	hash := func(int) error {
		_, err := s.Credential.Passwords.Matches(context.Background(), "", nil, accounttest.Password)
		return err
	}
	turn := 200          // logins, then hashes: short, so that both meet the same noise
	if testing.Short() { // only to see that it works
		turn = 8
	}
	var ratios []float64
	var logins time.Duration
	byCrowd(b, turn, logIn) // opens the connections
	b.ResetTimer()
	for range max(1, b.N/turn) {
		bare, took := byCrowd(b, turn, hash), byCrowd(b, turn, logIn)
		ratios = append(ratios, bare.Seconds()/took.Seconds())
		logins += took
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "logins/hash")
	b.ReportMetric(float64(len(ratios)*turn)/logins.Seconds(), "logins/s")
}

// byCrowd does something n times, as a crowd does, and returns how long that took.
func byCrowd(b *testing.B, n int, do func(i int) error) time.Duration {
	b.Helper()
	var next atomic.Int64
	var all sync.WaitGroup
	began := time.Now()
	for range crowding * runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := int(next.Add(1)); i <= n; i = int(next.Add(1)) {
				if err := do(i); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

func BenchmarkCodeLogin(b *testing.B) {
	s := logintest.New(b, nil)
	actors, identifiers := crowd(b, s)
	type ready struct {
		actor            actor.Actor
		identifier, code string
	}
	waiting := make([]ready, b.N)
	for i := range waiting {
		member := i % benchMembers
		visitor, _ := logintest.Visitor(b, s)
		visitor.KnownBrowser = actors[member].KnownBrowser
		if _, err := s.RequestCode(b.Context(), visitor, login.CodeRequest{Identifier: identifiers[member]}); err != nil {
			b.Fatal(err)
		}
		logintest.MailCodes(b, s)
		waiting[i] = ready{visitor, identifiers[member], accounttest.PinCode(b, s.Account, identifiers[member])}
		s.Store.DB.Exec("DELETE FROM throttles") // as if a day had passed for each
	}
	b.ResetTimer()
	for _, w := range waiting {
		if _, err := s.Login(context.Background(), w.actor, byCode(w.identifier, w.code)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSessionLookup(b *testing.B) {
	s := logintest.New(b, nil)
	_, token := logintest.Member(b, s, accounttest.Member(b, s.Account, accounttest.RealPassword).ID)
	b.SetParallelism(crowding)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if row, _, err := s.Session.Resume(context.Background(), token); err != nil || row == nil {
				b.Errorf("%v, %v", row, err)
			}
		}
	})
}
