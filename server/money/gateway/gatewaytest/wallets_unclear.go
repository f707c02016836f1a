package gatewaytest

import (
	"kaiin/server/money/gateway"
)

func heldBack(p *purse) {
	id := p.charge("order-1")
	p.Script(p.T, Commit, HeldBack)
	p.unclear(p.Gateway.Commit(p.Context(), id))
	_, err := p.Gateway.Lookup(p.Context(), "order-1", id)
	p.refused(err, gateway.ReasonPending)
	p.keeps("order-1", 0)
}

func (p *purse) unclearAgreement() {
	p.each(func(p *purse, ending Ending) {
		asked := p.ask()
		p.Answer(p.T, asked, Approves)
		p.Script(p.T, Agree, ending)
		_, err := p.Gateway.Agreed(p.Context(), asked.ID)
		p.unclear(err)
		agreed, err := p.Gateway.Agreed(p.Context(), asked.ID)
		if p.AgreesOnce && ending.tookEffect() {
			p.refused(err, gateway.ReasonDeclined)
			return
		}
		p.must(err)
		if agreed.Reference == "" {
			p.Error("no agreement")
		}
	})
}

// unclearForget: forgetting again is harmless. An answer without a body cannot be damaged.
func (p *purse) unclearForget() {
	p.each(func(p *purse, ending Ending) {
		m := p.agree()
		p.Script(p.T, Forget, ending)
		if err := p.Gateway.Forget(p.Context(), m); err != nil {
			p.refused(err, gateway.ReasonTrouble)
		}
		p.must(p.Gateway.Forget(p.Context(), m))
		_, err := p.Gateway.Charge(p.Context(), walletRequest("order-1", m))
		p.refused(err, gateway.ReasonEnded)
	})
}

func (p *purse) unclearCharge() {
	p.each(func(p *purse, ending Ending) {
		m := p.agree()
		p.Script(p.T, Charge, ending)
		id, err := p.Gateway.Charge(p.Context(), walletRequest("order-1", m))
		p.unclear(err)
		if ending.tookEffect() {
			id = p.checkState("order-1", id, gateway.TransactionAuthorized, 0)
		} else {
			p.checkState("order-1", id, gateway.TransactionNone, 0)
			id, err = p.Gateway.Charge(p.Context(), walletRequest("order-1", m))
			p.must(err)
		}
		p.must(p.Gateway.Commit(p.Context(), id))
		p.keeps("order-1", 1100)
	})
}

func (p *purse) unclearCommit() {
	p.each(func(p *purse, ending Ending) {
		id := p.charge("order-1")
		p.Script(p.T, Commit, ending)
		p.unclear(p.Gateway.Commit(p.Context(), id))
		p.checkState("order-1", id, map[bool]gateway.TransactionState{
			true: gateway.TransactionSettled, false: gateway.TransactionAuthorized,
		}[ending.tookEffect()], 0)
		p.must(p.Gateway.Commit(p.Context(), id))
		p.keeps("order-1", 1100)
	})
}

func (p *purse) unclearRefund() {
	p.each(func(p *purse, ending Ending) {
		id := p.settle("order-1")
		p.must(p.Gateway.Refund(p.Context(), id, 100))
		p.Script(p.T, RefundPart, ending)
		p.unclear(p.Gateway.Refund(p.Context(), id, 300))
		p.checkState("order-1", id, gateway.TransactionSettled, map[bool]int{true: 400, false: 100}[ending.tookEffect()])
		p.Script(p.T, Refund, ending)
		p.unclear(p.Gateway.Refund(p.Context(), id, 0))
		p.must(p.Gateway.Refund(p.Context(), id, 0))
		p.keeps("order-1", 0)
	})
}

func (p *purse) unclearRelease() {
	p.each(func(p *purse, ending Ending) {
		id := p.charge("order-1")
		p.Script(p.T, Release, ending)
		if err := p.Gateway.Refund(p.Context(), id, 0); err != nil {
			p.unclear(err)
		}
		p.must(p.Gateway.Refund(p.Context(), id, 0))
		p.checkState("order-1", id, gateway.TransactionCanceled, 0)
	})
}

func unknownWallet(p *purse) {
	p.refused(p.Gateway.Commit(p.Context(), "NEVERWAS"), gateway.ReasonRejected)
	p.refused(p.Gateway.Refund(p.Context(), "NEVERWAS", 0), gateway.ReasonRejected)
	p.refused(p.Gateway.Refund(p.Context(), "../x?y#z", 0), gateway.ReasonRejected)
	p.checkState("order-1", "", gateway.TransactionNone, 0)
}
