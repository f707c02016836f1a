package sbps

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"time"

	"kaiin/server/sandbox/ledger"
	"kaiin/server/sandbox/outcome"
)

// Name is the service's name in the ledger and in the queue of outcomes.
const Name = "sbps"

// Outcomes are those that can be scripted for this service.
var Outcomes = []string{
	outcome.OK, outcome.Decline, outcome.HardDecline, outcome.ChallengeOK, outcome.ChallengeFail, outcome.TimeoutBefore, outcome.TimeoutAfter,
	outcome.Late, outcome.Duplicate, outcome.HTTP500, outcome.Slow, outcome.Cut, outcome.Doubled, outcome.Misencoded, outcome.WrongAmount, outcome.NoAmount,
	outcome.ReturnPost, agreementCancelled, maintenance,
	noticeAfter, noticeLate, noticeLost, noticeTwice, noticeBadHash, noticeMisencoded, noticeOtherMerchant, noticeWrongAmount,
}

// Merchant is the one merchant the service knows.
type Merchant struct {
	MerchantID    string // 5 digits
	ServiceID     string // 3 digits
	HashKey       string
	BasicUser     string
	BasicPassword string
	TDESKey       string // 24 characters; empty together with TDESIV: encrypted_flg must be 0
	TDESIV        string // 8 characters
}

// Clock tells the time by which requests and tokens are judged.
type Clock interface {
	Now() time.Time
	// Slowest is the time by the slowest clock that may still be about while the time is
	// being moved.
	Slowest() time.Time
}

// Config is what a Service is made of.
type Config struct {
	Merchant  Merchant
	PublicURL string // where browsers reach the sandbox; empty: where the API was called
	Clock     Clock
	Queue     *outcome.Queue
	Changed   func() // called after every change of what Save returns
}

// Service is the pretended SB Payment Service. It is safe for concurrent use.
type Service struct {
	Config
	cipher *tripleDES // nil without keys

	mu         sync.Mutex
	state      state
	calls      []Call
	notices    []*Notice
	returnPost bool // every browser returns by POST
}

// state is what outlives a restart.
type state struct {
	Last            int64                      `json:"last"` // the number given last to anything
	Orders          map[string]string          `json:"orders"`
	Charges         map[string]*charge         `json:"charges"`
	Cards           map[string]savedInfo       `json:"cards"`
	Tokens          map[string]oneTimeToken    `json:"tokens"`
	Authentications map[string]*authentication `json:"authentications"`
	Applications    map[string]*application    `json:"applications"`
	Contracts       map[string]*contract       `json:"contracts"`
}

func emptyState(last int64) state {
	return state{
		Last: last, Orders: map[string]string{}, Charges: map[string]*charge{}, Cards: map[string]savedInfo{},
		Tokens: map[string]oneTimeToken{}, Authentications: map[string]*authentication{},
		Applications: map[string]*application{}, Contracts: map[string]*contract{},
	}
}

var digitsOnly = regexp.MustCompile(`^[0-9]+$`)

// New checks the merchant's data. Its error names every fault at once.
func New(cfg Config) (*Service, error) {
	m := cfg.Merchant
	var faults []error
	if len(m.MerchantID) != 5 || !digitsOnly.MatchString(m.MerchantID) {
		faults = append(faults, errors.New("the SBPS merchant id must be 5 digits"))
	}
	if len(m.ServiceID) != 3 || !digitsOnly.MatchString(m.ServiceID) {
		faults = append(faults, errors.New("the SBPS service id must be 3 digits"))
	}
	if m.HashKey == "" || m.BasicUser == "" || m.BasicPassword == "" {
		faults = append(faults, errors.New("the SBPS hash key, basic user and basic password must be set"))
	}
	s := &Service{Config: cfg, state: emptyState(0)}
	if m.TDESKey != "" || m.TDESIV != "" {
		var err error
		if s.cipher, err = newTripleDES(m.TDESKey, m.TDESIV); err != nil {
			faults = append(faults, err)
		}
	}
	return s, errors.Join(faults...)
}

// Routes adds the service's addresses.
func (s *Service) Routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/xmlapi.do", s.serveAPI)
	mux.HandleFunc("GET /sbps/list.csv", s.serveList)
	mux.HandleFunc("GET /sbpstoken/{script}", serveScript)
	mux.HandleFunc("POST /sbps/tokens", cors(s.serveCardToken))
	mux.HandleFunc("OPTIONS /sbps/tokens", cors(nil))
	mux.HandleFunc("POST /sbps/tds-tokens", cors(s.serveTDSToken))
	mux.HandleFunc("OPTIONS /sbps/tds-tokens", cors(nil))
	mux.HandleFunc("GET /tds/{id}", s.serveTDS)
	mux.HandleFunc("POST /tds/{id}", s.answerTDS)
	s.linkRoutes(mux)
}

// SetReturnPost decides how browsers come back from 3-D Secure from now on: by POST, or by GET as
// at the start.
func (s *Service) SetReturnPost(post bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.returnPost = post
}

// ReturnPost tells how browsers come back from 3-D Secure.
func (s *Service) ReturnPost() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.returnPost
}

// Ledger is every charge and every refund, oldest first.
func (s *Service) Ledger() []ledger.Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chargeMonths()
	now := s.Clock.Now()
	entries := make([]ledger.Entry, 0, len(s.state.Charges))
	for _, id := range slices.Sorted(maps.Keys(s.state.Charges)) { // so that entries of one moment keep their order
		entries = append(entries, s.state.Charges[id].entries(now)...)
	}
	ledger.Sort(entries)
	return entries
}

// Reset forgets everything but the running number, so that no tracking id is ever given twice.
func (s *Service) Reset() {
	s.mu.Lock()
	s.state = emptyState(s.state.Last)
	s.calls, s.notices = nil, nil
	s.returnPost = false
	s.mu.Unlock()
	s.Changed()
}

// Save writes down what must outlive a restart, and forgets tokens that ran out long ago.
func (s *Service) Save() (json.RawMessage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, t := range s.state.Tokens {
		if t.expired(s.Clock.Now().Add(-tokenKept)) {
			delete(s.state.Tokens, key)
		}
	}
	for id, a := range s.state.Applications {
		if s.Clock.Now().After(a.At.Add(applicationKept)) {
			delete(s.state.Applications, id)
		}
	}
	return json.Marshal(s.state)
}

// Restore puts back what Save wrote.
func (s *Service) Restore(saved json.RawMessage) error {
	restored := emptyState(0)
	if err := json.Unmarshal(saved, &restored); err != nil {
		return fmt.Errorf("the saved state of %s cannot be read: %w", Name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = restored
	return nil
}

// number gives the next running number; the service is locked.
func (s *Service) number() int64 {
	s.state.Last++
	return s.state.Last
}

// baseURL is where the browser reaches the sandbox.
func (s *Service) baseURL(r *http.Request) string {
	if s.PublicURL != "" {
		return s.PublicURL
	}
	return (&url.URL{Scheme: "http", Host: r.Host}).String()
}
