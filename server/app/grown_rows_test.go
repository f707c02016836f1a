package app

// What members leave in the database of grow, for each of them.
const (
	grownCharges = 10
	grownLogins  = 50
	grownActs    = 2
)

// reconciledDay is how many days ago a day was on which the provider has no list and acting charges
// were settled, and none else.
const reconciledDay = 320

// grownRows makes members, of the number %[1]d, whose password has the hash %[2]s, and what they
// leave in most of a year: %[4]d logins each, two sessions, a contract that was paid %[3]d times,
// %[5]d acts of the staff, what an app was given, and what comes with them. None of that is over or
// due. %[6]d charges are of the day reconciledDay, which is %[7]d days ago. A number gives every ID
// but those of charges and acts, which begin with their time. The rows of one member are far from
// each other. Triggers do nothing meanwhile, and indexes are made anew at the end, which is faster.
const grownRows = `
	CREATE FUNCTION pg_temp.id(what int, g bigint) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN
		(lpad(what::text, 8, '0') || '-0000-7000-8000-' || lpad(g::text, 12, '0'))::uuid;
	CREATE FUNCTION pg_temp.timed(at timestamptz, g bigint) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN
		(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000' || lpad(g::text, 12, '0'))::uuid;
	CREATE FUNCTION pg_temp.account(g bigint) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN pg_temp.id(1, 1 + g %% %[1]d);
	CREATE FUNCTION pg_temp.secret(what int, g bigint) RETURNS bytea LANGUAGE sql IMMUTABLE RETURN sha256((what::text || 'of' || g::text)::bytea);
	CREATE FUNCTION pg_temp.before(days int, g bigint) RETURNS timestamptz LANGUAGE sql STABLE RETURN
		now() - (days * (g * 7919 %% 100003) / 100003::float8) * interval '1 day';
	-- the time of the row g, from 0, where each member has as many in so many days
	CREATE FUNCTION pg_temp.moment(each int, days int, g bigint) RETURNS timestamptz LANGUAGE sql STABLE RETURN
		now() - (days * (1 - (g / %[1]d + (g * 7919 %% 100003) / 100003::float8) / each)) * interval '1 day';
	CREATE TEMP TABLE filled AS SELECT unnest(ARRAY['accounts', 'consents', 'sessions', 'login_events', 'known_browsers', 'throttles', 'messages',
		'payment_methods', 'orders', 'subscriptions', 'subscription_prices', 'subscription_events', 'bills', 'charges', 'entitlements', 'acts',
		'oidc_grants', 'oidc_families', 'oidc_tokens']) AS name;
	CREATE TEMP TABLE made AS SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS statement FROM pg_index
		WHERE NOT indisprimary AND indrelid::regclass::text IN (SELECT name FROM filled);
	DO $$ DECLARE name text; BEGIN FOR name IN SELECT made.name FROM made LOOP EXECUTE 'DROP INDEX ' || name; END LOOP; END $$;
	DO $$ DECLARE name text; BEGIN FOR name IN SELECT filled.name FROM filled LOOP EXECUTE format('ALTER TABLE %%I DISABLE TRIGGER USER', name); END LOOP; END $$;

	INSERT INTO accounts (id, created_at, updated_at, email, email_key, email_verified_at, user_id, user_id_key, password_hash, password_updated_at,
			family_name, given_name, name, name_kana, nickname, phone_number, birthday, postal_code, prefecture, custom)
		SELECT pg_temp.id(1, g), pg_temp.before(700, g), pg_temp.before(300, g), 'grown' || g || '@example.com', 'grown' || g || '@example.com', now(),
			'grown' || g, 'grown' || g, %[2]s, now(), '会員', '太郎', '会員太郎', 'カイインタロウ', 'たろう', '090' || lpad((g * 7919 %% 100000000)::text, 8, '0'),
			(1950 + g * 31 %% 60)::text || '0401', lpad((g * 101 %% 10000000)::text, 7, '0'), 1 + g * 29 %% 47, '{}'
		FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO consents (id, created_at, account_id, policy_id, revision, key)
		SELECT pg_temp.id(2, p.position * %[1]d::bigint + g), pg_temp.before(700, g), pg_temp.account(g), p.id, p.revision, p.key
		FROM policies AS p, generate_series(0, %[1]d::bigint - 1) AS g;
	INSERT INTO sessions (id, created_at, token_hash, account_id, authenticated_at, login_method, last_seen_at, expires_at, ip, user_agent)
		SELECT pg_temp.id(3, g), pg_temp.before(20, g), pg_temp.secret(3, g), pg_temp.account(g), pg_temp.before(20, g), 'Password',
			pg_temp.before(5, g), pg_temp.before(20, g) + interval '30 days', '192.0.2.1', 'bench' FROM generate_series(1, 2 * %[1]d::bigint) AS g;
	INSERT INTO login_events (id, created_at, account_id, result, login_method, identifier, ip, user_agent, device, browser, country)
		SELECT pg_temp.id(4, g), pg_temp.moment(%[4]d, 355, g), pg_temp.account(g), true, 'Password', 'Email', 
			'2001:db8::' || to_hex(1 + (g %% %[1]d) / 65536) || ':' || to_hex((g %% %[1]d) %% 65536),
			'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
			'iPhone', 'Safari', 'JP' FROM generate_series(0, %[4]d * %[1]d::bigint - 1) AS g;
	INSERT INTO known_browsers (id, created_at, account_id, token_hash, last_seen_at)
		SELECT pg_temp.id(5, g), pg_temp.before(300, g), pg_temp.account(g), pg_temp.secret(5, g), pg_temp.before(60, g) FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO throttles (key, count, window_start)
		SELECT 'login:' || md5(g::text), 1, pg_temp.before(1, g) FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO messages (id, created_at, account_id, recipient, template, locale, data, state, sent_at)
		SELECT pg_temp.id(6, g), pg_temp.before(20, g), pg_temp.account(g), 'somebody@example.com', 'login_alert', 'ja', NULL, 'sent', now()
		FROM generate_series(1, 2 * %[1]d::bigint) AS g;
	INSERT INTO payment_methods (id, created_at, account_id, payment_method_type, state, customer_code, card_brand, card_suffix, card_expire, authenticated_at)
		SELECT pg_temp.id(7, g), pg_temp.before(320, g), pg_temp.account(g), 'SbpsCredit', 'active', 'customer' || g, 'VISA', lpad((g %% 10000)::text, 4, '0'), '203512', now()
		FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO orders (id, created_at, account_id, session_id, plan_id, payment_method_id, token_hash, state, amount, price, tax_rate, terms, expires_at,
			confirmed_at, completed_at)
		SELECT pg_temp.id(8, g), pg_temp.before(320, g), pg_temp.account(g), pg_temp.id(3, g), 'standard', pg_temp.id(7, g),
			pg_temp.secret(8, g), 'completed', 1100, 1100, 10, '{}', now(), now(), now() FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO subscriptions (id, created_at, account_id, plan_id, order_id, payment_method_id, status, renew_span, renew_span_unit, period, anchor_day,
			first_payment_day, term_start, next_settlement_day, paid_through, due_at, remind_at, updated_at)
		SELECT pg_temp.id(9, g), pg_temp.before(320, g), pg_temp.account(g), 'standard', pg_temp.id(8, g), pg_temp.id(7, g), 'ONGOING_CONTRACT', 1, 'months', %[3]d,
			current_date - 60, current_date - 60, current_date, current_date + (2 + g %% 27)::int, current_date + (1 + g %% 27)::int,
			now() + interval '2 days', now() + interval '1 day', now() FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO subscription_prices (id, created_at, subscription_id, from_period, list_amount)
		SELECT pg_temp.id(14, g), pg_temp.before(320, g), pg_temp.id(9, g), 1, 1100 FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO subscription_events (id, created_at, subscription_id, event, from_status, to_status, period)
		SELECT pg_temp.id(10, g), pg_temp.moment(%[3]d, 300, g), pg_temp.id(9, 1 + g %% %[1]d), 'Renewed', 'ONGOING_CONTRACT', 'ONGOING_CONTRACT', 1 + g / %[1]d
		FROM generate_series(0, %[3]d * %[1]d::bigint - 1) AS g;
	INSERT INTO bills (id, created_at, account_id, order_id, subscription_id, period, period_start, period_end, plan_id, plan_name, list_amount, amount, tax,
			tax_rate, due_day, state, paid_at, updated_at)
		SELECT pg_temp.id(13, g), pg_temp.moment(%[3]d, 300, g), pg_temp.account(1 + g %% %[1]d), CASE WHEN g < %[1]d THEN pg_temp.id(8, 1 + g) END,
			pg_temp.id(9, 1 + g %% %[1]d), 1 + g / %[1]d, current_date - 300 + 30 * (g / %[1]d)::int, current_date - 271 + 30 * (g / %[1]d)::int, 'standard',
			'{"ja": "standard"}', 1100, 1100, 100, 10, current_date - 300 + 30 * (g / %[1]d)::int, 'paid', pg_temp.moment(%[3]d, 300, g), now()
		FROM generate_series(0, %[3]d * %[1]d::bigint - 1) AS g;
	INSERT INTO charges (id, created_at, account_id, bill_id, plan_name, payment_method_id, provider, provider_order_id, state, amount, tax, tracking_id, initiator,
			card_brand, card_suffix, give_up_at, settled_at, applied_at, updated_at)
		SELECT pg_temp.timed(at, g), at, pg_temp.account(1 + g %% %[1]d), pg_temp.id(13, g), '{"ja": "standard"}', pg_temp.id(7, 1 + g %% %[1]d),
			'sbps', 's' || md5(g::text) || '00001', 'settled', 1100, 100, lpad(g::text, 14, '9'), 'merchant', 'VISA', lpad(((1 + g %% %[1]d) %% 10000)::text, 4, '0'),
			at, at, at, at FROM (SELECT g, pg_temp.moment(%[3]d, 300, g) AS at FROM generate_series(0, %[3]d * %[1]d::bigint - 1) AS g) AS each;
	INSERT INTO charges (id, created_at, account_id, bill_id, plan_name, payment_method_id, provider, provider_order_id, state, amount, tax, tracking_id, initiator,
			give_up_at, settled_at, applied_at, updated_at)
		SELECT pg_temp.timed(at, g), at, pg_temp.account(g), pg_temp.id(15, g), '{"ja": "standard"}', pg_temp.id(7, g),
			'sbps', 'p' || md5('first' || g), 'settled', 1100, 100, '', 'member', at, at, at, at
			FROM generate_series(1, %[6]d) AS g, (SELECT now() - interval '%[7]d days' AS at) AS one;
	INSERT INTO entitlements (id, created_at, account_id, plan_id, source, source_id, subscription_id, starts_at, expires_at)
		SELECT pg_temp.id(12, g), pg_temp.before(120, g), pg_temp.account(g), 'standard', 'order', pg_temp.id(8, g), pg_temp.id(9, g),
			now(), now() + interval '9 days' FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO acts (id, chain, sequence, at, keep_until, name, through, command, kind, account_id, target_type, target_id, reason, ticket, outcome, staff_id, role,
			staff_number, department, fields, reason_kind, ip, request_id, salt, content_hash, previous_hash, hash)
		SELECT pg_temp.timed(at, g), 'member:' || pg_temp.account(g), 1 + g / %[1]d, at, at + interval '1 year', '灯 葵', 'person', 'member', 'member.opened', pg_temp.account(g),
			'member', pg_temp.account(g)::text, 'asks about a bill', '', 'done', pg_temp.id(16, g %% 50), 'support', g %% 50, 'support', 'NAME EMAIL', 'INQUIRY', '192.0.2.7',
			pg_temp.id(17, g)::text, pg_temp.secret(18, g), pg_temp.secret(19, g), pg_temp.secret(20, g - %[1]d), pg_temp.secret(20, g)
		FROM (SELECT g, pg_temp.moment(%[5]d, 340, g) AS at FROM generate_series(0, %[5]d * %[1]d::bigint - 1) AS g) AS each;
	INSERT INTO oidc_grants (id, created_at, account_id, client_id, scopes, issued_at, last_used_at)
		SELECT pg_temp.id(21, g), pg_temp.before(300, g), pg_temp.account(g), 'tv', '{}', pg_temp.before(300, g), now() FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO oidc_families (id, created_at, client_id, account_id, session_id, offline, scope, granted, code_hash, expires_at)
		SELECT pg_temp.id(22, g), pg_temp.before(20, g), 'tv', pg_temp.account(g), pg_temp.id(3, g), true, 'openid offline_access', '{}', pg_temp.secret(22, g), now() + interval '60 days'
		FROM generate_series(1, %[1]d::bigint) AS g;
	INSERT INTO oidc_tokens (id, created_at, family_id, kind, token_hash, scope, expires_at)
		SELECT pg_temp.id(23, g), pg_temp.before(20, g), pg_temp.id(22, 1 + g %% %[1]d), CASE WHEN g %% 2 = 0 THEN 'access' ELSE 'refresh' END, pg_temp.secret(23, g),
			'openid offline_access', now() + interval '30 days' FROM generate_series(1, 2 * %[1]d::bigint) AS g;

	DO $$ DECLARE name text; BEGIN FOR name IN SELECT filled.name FROM filled LOOP EXECUTE format('ALTER TABLE %%I ENABLE TRIGGER USER', name); END LOOP; END $$;
	DO $$ DECLARE statement text; BEGIN FOR statement IN SELECT made.statement FROM made LOOP EXECUTE statement; END LOOP; END $$;
	INSERT INTO account_search_fills (after, searchable) VALUES ('00000000-0000-0000-0000-000000000000', false)`
