package paypal

import (
	"encoding/json"
	"net/http"
	"time"
)

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

// captureAuthorization is POST /v2/payments/authorizations/{id}/capture.
func (s *Service) captureAuthorization(r restRequest) (int, object, *fault) {
	p, ok := s.state.Payments[r.id]
	if !ok || p.Order == "" {
		return 0, nil, notFound
	}
	in := struct {
		Amount *money `json:"amount"`
	}{}
	if len(r.body) > 0 && json.Unmarshal(r.body, &in) != nil {
		return 0, nil, missing("/amount")
	}
	amount := p.Amount
	if in.Amount != nil {
		var refusal *fault
		if amount, refusal = in.Amount.yen(); refusal != nil {
			return 0, nil, refusal
		}
	}
	if refusal := s.capture(p, amount, r.script); refusal != nil {
		return 0, nil, refusal
	}
	return http.StatusCreated, captureBody(p, r.base), nil
}

// captureBody is a capture as PayPal shows it.
func captureBody(p *payment, base string) object {
	status := p.Taken
	if back := p.refunded(); back == p.Amount {
		status = "REFUNDED"
	} else if back > 0 {
		status = "PARTIALLY_REFUNDED"
	}
	body := object{
		"id": p.Capture, "status": status, "amount": yen(p.Amount), "final_capture": true, "invoice_id": p.Invoice, "custom_id": p.Custom,
		"supplementary_data": object{"related_ids": object{"order_id": p.Order, "authorization_id": p.ID}},
		"create_time":        stamp(p.At), "update_time": stamp(p.At),
		"links": []object{
			{"href": base + "/v2/payments/captures/" + p.Capture, "rel": "self", "method": "GET"},
			{"href": base + "/v2/payments/captures/" + p.Capture + "/refund", "rel": "refund", "method": "POST"},
			{"href": base + "/v2/payments/authorizations/" + p.ID, "rel": "up", "method": "GET"},
		},
	}
	if p.Taken == takenPending {
		body["status_details"] = object{"reason": "PENDING_REVIEW"}
	}
	return body
}

// voidAuthorization is POST /v2/payments/authorizations/{id}/void.
func (s *Service) voidAuthorization(r restRequest) (int, object, *fault) {
	p, ok := s.state.Payments[r.id]
	if !ok || p.Order == "" {
		return 0, nil, notFound
	}
	if refusal := s.void(p); refusal != nil {
		return 0, nil, refusal
	}
	return http.StatusNoContent, nil, nil
}

// refundCapture is POST /v2/payments/captures/{id}/refund.
func (s *Service) refundCapture(r restRequest) (int, object, *fault) {
	p := s.byCapture(r.id)
	if p == nil || p.Order == "" {
		return 0, nil, notFound
	}
	in := struct {
		Amount *money `json:"amount"`
	}{}
	if len(r.body) > 0 && json.Unmarshal(r.body, &in) != nil {
		return 0, nil, missing("/amount")
	}
	amount := 0
	if in.Amount != nil {
		var refusal *fault
		if amount, refusal = in.Amount.yen(); refusal != nil {
			return 0, nil, refusal
		}
	}
	back, refusal := s.refund(p, amount)
	if refusal != nil {
		return 0, nil, refusal
	}
	return http.StatusCreated, refundBody(p, back, r.base), nil
}

// byCapture is the payment that a capture belongs to; the service is locked.
func (s *Service) byCapture(id string) *payment {
	for _, p := range s.state.Payments {
		if p.Capture == id && id != "" {
			return p
		}
	}
	return nil
}

// refundBody is a refund as PayPal shows it.
func refundBody(p *payment, back refund, base string) object {
	return object{
		"id": back.ID, "status": "COMPLETED", "amount": yen(back.Amount), "invoice_id": p.Invoice, "custom_id": p.Custom,
		"create_time": stamp(back.At), "update_time": stamp(back.At),
		"links": []object{
			{"href": base + "/v2/payments/refunds/" + back.ID, "rel": "self", "method": "GET"},
			{"href": base + "/v2/payments/captures/" + p.Capture, "rel": "up", "method": "GET"},
		},
	}
}
