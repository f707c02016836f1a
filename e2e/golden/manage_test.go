package golden

// manage changes what a contract is paid with. A contract that is not on hold owes nothing that
// could be paid again.
func manage(p *person) {
	p.buyer()
	id := p.bought("monthly").Text("subscriptionId")
	page, call := "/mypage/subscription/"+id, "/zapi/subscription/"+id
	method := p.visit("/mypage/payment-method").Text("defaultPaymentMethodId")

	stranger := p.another("stranger").joined()
	for _, path := range []string{page, page + "/payment-method", page + "/payment-method/complete", page + "/plan"} {
		stranger.sees(404, "another's", path)
		p.see("under contract", path)
	}
	for _, path := range []string{page + "/plan/confirm?planId=standard", page + "/plan/complete"} {
		stranger.sees(404, "another's", path)
		p.sees(away, "no plan was chosen", path)
	}
	stranger.fails(404, "another's", call+"/re-settlement", object{})
	stranger.fails(404, "another's", call+"/change-payment-method", object{"paymentMethodId": method})

	p.fails(400, "none is chosen", call+"/plan", object{})
	p.fails(409, "of no group", call+"/plan", object{"planId": "standard"})
	p.fails(404, "another's", "/zapi/subscription/"+unknownID+"/plan", object{"planId": "standard"})
	p.call("nothing to take back", call+"/plan/cancel", object{})
	p.fails(400, "none is chosen", call+"/change-payment-method", object{})
	p.fails(404, "another's method", call+"/change-payment-method", object{"paymentMethodId": unknownID})
	p.call("under contract", call+"/change-payment-method", object{"paymentMethodId": method}) // C-071
	p.call("nothing to pay", call+"/re-settlement", object{})
}
