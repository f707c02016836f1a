package paypal

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"kaiin/server/sandbox/ledger"
	"kaiin/server/sandbox/outcome"
)

// Name is the service's name in the ledger and in the queue of outcomes.
const Name = "paypal"

// Merchant is the one merchant the service knows. Either wire goes away with its first field.
type Merchant struct {
	ClientID, ClientSecret string // of the REST API
	WebhookID              string
	User, Password         string // of the Classic API
	Signature              string
}

// Clock tells the time by which tokens and orders end.
type Clock interface{ Now() time.Time }

// Config is what a Service is made of.
type Config struct {
	Merchant  Merchant
	PublicURL string // where browsers and the product reach the sandbox; empty: where they called it
	NoticeURL string // where notices are sent; empty: they are only kept
	Clock     Clock
	Queue     *outcome.Queue
	Changed   func() // called after every change of what Save returns
}

// Service is the pretended PayPal. It is safe for concurrent use.
type Service struct {
	Config
	signer signer

	mu      sync.Mutex
	state   state
	tokens  map[string]time.Time // access tokens and their ends
	calls   []Call
	notices []*Notice
	waiting *Notice // told after the next one
}

// state is what outlives a restart.
type state struct {
	Last     int64               `json:"last"` // the number given last to anything
	Setups   map[string]*setup   `json:"setups"`
	Wallets  map[string]*wallet  `json:"wallets"`
	Orders   map[string]*order   `json:"orders"`
	Payments map[string]*payment `json:"payments"`
	Replies  map[string]kept     `json:"replies"`
}

func emptyState(last int64) state {
	return state{
		Last: last, Setups: map[string]*setup{}, Wallets: map[string]*wallet{}, Orders: map[string]*order{}, Payments: map[string]*payment{},
		Replies: map[string]kept{},
	}
}

// New checks the merchant's data. Its error names every fault at once.
func New(cfg Config) (*Service, error) {
	m := cfg.Merchant
	var faults []error
	if (m.ClientID == "") != (m.ClientSecret == "") {
		faults = append(faults, errors.New("the client id and the client secret of PayPal go together"))
	}
	if (m.User == "") != (m.Password == "") || (m.User == "") != (m.Signature == "") {
		faults = append(faults, errors.New("the user, the password and the signature of PayPal's Classic API go together"))
	}
	s := &Service{Config: cfg, state: emptyState(0), tokens: map[string]time.Time{}}
	s.signer.secret = m.ClientSecret
	return s, errors.Join(faults...)
}

// Offered tells whether either wire is played.
func (s *Service) Offered() bool { return s.Merchant.ClientID != "" || s.Merchant.User != "" }

// Routes adds the service's addresses.
func (s *Service) Routes(mux *http.ServeMux) {
	if !s.Offered() {
		return
	}
	if s.Merchant.ClientID != "" {
		s.restRoutes(mux)
	}
	if s.Merchant.User != "" {
		mux.HandleFunc("POST /nvp", s.serveNVP)
		mux.HandleFunc("GET /cgi-bin/webscr", s.showCheckout)
	}
	mux.HandleFunc("GET /paypal/approve/{id}", s.showApproval)
	mux.HandleFunc("POST /paypal/approve/{id}", s.answerApproval)
	mux.HandleFunc("GET /paypal/notices.json", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, s.Notices()) })
	mux.HandleFunc("GET /paypal/wallets.json", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, s.Wallets()) })
	mux.HandleFunc("POST /paypal/notices/{n}/resend", s.resend)
	mux.HandleFunc("POST /paypal/wallets/{id}/end", s.endWallet)
	mux.HandleFunc("POST /paypal/payments/{id}/{act}", s.act)
}

// Ledger is every charge and every refund, oldest first.
func (s *Service) Ledger() []ledger.Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Now()
	entries := make([]ledger.Entry, 0, len(s.state.Payments))
	for _, id := range slices.Sorted(maps.Keys(s.state.Payments)) { // so that entries of one moment keep their order
		entries = append(entries, s.state.Payments[id].entries(now)...)
	}
	ledger.Sort(entries)
	return entries
}

// Reset forgets everything but the running number, so that no id is ever given twice.
func (s *Service) Reset() {
	s.mu.Lock()
	s.state = emptyState(s.state.Last)
	s.tokens = map[string]time.Time{}
	s.calls, s.notices, s.waiting = nil, nil, nil
	s.mu.Unlock()
	s.Changed()
}

// Save writes down what must outlive a restart, and forgets answers whose request ids are over.
func (s *Service) Save() (json.RawMessage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Now()
	maps.DeleteFunc(s.state.Replies, func(_ string, k kept) bool { return now.After(k.Ends) })
	return json.Marshal(s.state)
}

// Restore puts back what Save wrote.
func (s *Service) Restore(saved json.RawMessage) error {
	restored := emptyState(0)
	if len(saved) > 0 {
		if err := json.Unmarshal(saved, &restored); err != nil {
			return fmt.Errorf("the saved state of %s cannot be read: %w", Name, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = restored
	return nil
}

const idDigits = "ABCDEFGHJKLMNPRSTUVWXY0123456789"

// number is an id in PayPal's form, 17 characters; the service is locked.
func (s *Service) number() string {
	s.state.Last++
	id := fmt.Sprintf("%05d", s.state.Last%100000)
	raw := make([]byte, 12)
	_, _ = rand.Read(raw)
	for _, b := range raw {
		id += string(idDigits[int(b)%len(idDigits)])
	}
	return id
}

// baseURL is where the browser and the product reach the sandbox.
func (s *Service) baseURL(r *http.Request) string {
	return cmp.Or(s.PublicURL, (&url.URL{Scheme: "http", Host: r.Host}).String())
}
