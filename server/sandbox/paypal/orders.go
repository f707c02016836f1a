package paypal

import (
	"encoding/json"
	"net/http"
	"strconv"
	"unicode/utf8"

	"kaiin/server/sandbox/outcome"
)

// createOrder is POST /v2/checkout/orders. Only an order without a source of payment is known here.
func (s *Service) createOrder(r restRequest) (int, object, *fault) {
	var in struct {
		Intent string `json:"intent"`
		Source any    `json:"payment_source"`
		Units  []struct {
			Amount struct {
				money
				Breakdown map[string]money `json:"breakdown"`
			} `json:"amount"`
			Invoice     string `json:"invoice_id"`
			Custom      string `json:"custom_id"`
			Description string `json:"description"`
		} `json:"purchase_units"`
	}
	switch err := json.Unmarshal(r.body, &in); {
	case err != nil || len(in.Units) != 1:
		return 0, nil, missing("/purchase_units")
	case in.Intent != "AUTHORIZE":
		return 0, nil, missing("/intent")
	case in.Source != nil:
		return 0, nil, missing("/payment_source")
	}
	unit := in.Units[0]
	amount, refusal := unit.Amount.yen()
	switch {
	case refusal != nil:
		return 0, nil, refusal
	case len(unit.Invoice) > 127 || len(unit.Custom) > 127 || utf8.RuneCountInString(unit.Description) > 127:
		return 0, nil, missing("/purchase_units/0")
	case !adds(amount, unit.Amount.Breakdown):
		return 0, nil, &fault{http.StatusUnprocessableEntity, "AMOUNT_MISMATCH", "10004", "Should equal item_total + tax_total."}
	}
	o := &order{ID: s.number(), Invoice: unit.Invoice, Custom: unit.Custom, Description: unit.Description, Amount: amount, At: s.Clock.Now()}
	s.state.Orders[o.ID] = o
	return http.StatusCreated, s.orderBody(o, r), nil
}

// adds tells whether the parts of an amount come to it.
func adds(amount int, parts map[string]money) bool {
	if parts == nil {
		return true
	}
	for _, part := range parts {
		n, err := strconv.Atoi(part.Value)
		if err != nil || part.Currency != "JPY" || n < 0 {
			return false
		}
		amount -= n
	}
	return amount == 0
}

// live is an order that is not over; the service is locked.
func (s *Service) live(id string) (*order, *fault) {
	o, ok := s.state.Orders[id]
	switch {
	case !ok:
		return nil, notFound
	case o.Payment == "" && s.Clock.Now().After(o.At.Add(orderLife)):
		return nil, orderOver
	}
	return o, nil
}

func (s *Service) readOrder(r restRequest) (int, object, *fault) {
	o, refusal := s.live(r.id)
	if refusal != nil {
		return 0, nil, refusal
	}
	return http.StatusOK, s.orderBody(o, r), nil
}

// authorizeOrder is POST /v2/checkout/orders/{id}/authorize with a wallet.
func (s *Service) authorizeOrder(r restRequest) (int, object, *fault) {
	var in struct {
		Source struct {
			PayPal struct {
				Vault string `json:"vault_id"`
			} `json:"paypal"`
		} `json:"payment_source"`
	}
	if json.Unmarshal(r.body, &in) != nil || in.Source.PayPal.Vault == "" {
		return 0, nil, missing("/payment_source/paypal/vault_id")
	}
	o, refusal := s.live(r.id)
	switch {
	case refusal != nil:
		return 0, nil, refusal
	case o.Payment != "":
		return 0, nil, authorized
	}
	p, refusal := s.authorize(charge{order: o.ID, invoice: o.Invoice, custom: o.Custom, wallet: in.Source.PayPal.Vault, amount: o.Amount}, r.script)
	if refusal != nil {
		return 0, nil, refusal
	}
	o.Payment = p.ID
	return http.StatusCreated, s.orderBody(o, r), nil
}

// orderBody is an order as PayPal shows it, payments included.
func (s *Service) orderBody(o *order, r restRequest) object {
	amount := o.Amount
	if r.script == outcome.WrongAmount {
		amount++
	}
	unit := object{
		"reference_id": "default", "amount": yen(amount), "invoice_id": o.Invoice, "custom_id": o.Custom, "description": o.Description,
	}
	status := "CREATED"
	if p, ok := s.state.Payments[o.Payment]; ok {
		status = "COMPLETED"
		unit["payments"] = s.paymentsBody(p, amount, r.base)
	}
	return object{
		"id": o.ID, "intent": "AUTHORIZE", "status": status, "purchase_units": []object{unit}, "create_time": stamp(o.At),
		"links": []object{{"href": r.base + "/v2/checkout/orders/" + o.ID, "rel": "self", "method": "GET"}},
	}
}

func (s *Service) paymentsBody(p *payment, amount int, base string) object {
	held := "CREATED"
	switch {
	case p.Voided:
		held = "VOIDED"
	case p.Capture != "":
		held = "CAPTURED"
	case p.expired(s.Clock.Now()):
		held = "EXPIRED"
	}
	payments := object{"authorizations": []object{{
		"id": p.ID, "status": held, "amount": yen(amount), "invoice_id": p.Invoice, "custom_id": p.Custom, "create_time": stamp(p.HeldAt),
	}}}
	if p.Capture == "" {
		return payments
	}
	taken := captureBody(p, base)
	taken["amount"] = yen(amount)
	payments["captures"] = []object{taken}
	var refunds []object
	for _, back := range p.Refunds {
		refunds = append(refunds, refundBody(p, back, base))
	}
	if refunds != nil {
		payments["refunds"] = refunds
	}
	return payments
}
