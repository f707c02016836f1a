-- What is owed gets rows of its own: one bill for each order that was charged, each term of a contract that was, and each free one.
-- intended: columns whose meaning moved to bills, subscription_prices and entitlements.source are dropped.

ALTER TABLE "bills" ADD COLUMN "refused_at" timestamptz NULL;
CREATE INDEX "bills_paying" ON "bills" ("subscription_id") WHERE ((state)::text = 'paying'::text);
ALTER TABLE "card_authentications" ADD COLUMN "amount" bigint NOT NULL DEFAULT 0;
ALTER TABLE "refunds" ADD COLUMN "claimed_until" timestamptz NULL;
CREATE INDEX "orders_waiting" ON "orders" ("expires_at") WHERE ((state)::text = 'authenticating'::text);

-- Bills of orders that were charged. Where the order became a contract, it is that of term 1.
INSERT INTO "bills" (id, created_at, account_id, order_id, subscription_id, period, period_start, period_end, plan_id, plan_name,
	list_amount, amount, tax, tax_rate, due_day, state, attempts, paid_at, updated_at)
SELECT gen_random_uuid(), c.created_at, c.account_id, c.order_id, c.subscription_id,
	CASE WHEN p.plan_type = 'subscription' THEN 1 ELSE 0 END,
	(o.terms #>> '{deal,basis,start}')::date,
	CASE
		WHEN p.plan_type = 'subscription' THEN ((o.terms #>> '{deal,basis,start}')::date
			+ make_interval(months => CASE WHEN p.renew_span_unit = 'months' THEN p.renew_span ELSE 0 END::int,
				days => CASE p.renew_span_unit WHEN 'weeks' THEN 7 * p.renew_span WHEN 'days' THEN p.renew_span ELSE 0 END::int))::date - 1
		ELSE (o.terms #>> '{deal,basis,start}')::date + p.viewing_days::int
	END,
	p.id, p.name, c.amount, c.amount, c.tax, c.tax_rate, (o.terms #>> '{deal,basis,start}')::date,
	CASE c.state WHEN 'settled' THEN 'paid' WHEN 'attempting' THEN 'paying' WHEN 'unknown' THEN 'paying' ELSE 'void' END,
	1, c.settled_at, c.updated_at
FROM "charges" c JOIN "orders" o ON o.id = c.order_id JOIN "plans" p ON p.id = o.plan_id;

-- Bills of later terms, and of those a held contract waits for.
INSERT INTO "bills" (id, created_at, account_id, subscription_id, period, period_start, period_end, plan_id, plan_name,
	list_amount, discount, amount, tax, tax_rate, due_day, state, attempts, paid_at, refused_at, updated_at)
SELECT gen_random_uuid(), t.created_at, s.account_id, s.id, t.term,
	(s.anchor_day + (t.term - 1) * span.length)::date, (s.anchor_day + t.term * span.length)::date - 1, p.id, p.name,
	GREATEST(s.original_price, t.amount), GREATEST(s.original_price, t.amount) - t.amount, t.amount, t.tax, t.tax_rate,
	(s.anchor_day + (t.term - 1) * span.length)::date,
	CASE
		WHEN t.settled THEN 'paid'
		WHEN t.live THEN 'paying'
		WHEN s.status IN ('HOLD', 'TRIAL_HOLD') AND t.term = s.term + 1 THEN 'open'
		ELSE 'void'
	END,
	t.attempts, t.settled_at, CASE WHEN NOT t.settled AND NOT t.live THEN t.updated_at END, t.updated_at
FROM (
	SELECT subscription_id, term, min(created_at) AS created_at, max(updated_at) AS updated_at, max(settled_at) AS settled_at,
		max(attempt) AS attempts, max(amount) AS amount, max(tax) AS tax, max(tax_rate) AS tax_rate,
		bool_or(state = 'settled') AS settled, bool_or(state IN ('attempting', 'unknown')) AS live
	FROM "charges" WHERE order_id IS NULL GROUP BY subscription_id, term
	UNION ALL
	SELECT s.id, s.term + 1, COALESCE(s.held_at, s.updated_at), s.updated_at, NULL, 0, s.billing_amount,
		s.billing_amount - s.billing_amount * 100 / (100 + s.tax_rate), s.tax_rate, false, false
	FROM "subscriptions" s
	WHERE s.status IN ('HOLD', 'TRIAL_HOLD')
		AND NOT EXISTS (SELECT 1 FROM "charges" c WHERE c.subscription_id = s.id AND c.term = s.term + 1)
) t JOIN "subscriptions" s ON s.id = t.subscription_id JOIN "plans" p ON p.id = s.plan_id,
LATERAL (SELECT make_interval(months => CASE WHEN s.renew_span_unit = 'months' THEN s.renew_span ELSE 0 END::int,
	days => CASE s.renew_span_unit WHEN 'weeks' THEN 7 * s.renew_span WHEN 'days' THEN s.renew_span ELSE 0 END::int) AS length) span;

-- Free trials, and terms that cost nothing.
INSERT INTO "bills" (id, created_at, account_id, order_id, subscription_id, period, period_start, period_end, plan_id, plan_name,
	list_amount, amount, tax, tax_rate, due_day, state, paid_at, updated_at)
SELECT gen_random_uuid(), s.created_at, s.account_id, s.order_id, s.id, 0, (s.created_at AT TIME ZONE 'Asia/Tokyo')::date, s.first_payment_day - 1,
	p.id, p.name, 0, 0, 0, s.tax_rate, (s.created_at AT TIME ZONE 'Asia/Tokyo')::date, 'paid', s.created_at, s.created_at
FROM "subscriptions" s JOIN "plans" p ON p.id = s.plan_id
WHERE s.first_payment_day > (s.created_at AT TIME ZONE 'Asia/Tokyo')::date
	AND NOT EXISTS (SELECT 1 FROM "bills" b WHERE b.order_id = s.order_id);
INSERT INTO "bills" (id, created_at, account_id, order_id, subscription_id, period, period_start, period_end, plan_id, plan_name,
	list_amount, discount, amount, tax, tax_rate, due_day, state, paid_at, updated_at)
SELECT gen_random_uuid(), s.created_at, s.account_id, CASE WHEN n = 1 AND s.first_payment_day = (s.created_at AT TIME ZONE 'Asia/Tokyo')::date THEN s.order_id END,
	s.id, n, (s.anchor_day + (n - 1) * span.length)::date, (s.anchor_day + n * span.length)::date - 1, p.id, p.name,
	s.original_price, s.original_price, 0, 0, s.tax_rate, (s.anchor_day + (n - 1) * span.length)::date, 'paid', s.updated_at, s.updated_at
FROM "subscriptions" s JOIN "plans" p ON p.id = s.plan_id,
LATERAL (SELECT make_interval(months => CASE WHEN s.renew_span_unit = 'months' THEN s.renew_span ELSE 0 END::int,
	days => CASE s.renew_span_unit WHEN 'weeks' THEN 7 * s.renew_span WHEN 'days' THEN s.renew_span ELSE 0 END::int) AS length) span,
LATERAL generate_series(1, s.term) n
WHERE s.billing_amount = 0 AND NOT EXISTS (SELECT 1 FROM "bills" b WHERE b.subscription_id = s.id AND b.period = n);

-- Prices.
INSERT INTO "subscription_prices" (id, created_at, subscription_id, from_period, list_amount, discount, tax_rate)
SELECT gen_random_uuid(), created_at, id, 1, GREATEST(original_price, billing_amount), GREATEST(original_price, billing_amount) - billing_amount, tax_rate
FROM "subscriptions";

-- Charges become attempts at bills.
ALTER TABLE "charges" ADD COLUMN "authentication_id" uuid NULL, ADD COLUMN "reason" character varying NOT NULL DEFAULT '';
UPDATE "charges" c SET
	bill_id = b.id, initiator = 'member', give_up_at = c.created_at + interval '1 hour',
	authentication_id = (SELECT a.id FROM "card_authentications" a WHERE a.order_id = c.order_id AND a.state = 'succeeded' ORDER BY a.created_at DESC LIMIT 1)
FROM "bills" b WHERE b.order_id = c.order_id;
UPDATE "charges" c SET bill_id = b.id, initiator = 'merchant', give_up_at = c.created_at + interval '3 days'
FROM "bills" b WHERE c.order_id IS NULL AND b.order_id IS NULL AND b.subscription_id = c.subscription_id AND b.period = c.term;
UPDATE "charges" c SET card_brand = m.card_brand, card_suffix = m.card_suffix FROM "payment_methods" m WHERE m.id = c.payment_method_id;
UPDATE "subscription_events" e SET charge_id = c.bill_id FROM "charges" c WHERE c.id = e.charge_id;
DROP INDEX "charges_term_key";
DROP INDEX "charges_order_key";
DROP INDEX "charge_state_updated_at";
UPDATE "charges" SET
	state = CASE WHEN state = 'canceled' THEN 'released' WHEN state = 'attempting' AND tracking_id <> '' THEN 'authorized' ELSE state END,
	reason = CASE state WHEN 'declined' THEN 'declined' WHEN 'canceled' THEN 'trouble' ELSE '' END,
	next_check_at = CASE WHEN state IN ('attempting', 'unknown') THEN updated_at + interval '90 seconds' END,
	applied_at = CASE WHEN state IN ('settled', 'declined', 'canceled') THEN updated_at END;
ALTER TABLE "charges" ALTER COLUMN "bill_id" SET NOT NULL, ALTER COLUMN "initiator" DROP DEFAULT, ALTER COLUMN "give_up_at" SET NOT NULL,
	DROP COLUMN "order_id", DROP COLUMN "subscription_id", DROP COLUMN "term", DROP COLUMN "tax_rate";
CREATE UNIQUE INDEX "charges_attempt_key" ON "charges" ("bill_id", "attempt");
CREATE UNIQUE INDEX "charges_bill_key" ON "charges" ("bill_id") WHERE ((state)::text = ANY (ARRAY[('attempting'::character varying)::text, ('unknown'::character varying)::text, ('authorized'::character varying)::text, ('settled'::character varying)::text]));
CREATE INDEX "charges_open" ON "charges" ("next_check_at") WHERE ((state)::text = ANY (ARRAY[('attempting'::character varying)::text, ('unknown'::character varying)::text, ('authorized'::character varying)::text]));
CREATE INDEX "charges_unapplied" ON "charges" ("updated_at") WHERE ((applied_at IS NULL) AND ((state)::text = ANY (ARRAY[('settled'::character varying)::text, ('declined'::character varying)::text, ('released'::character varying)::text])));

-- Entitlements name their source and say since when they hold; those of running contracts get the days of grace.
ALTER TABLE "entitlements" ADD COLUMN "source" character varying NOT NULL DEFAULT 'order', ADD COLUMN "source_id" uuid NULL,
	ADD COLUMN "starts_at" timestamptz NULL, ADD COLUMN "revoked_at" timestamptz NULL;
UPDATE "entitlements" SET source_id = order_id, starts_at = created_at;
UPDATE "entitlements" e SET expires_at = e.expires_at + interval '7 days' FROM "subscriptions" s
WHERE s.id = e.subscription_id AND s.status IN ('NEW_CONTRACT', 'NEW_TRIAL_CONTRACT', 'RE_CONTRACT', 'ONGOING_CONTRACT', 'TRIAL_TO_PAID',
	'HOLD_RELEASED', 'TRIAL_HOLD_RELEASED', 'CANCEL_REQUEST', 'TRIAL_CANCEL_REQUEST');
UPDATE "entitlements" e SET revoked_at = e.expires_at FROM "subscriptions" s
WHERE s.id = e.subscription_id AND (s.ended_at IS NOT NULL OR s.status IN ('HOLD', 'TRIAL_HOLD', 'HOLD_CANCEL_REQUEST', 'TRIAL_HOLD_CANCEL_REQUEST'));
ALTER TABLE "entitlements" ALTER COLUMN "source" DROP DEFAULT, ALTER COLUMN "source_id" SET NOT NULL, ALTER COLUMN "starts_at" SET NOT NULL,
	DROP COLUMN "order_id";
CREATE UNIQUE INDEX "entitlements_source_key" ON "entitlements" ("source", "source_id");

-- Contracts.
ALTER TABLE "subscription_events" RENAME COLUMN "term" TO "period";
ALTER TABLE "subscription_events" RENAME COLUMN "charge_id" TO "bill_id";
DROP INDEX "subscription_next_settlement_day_status";
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_term_check", ADD COLUMN "due_at" timestamptz NULL;
ALTER TABLE "subscriptions" RENAME COLUMN "term" TO "period";
ALTER TABLE "subscriptions" ALTER COLUMN "period" SET DEFAULT 0, ADD CONSTRAINT "subscriptions_period_check" CHECK (period >= 0);
UPDATE "subscriptions" SET held_at = COALESCE(held_at, updated_at) WHERE status IN ('HOLD', 'TRIAL_HOLD', 'HOLD_CANCEL_REQUEST', 'TRIAL_HOLD_CANCEL_REQUEST');
UPDATE "subscriptions" SET
	paid_through = next_settlement_day - 1,
	due_at = CASE WHEN status IN ('HOLD', 'TRIAL_HOLD') THEN held_at + interval '30 days' ELSE next_settlement_day::timestamp AT TIME ZONE 'Asia/Tokyo' END,
	resume_status = CASE status
		WHEN 'CANCEL_REQUEST' THEN 'ONGOING_CONTRACT' WHEN 'TRIAL_CANCEL_REQUEST' THEN 'NEW_TRIAL_CONTRACT'
		WHEN 'HOLD_CANCEL_REQUEST' THEN 'HOLD' WHEN 'TRIAL_HOLD_CANCEL_REQUEST' THEN 'TRIAL_HOLD' ELSE '' END
WHERE ended_at IS NULL;
ALTER TABLE "subscriptions" DROP COLUMN "original_price", DROP COLUMN "billing_amount", DROP COLUMN "tax_rate", DROP COLUMN "renewing_since";
CREATE INDEX "subscription_due_at" ON "subscriptions" ("due_at") WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX "subscriptions_running_key" ON "subscriptions" ("account_id", "plan_id") WHERE ((status)::text <> ALL (ARRAY[('CANCELLED'::character varying)::text, ('TRIAL_CANCELLED'::character varying)::text, ('HOLD_CANCELLED'::character varying)::text, ('TERMINATED'::character varying)::text]));
