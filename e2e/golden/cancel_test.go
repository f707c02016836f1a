package golden

// cancel cancels a contract, takes that back, and cancels it once more.
func cancel(p *person) {
	p.buyer()
	id := p.bought("monthly").Text("subscriptionId")
	page, call := "/mypage/subscription/"+id+"/withdraw", "/zapi/subscription/"+id+"/withdraw"
	answers := object{"answers": reasons}

	stranger := p.another("stranger").joined()
	for _, path := range []string{page, page + "/complete", page + "/cancel", page + "/cancel/complete"} {
		stranger.sees(404, "another's", path)
	}
	stranger.fails(404, "another's", call, answers)
	stranger.fails(404, "another's", call+"/cancel", object{})

	p.fails(broken, "without its page", call, answers)
	p.sees(away, "not cancelled", page+"/complete")
	p.sees(away, "not cancelled", page+"/cancel")
	p.see("not cancelled", page+"/cancel/complete")
	p.see("under contract, elsewhere", page+"?returnTo=https%3A%2F%2Felsewhere.example")
	p.see("under contract", page+"?returnTo=%2Fwithdraw")
	p.fails(400, "no answers", call, object{})
	p.fails(400, "wrong answers", call, object{"answers": []object{{"questionId": "reason", "values": []string{"else"}}}})
	p.call("not cancelled", call+"/cancel", object{})
	p.call("cancelled", call, answers)
	p.receipt(page)
	p.sees(away, "cancelled", page)
	p.see("cancelled", page+"/complete?returnTo=%2Fwithdraw")
	p.see("cancelled", page+"/cancel")
	p.sees(away, "cancelled", page+"/cancel/complete")
	p.see("cancelled", "/mypage/subscription/"+id)
	p.see("cancelled", "/withdraw")
	p.fails(409, "cancelled already", call, answers)
	p.call("taken back", call+"/cancel", answers)
	p.see("taken back", page+"/cancel/complete")
	p.see("taken back", "/mypage/subscription/"+id)
}

// receipt hides the number of the receipt, which is random.
func (p *person) receipt(page string) {
	p.t.Helper()
	a := p.visit(page + "/complete")
	number := a.Text("receiptNumber")
	if number == "" {
		p.t.Fatalf("there is no receipt: %s", a.Text("redirectTo"))
	}
	p.text.hide(number, "receipt")
}
