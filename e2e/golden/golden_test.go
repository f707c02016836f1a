// Package golden keeps the answers of every screen and every call, so that what is rearranged
// behind them changes none of them. TestGolden runs one store and leads people through it; what
// they are answered is kept in testdata, a file for each row of the shim's table and one for each
// address of the edge:
//
//	testdata/screens/mypage.txt           GET /mypage/screen-data
//	testdata/calls/account-withdraw.txt   POST /zapi/account/withdraw
//	testdata/edge/auth-callback.txt       GET /auth/callback
//
// A file is a list of cases: who asks and what for, the request, the status, the headers that
// matter, and the body with its members in the order they came in. Below "en" are the lines that
// are different in English. What differs from run to run (ids, tokens, codes, times of day,
// addresses) has a name in angle brackets; the day is always the same, as the sandbox's clock is
// set to it.
//
//	go test ./e2e/golden -update     writes the files anew
package golden

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { blackbox.Main(m, 1) }

var must = blackbox.Must

// today is a little after midnight in Tokyo; all that happens is over before the day ends in Tokyo
// or in UTC, except what the last stories do.
var today = time.Date(2031, time.March, 10, 0, 5, 0, 0, time.FixedZone("JST", 9*60*60))

// stories are the people, in the order they come. A story has an email address and a network of its
// own; of the others it sees only how many contracts of a plan are sold. The last three change the
// store and the day.
var stories = []struct {
	name string
	tell func(*person)
}{
	{"visitor", visitor}, {"bodies", bodies}, {"member", member}, {"app", appBrowser}, {"refused", refused},
	{"signup", signup}, {"signup refused", signupRefused}, {"signup late", signupLate},
	{"login", login}, {"login refused", loginRefused}, {"suspended", suspended}, {"login by code", loginByCode}, {"confirm", confirm},
	{"second factors", secondFactors}, {"factor refused", factorRefused}, {"factor login", factorLogin},
	{"passkeys", passkeys}, {"sessions", sessions}, {"email", emailChange}, {"email refused", emailRefused}, {"unverified", unverified},
	{"password", passwordChange}, {"reset", passwordReset}, {"user id", userID}, {"registration info", registrationInfo}, {"pin", pinCode}, {"picture", profilePicture}, {"own data", ownData}, {"consent", consents}, {"re-consent", reConsent},
	{"linked", linked}, {"connected", connected}, {"google", byGoogle}, {"line", byLINE},
	{"card", card}, {"purchase", purchase}, {"purchase refused", purchaseRefused}, {"bank", bank}, {"trial", trial}, {"campaign", campaign}, {"history", history},
	{"withdraw", withdraw}, {"contract", withdrawWithContract}, {"cancel", cancel}, {"manage", manage},
	{"stale", stale}, {"bare store", bareStore}, {"code store", codeStore}, {"off store", offStore}, {"late", late}, {"wallet", wallet},
}

func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/store.yaml")
	must(t, err)
	// The texts of policies lie beside the store file, which is why it is seeded a second time,
	// from where it lies.
	first := strings.NewReplacer("files: { ja: terms.ja.html, en: terms.en.html }", "external: https://scriptorium.example/terms", "revision: 3", "revision: 2")
	s := blackbox.NewPooled(t, first.Replace(string(text)))
	s.Command("seed", "--store", "testdata/store.yaml", "--by", "hanako", "--reason", "a test")
	s.Command("postal", "import", "--file", "testdata/ken_all.csv", "--by", "hanako", "--reason", "a test")
	s.Start(blackbox.Program())
	s.Outside.Set(t, today)
	all := newRecords(t)
	for i, story := range stories {
		story.tell(newPerson(t, s, all, story.name, i))
	}
	all.compare(t)
	all.booleans.compare(t)
}
