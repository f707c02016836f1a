package paypal

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"unicode/utf8"
)

func usable(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// beginSetup is POST /v3/vault/setup-tokens.
func (s *Service) beginSetup(r restRequest) (int, object, *fault) {
	var in struct {
		Customer struct {
			ID string `json:"id"`
		} `json:"customer"`
		Source struct {
			PayPal *struct {
				Description string `json:"description"`
				Usage       string `json:"usage_type"`
				Experience  struct {
					Return   string `json:"return_url"`
					Cancel   string `json:"cancel_url"`
					Brand    string `json:"brand_name"`
					Locale   string `json:"locale"`
					Shipping string `json:"shipping_preference"`
				} `json:"experience_context"`
			} `json:"paypal"`
		} `json:"payment_source"`
	}
	wallet := &in.Source
	switch err := json.Unmarshal(r.body, &in); {
	case err != nil || wallet.PayPal == nil:
		return 0, nil, missing("/payment_source/paypal")
	case in.Customer.ID != "" && !customerForm.MatchString(in.Customer.ID):
		return 0, nil, missing("/customer/id")
	case wallet.PayPal.Usage != "MERCHANT":
		return 0, nil, missing("/payment_source/paypal/usage_type")
	case utf8.RuneCountInString(wallet.PayPal.Description) > 128:
		return 0, nil, missing("/payment_source/paypal/description")
	case !usable(wallet.PayPal.Experience.Return) || !usable(wallet.PayPal.Experience.Cancel):
		return 0, nil, missing("/payment_source/paypal/experience_context")
	}
	e := wallet.PayPal.Experience
	t := &setup{
		ID: s.number(), Status: setupOpen, Description: wallet.PayPal.Description, Brand: e.Brand, Return: e.Return, Cancel: e.Cancel,
		Customer: in.Customer.ID, At: s.Clock.Now(),
	}
	s.state.Setups[t.ID] = t
	return http.StatusCreated, s.setupBody(t, r.base), nil
}

func (s *Service) setupBody(t *setup, base string) object {
	links := []object{{"href": base + "/v3/vault/setup-tokens/" + t.ID, "rel": "self", "method": "GET"}}
	if t.Status == setupOpen {
		links = append(links, object{"href": base + "/paypal/approve/" + t.ID, "rel": "approve", "method": "GET"})
	}
	return object{"id": t.ID, "status": t.Status, "payment_source": object{"paypal": object{"description": t.Description, "usage_type": "MERCHANT"}}, "links": links}
}

func (s *Service) readSetup(r restRequest) (int, object, *fault) {
	t, ok := s.state.Setups[r.id]
	if !ok || t.NVP {
		return 0, nil, notFound
	}
	return http.StatusOK, s.setupBody(t, r.base), nil
}

// keepWallet is POST /v3/vault/payment-tokens.
func (s *Service) keepWallet(r restRequest) (int, object, *fault) {
	var in struct {
		Source struct {
			Token struct {
				ID   string `json:"id"`
				Type string `json:"type"`
			} `json:"token"`
		} `json:"payment_source"`
	}
	if json.Unmarshal(r.body, &in) != nil || in.Source.Token.Type != "SETUP_TOKEN" {
		return 0, nil, missing("/payment_source/token")
	}
	w, refusal := s.keep(in.Source.Token.ID, false)
	if refusal != nil {
		return 0, nil, refusal
	}
	return http.StatusCreated, s.walletBody(w, r.base), nil
}

// keep makes a wallet of a setup that was approved; the service is locked.
func (s *Service) keep(setupID string, nvp bool) (*wallet, *fault) {
	t, ok := s.state.Setups[setupID]
	now := s.Clock.Now()
	switch {
	case !ok || t.NVP != nvp:
		return nil, noSetup
	case t.Status == setupKept:
		return nil, setupSpent
	case now.After(t.At.Add(setupLife)):
		return nil, setupOver
	case t.Status != setupApproved:
		return nil, notApproved
	}
	t.Status = setupKept
	w := &wallet{ID: s.number(), NVP: nvp, Payer: t.Payer, Customer: t.Customer, At: now}
	if nvp {
		w.ID = "B-" + w.ID
	}
	s.state.Wallets[w.ID] = w
	if !nvp {
		s.tellOf(noticeKept, s.walletBody(w, ""))
	}
	return w, nil
}

func (s *Service) walletBody(w *wallet, base string) object {
	p := payerOf(w.Payer)
	return object{
		"id": w.ID, "customer": object{"id": cmp.Or(w.Customer, "C"+p.ID[:9])},
		"payment_source": object{"paypal": object{
			"description": "", "usage_type": "MERCHANT", "email_address": p.Email, "account_id": p.ID, "name": object{"full_name": p.Name},
		}},
		"links": []object{{"href": base + "/v3/vault/payment-tokens/" + w.ID, "rel": "self", "method": "GET"}},
	}
}

// customerForm is what ids of customers look like.
var customerForm = regexp.MustCompile(`^[0-9a-zA-Z_-]{7,22}$`)

// listWallets is GET /v3/vault/payment-tokens?customer_id=.
func (s *Service) listWallets(r restRequest) (int, object, *fault) {
	customer := r.query.Get("customer_id")
	if !customerForm.MatchString(customer) {
		return 0, nil, missing("/customer_id")
	}
	tokens := []object{}
	for _, id := range slices.Sorted(maps.Keys(s.state.Wallets)) {
		if w := s.state.Wallets[id]; w.Customer == customer && !w.Ended && !w.NVP {
			tokens = append(tokens, s.walletBody(w, r.base))
		}
	}
	return http.StatusOK, object{"customer": object{"id": customer}, "payment_tokens": tokens, "links": []object{}}, nil
}

func (s *Service) readWallet(r restRequest) (int, object, *fault) {
	w, ok := s.state.Wallets[r.id]
	if !ok || w.NVP || w.Ended {
		return 0, nil, notFound
	}
	return http.StatusOK, s.walletBody(w, r.base), nil
}

// deleteWallet is DELETE /v3/vault/payment-tokens/{id}.
func (s *Service) deleteWallet(r restRequest) (int, object, *fault) {
	w, ok := s.state.Wallets[r.id]
	if !ok || w.NVP || w.Ended {
		return 0, nil, notFound
	}
	s.end(w)
	return http.StatusNoContent, nil, nil
}
