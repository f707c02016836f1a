package sbps

import "encoding/base64"

// savedInfo is the card kept for a customer code. A customer has one card at most.
type savedInfo struct {
	Number   int64     `json:"number"` // sps_cust_no
	Card     card      `json:"card"`
	Reserved [3]string `json:"reserved"`
}

var reservedNames = [3]string{"resrv1", "resrv2", "resrv3"}

// keepCard saves or replaces; a customer keeps his number.
func (s *Service) keepCard(custCode string, info savedInfo) {
	if old, ok := s.state.Cards[custCode]; ok {
		info.Number = old.Number
	} else {
		info.Number = s.number()
	}
	s.state.Cards[custCode] = info
}

// saveCard is MG02-00131: it needs a customer without a card.
func (s *Service) saveCard(req *request) ([]*element, error) {
	if _, ok := s.state.Cards[req.get("cust_code")]; ok {
		return nil, refuse(errSavedCard, fieldNone, "a card is saved for the customer already")
	}
	return s.putCard(req)
}

// updateCard is MG02-00132: it needs a customer with a card.
func (s *Service) updateCard(req *request) ([]*element, error) {
	if _, err := s.cardOf(req); err != nil {
		return nil, err
	}
	return s.putCard(req)
}

func (s *Service) putCard(req *request) ([]*element, error) {
	c, err := s.spendCardToken(req)
	if err != nil {
		return nil, err
	}
	info := savedInfo{Card: c}
	for i, name := range reservedNames {
		info.Reserved[i] = req.get("pay_method_info." + name)
	}
	s.keepCard(req.get("cust_code"), info)
	answer := []*element{s.transaction(req)}
	if req.option("cardbrand_return_flg") == "1" {
		answer = append(answer, group("res_pay_method_info", s.secret(req, "cardbrand_code", c.Brand)))
	}
	return s.withCustomer(req, answer), nil
}

// deleteCard is MG02-00103.
func (s *Service) deleteCard(req *request) ([]*element, error) {
	if _, err := s.cardOf(req); err != nil {
		return nil, err
	}
	answer := s.withCustomer(req, []*element{s.transaction(req)})
	delete(s.state.Cards, req.get("cust_code"))
	return answer, nil
}

// lookupCard is MG02-00104. The number is masked whatever response_info_type asks for.
func (s *Service) lookupCard(req *request) ([]*element, error) {
	info, err := s.cardOf(req)
	if err != nil {
		return nil, err
	}
	method := []*element{s.secret(req, "cc_number", info.Card.masked()), s.secret(req, "cc_expiration", info.Card.Expiry)}
	if req.option("cardbrand_return_flg") == "1" {
		method = append(method, s.secret(req, "cardbrand_code", info.Card.Brand))
	}
	for i, name := range reservedNames {
		if req.encrypted {
			method = append(method, s.secret(req, name, info.Reserved[i]))
		} else {
			method = append(method, value(name, base64.StdEncoding.EncodeToString(toShiftJIS(info.Reserved[i]))))
		}
	}
	return s.withCustomer(req, []*element{s.transaction(req), group("res_pay_method_info", method...)}), nil
}

func (s *Service) cardOf(req *request) (savedInfo, error) {
	info, ok := s.state.Cards[req.get("cust_code")]
	if !ok {
		return savedInfo{}, refuse(errSavedCard, fieldNone, "no card is saved for the customer")
	}
	return info, nil
}

// withCustomer adds the service's own numbers for the saved card, when asked for and there is one.
func (s *Service) withCustomer(req *request, answer []*element) []*element {
	info, ok := s.state.Cards[req.get("cust_code")]
	if !ok || req.get("sps_cust_info_return_flg") != "1" {
		return answer
	}
	return append(answer, group("res_sps_info", value("res_sps_cust_no", zeros(info.Number, 12)), value("res_sps_payment_no", "001")))
}
