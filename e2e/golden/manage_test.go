package golden

// manage changes what a contract is paid with. A contract that is not on hold owes nothing that
// could be paid again.
func manage(p *person) {
	p.buyer()
	id := p.bought("monthly").Text("subscriptionId")
	page, call := "/mypage/subscription/"+id, "/zapi/subscription/"+id
	method := p.visit("/mypage/payment-method").Text("defaultPaymentMethodId")

	stranger := p.another("stranger").joined()
	for _, path := range []string{page, page + "/payment-method", page + "/payment-method/complete"} {
		stranger.sees(404, "another's", path)
		p.see("under contract", path)
	}
	stranger.fails(404, "another's", call+"/re-settlement", object{})
	stranger.fails(404, "another's", call+"/change-payment-method", object{"paymentMethodId": method})

	p.fails(400, "none is chosen", call+"/change-payment-method", object{})
	p.fails(404, "another's method", call+"/change-payment-method", object{"paymentMethodId": unknownID})
	p.call("under contract", call+"/change-payment-method", object{"paymentMethodId": method}) // C-071
	p.call("nothing to pay", call+"/re-settlement", object{})
}
