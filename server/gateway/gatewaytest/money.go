package gatewaytest

import "kaiin/server/payment"

// noAnswer are the endings after which the caller cannot know what happened.
var noAnswer = []Ending{Ignored, Unanswered, Broken}

func settled(b *bench) {
	id := b.charge("order-1")
	if b.stands("order-1", payment.TransactionAuthorized) != id {
		b.Error("another transaction is found under the order id")
	}
	b.must(b.Gateway.Commit(b.Context(), id))
	b.stands("order-1", payment.TransactionSettled)
}

func committedTwice(b *bench) {
	id := b.charge("order-1")
	b.must(b.Gateway.Commit(b.Context(), id))
	b.must(b.Gateway.Commit(b.Context(), id))
	b.stands("order-1", payment.TransactionSettled)
}

func duplicate(b *bench) {
	id := b.charge("order-1")
	_, err := b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, payment.ReasonDuplicate)
	if b.stands("order-1", payment.TransactionAuthorized) != id {
		b.Error("the first charge is lost")
	}
	b.must(b.Gateway.Commit(b.Context(), id))
	_, err = b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, payment.ReasonDuplicate)
	if b.stands("order-1", payment.TransactionSettled) != id {
		b.Error("the first charge is lost")
	}
}

func deliveredTwice(b *bench) {
	b.save()
	b.Script(b.T, Charge, DeliveredTwice)
	_, err := b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, payment.ReasonDuplicate)
	b.must(b.Gateway.Commit(b.Context(), b.stands("order-1", payment.TransactionAuthorized)))
	b.stands("order-1", payment.TransactionSettled)
}

func declined(b *bench) {
	b.save()
	b.Script(b.T, Charge, Declined)
	_, err := b.Gateway.Charge(b.Context(), request("order-1"))
	b.refused(err, payment.ReasonDeclined)
	b.stands("order-1", payment.TransactionNone)
	_, err = b.Gateway.Charge(b.Context(), request("order-2")) // the card may be tried again, under a new order id
	b.must(err)
}

func unknownOrder(b *bench) {
	b.stands("never-charged", payment.TransactionNone)
}

func canceled(b *bench) {
	id := b.charge("order-1")
	b.must(b.Gateway.Refund(b.Context(), id))
	b.stands("order-1", payment.TransactionCanceled)
	b.must(b.Gateway.Refund(b.Context(), id))
	b.stands("order-1", payment.TransactionCanceled)
}

func refunded(b *bench) {
	id := b.charge("order-1")
	b.must(b.Gateway.Commit(b.Context(), id))
	b.must(b.Gateway.Refund(b.Context(), id))
	b.stands("order-1", payment.TransactionCanceled)
	b.must(b.Gateway.Refund(b.Context(), id))
	b.stands("order-1", payment.TransactionCanceled)
}

func commitAfterCancel(b *bench) {
	id := b.charge("order-1")
	b.must(b.Gateway.Refund(b.Context(), id))
	b.refused(b.Gateway.Commit(b.Context(), id), payment.ReasonRejected)
	b.stands("order-1", payment.TransactionCanceled)
}

func unknownTransaction(b *bench) {
	b.refused(b.Gateway.Commit(b.Context(), "00000000009999"), payment.ReasonRejected)
	b.refused(b.Gateway.Refund(b.Context(), "00000000009999"), payment.ReasonRejected)
}

func unclearCharge(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		b.save()
		b.Script(b.T, Charge, ending)
		_, err := b.Gateway.Charge(b.Context(), request("order-1"))
		b.unclear(err)
		if ending != Unanswered {
			b.stands("order-1", payment.TransactionNone)
			return
		}
		b.must(b.Gateway.Commit(b.Context(), b.stands("order-1", payment.TransactionAuthorized)))
		b.stands("order-1", payment.TransactionSettled)
	})
}

func unclearCommit(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		id := b.charge("order-1")
		b.Script(b.T, Commit, ending)
		b.unclear(b.Gateway.Commit(b.Context(), id))
		b.stands("order-1", map[bool]payment.TransactionState{
			true: payment.TransactionSettled, false: payment.TransactionAuthorized,
		}[ending == Unanswered])
		b.must(b.Gateway.Commit(b.Context(), id)) // whatever happened, it can be said again
		b.stands("order-1", payment.TransactionSettled)
	})
}

func unclearRefund(b *bench) {
	b.each(noAnswer, func(b *bench, ending Ending) {
		id := b.charge("order-1")
		b.must(b.Gateway.Commit(b.Context(), id))
		b.Script(b.T, Refund, ending)
		b.unclear(b.Gateway.Refund(b.Context(), id))
		b.stands("order-1", map[bool]payment.TransactionState{
			true: payment.TransactionCanceled, false: payment.TransactionSettled,
		}[ending == Unanswered])
		b.must(b.Gateway.Refund(b.Context(), id))
		b.stands("order-1", payment.TransactionCanceled)
	})
}
