package gatewaytest

import (
	"kaiin/server/money/gateway"
)

func releasedByCarrier(l *line) {
	id := l.charge("order-1")
	l.must(l.Gateway.Refund(l.Context(), id, 0))
	l.must(l.Gateway.Refund(l.Context(), id, 0))
	l.checkState("order-1", gateway.TransactionCanceled, 0)
	l.refused(l.Gateway.Commit(l.Context(), id), gateway.ReasonRejected)
	l.keeps("order-1", 0)
}

func unknownToCarrier(l *line) {
	for _, id := range []string{"99999999999999", "NEVERWAS", "../x?y#z", "1/202701", ""} {
		l.refused(l.Gateway.Commit(l.Context(), id), gateway.ReasonRejected)
		l.refused(l.Gateway.Refund(l.Context(), id, 0), gateway.ReasonRejected)
	}
	l.checkState("order-1", gateway.TransactionNone, 0)
}

func (l *line) unclearForget() {
	if !l.Forgets { // nothing is sent, and the agreement stays
		m := l.agree()
		l.must(l.Gateway.Forget(l.Context(), m))
		_, err := l.Gateway.Charge(l.Context(), walletRequest("order-1", m))
		l.must(err)
		return
	}
	l.each(func(l *line, ending Ending) {
		m := l.agree()
		l.Script(l.T, Forget, ending)
		if err := l.Gateway.Forget(l.Context(), m); err != nil {
			l.refused(err, gateway.ReasonTrouble)
		}
		l.must(l.Gateway.Forget(l.Context(), m))
		_, err := l.Gateway.Charge(l.Context(), walletRequest("order-1", m))
		l.refused(err, gateway.ReasonEnded)
	})
}

func (l *line) unclearCharge() {
	l.each(func(l *line, ending Ending) {
		m := l.agree()
		l.Script(l.T, Charge, ending)
		_, err := l.Gateway.Charge(l.Context(), walletRequest("order-1", m))
		l.unclear(err)
		if !ending.tookEffect() {
			l.checkState("order-1", gateway.TransactionNone, 0)
			return
		}
		l.must(l.Gateway.Commit(l.Context(), l.checkState("order-1", gateway.TransactionAuthorized, 0)))
		l.keeps("order-1", 1100)
	})
}

func (l *line) unclearCommit() {
	l.each(func(l *line, ending Ending) {
		id := l.charge("order-1")
		l.Script(l.T, Commit, ending)
		l.unclear(l.Gateway.Commit(l.Context(), id))
		l.checkState("order-1", map[bool]gateway.TransactionState{
			true: gateway.TransactionSettled, false: gateway.TransactionAuthorized,
		}[ending.tookEffect()], 0)
		l.must(l.Gateway.Commit(l.Context(), id))
		l.keeps("order-1", 1100)
	})
}

func (l *line) unclearRefund() {
	l.each(func(l *line, ending Ending) {
		id := l.settle("order-1")
		l.Script(l.T, Refund, ending)
		l.unclear(l.Gateway.Refund(l.Context(), id, 0))
		want := gateway.Transaction{State: gateway.TransactionSettled}
		if ending.tookEffect() {
			want = gateway.Transaction{State: gateway.TransactionCanceled, Refunded: 1100}
		}
		l.checkState("order-1", want.State, want.Refunded)
		l.must(l.Gateway.Refund(l.Context(), id, 0))
		l.keeps("order-1", 0)
	})
}

func chargedOnceByCarrier(l *line) {
	m := l.agree()
	l.Script(l.T, Charge, DeliveredTwice)
	_, err := l.Gateway.Charge(l.Context(), walletRequest("order-1", m))
	l.refused(err, gateway.ReasonDuplicate)
	_, err = l.Gateway.Charge(l.Context(), walletRequest("order-1", m))
	l.refused(err, gateway.ReasonDuplicate)
	l.must(l.Gateway.Commit(l.Context(), l.checkState("order-1", gateway.TransactionAuthorized, 0)))
	l.checkState("order-1", gateway.TransactionSettled, 0)
	l.keeps("order-1", 1100)
}
