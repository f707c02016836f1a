-- Create "accounts" table
CREATE TABLE "accounts" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "status" character varying NOT NULL DEFAULT 'active', "locale" character varying NOT NULL DEFAULT 'ja', "email" character varying NULL, "email_key" character varying NULL, "email_verified_at" timestamptz NULL, "user_id" character varying NULL, "user_id_key" character varying NULL, "password_hash" character varying NULL, "password_updated_at" timestamptz NULL, "name" character varying NULL, "name_kana" character varying NULL, "family_name" character varying NULL, "given_name" character varying NULL, "family_name_kana" character varying NULL, "given_name_kana" character varying NULL, "nickname" character varying NULL, "sex" bigint NULL, "birthday" character varying NULL, "phone_number" character varying NULL, "country" character varying NULL, "prefecture" bigint NULL, "postal_code" character varying NULL, "address" character varying NULL, "address2" character varying NULL, "custom" jsonb NULL, "profile_image_url" character varying NULL, PRIMARY KEY ("id"), CONSTRAINT "accounts_sex_check" CHECK (sex = ANY (ARRAY[(0)::bigint, (1)::bigint, (2)::bigint, (9)::bigint])), CONSTRAINT "accounts_status_check" CHECK ((status)::text = ANY ((ARRAY['active'::character varying, 'suspended'::character varying, 'withdrawn'::character varying])::text[])));
-- Create index "accounts_email_key" to table: "accounts"
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts" ("email_key");
-- Create index "accounts_user_id_key" to table: "accounts"
CREATE UNIQUE INDEX "accounts_user_id_key" ON "accounts" ("user_id_key");
-- Create "auth_codes" table
CREATE TABLE "auth_codes" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "purpose" character varying NOT NULL, "session_id" uuid NOT NULL, "account_id" uuid NULL, "email_key" character varying NOT NULL, "code_hash" bytea NOT NULL, "tries" bigint NOT NULL DEFAULT 0, "expires_at" timestamptz NOT NULL, "used_at" timestamptz NULL, "voided_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "authcode_expires_at" to table: "auth_codes"
CREATE INDEX "authcode_expires_at" ON "auth_codes" ("expires_at");
-- Create index "authcode_session_id_purpose" to table: "auth_codes"
CREATE INDEX "authcode_session_id_purpose" ON "auth_codes" ("session_id", "purpose");
-- Create "card_authentications" table
CREATE TABLE "card_authentications" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "key_hash" bytea NOT NULL, "purpose" character varying NOT NULL, "account_id" uuid NOT NULL, "payment_method_id" uuid NOT NULL, "order_id" uuid NULL, "provider_id" character varying NOT NULL DEFAULT '', "redirect_url" character varying NOT NULL DEFAULT '', "state" character varying NOT NULL, "return_to" character varying NOT NULL DEFAULT '', "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "card_authentications_key_key" to table: "card_authentications"
CREATE UNIQUE INDEX "card_authentications_key_key" ON "card_authentications" ("key_hash");
-- Create index "cardauthentication_order_id" to table: "card_authentications"
CREATE INDEX "cardauthentication_order_id" ON "card_authentications" ("order_id");
-- Create "charges" table
CREATE TABLE "charges" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "order_id" uuid NULL, "subscription_id" uuid NULL, "term" bigint NOT NULL DEFAULT 0, "attempt" bigint NOT NULL DEFAULT 1, "plan_name" character varying NOT NULL, "payment_method_id" uuid NOT NULL, "provider" character varying NOT NULL DEFAULT 'sbps', "provider_order_id" character varying NOT NULL, "state" character varying NOT NULL, "amount" bigint NOT NULL, "tax" bigint NOT NULL, "tax_rate" bigint NOT NULL, "tracking_id" character varying NOT NULL DEFAULT '', "error_code" character varying NOT NULL DEFAULT '', "settled_at" timestamptz NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "charges_amount_check" CHECK (amount > 0), CONSTRAINT "charges_tax_check" CHECK ((tax >= 0) AND (tax <= amount)));
-- Create index "charge_account_id_created_at" to table: "charges"
CREATE INDEX "charge_account_id_created_at" ON "charges" ("account_id", "created_at");
-- Create index "charge_state_updated_at" to table: "charges"
CREATE INDEX "charge_state_updated_at" ON "charges" ("state", "updated_at");
-- Create index "charges_order_key" to table: "charges"
CREATE UNIQUE INDEX "charges_order_key" ON "charges" ("order_id") WHERE ((state)::text = ANY (ARRAY[('attempting'::character varying)::text, ('unknown'::character varying)::text, ('settled'::character varying)::text]));
-- Create index "charges_provider_order_key" to table: "charges"
CREATE UNIQUE INDEX "charges_provider_order_key" ON "charges" ("provider", "provider_order_id");
-- Create index "charges_term_key" to table: "charges"
CREATE UNIQUE INDEX "charges_term_key" ON "charges" ("subscription_id", "term") WHERE ((state)::text = ANY (ARRAY[('attempting'::character varying)::text, ('unknown'::character varying)::text, ('settled'::character varying)::text]));
-- Create "consents" table
CREATE TABLE "consents" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "policy_id" character varying NOT NULL, "revision" bigint NOT NULL, "key" character varying NOT NULL, PRIMARY KEY ("id"));
-- Create index "consents_account_policy_key" to table: "consents"
CREATE UNIQUE INDEX "consents_account_policy_key" ON "consents" ("account_id", "policy_id", "revision");
-- Create "entitlements" table
CREATE TABLE "entitlements" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "plan_id" character varying NOT NULL, "order_id" uuid NOT NULL, "subscription_id" uuid NULL, "expires_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "entitlement_account_id_expires_at" to table: "entitlements"
CREATE INDEX "entitlement_account_id_expires_at" ON "entitlements" ("account_id", "expires_at");
-- Create index "entitlement_subscription_id" to table: "entitlements"
CREATE INDEX "entitlement_subscription_id" ON "entitlements" ("subscription_id");
-- Create index "entitlements_order_key" to table: "entitlements"
CREATE UNIQUE INDEX "entitlements_order_key" ON "entitlements" ("order_id");
-- Create "flows" table
CREATE TABLE "flows" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "session_id" uuid NOT NULL, "kind" character varying NOT NULL, "state" bytea NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "flow_expires_at" to table: "flows"
CREATE INDEX "flow_expires_at" ON "flows" ("expires_at");
-- Create index "flows_session_kind_key" to table: "flows"
CREATE UNIQUE INDEX "flows_session_kind_key" ON "flows" ("session_id", "kind");
-- Create "login_events" table
CREATE TABLE "login_events" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "result" boolean NOT NULL, "login_method" character varying NOT NULL, "ip" character varying NOT NULL, "user_agent" character varying NOT NULL, PRIMARY KEY ("id"));
-- Create index "loginevent_account_id_created_at" to table: "login_events"
CREATE INDEX "loginevent_account_id_created_at" ON "login_events" ("account_id", "created_at");
-- Create "messages" table
CREATE TABLE "messages" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NULL, "channel" character varying NOT NULL DEFAULT 'mail', "recipient" character varying NOT NULL, "template" character varying NOT NULL, "locale" character varying NOT NULL, "data" bytea NULL, "state" character varying NOT NULL DEFAULT 'queued', "tries" bigint NOT NULL DEFAULT 0, "sent_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "message_account_id_created_at" to table: "messages"
CREATE INDEX "message_account_id_created_at" ON "messages" ("account_id", "created_at");
-- Create "orders" table
CREATE TABLE "orders" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "session_id" uuid NOT NULL, "plan_id" character varying NOT NULL, "payment_method_id" uuid NULL, "token_hash" bytea NOT NULL, "state" character varying NOT NULL, "amount" bigint NOT NULL, "price" bigint NOT NULL, "tax_rate" bigint NOT NULL, "terms" jsonb NOT NULL, "answers" jsonb NULL, "signup" boolean NOT NULL DEFAULT false, "failure" character varying NOT NULL DEFAULT '', "subscription_id" uuid NULL, "expires_at" timestamptz NOT NULL, "confirmed_at" timestamptz NULL, "completed_at" timestamptz NULL, PRIMARY KEY ("id"), CONSTRAINT "orders_amount_check" CHECK (amount >= 0));
-- Create index "order_account_id_plan_id_created_at" to table: "orders"
CREATE INDEX "order_account_id_plan_id_created_at" ON "orders" ("account_id", "plan_id", "created_at");
-- Create index "order_session_id_plan_id_created_at" to table: "orders"
CREATE INDEX "order_session_id_plan_id_created_at" ON "orders" ("session_id", "plan_id", "created_at");
-- Create index "orders_in_flight_key" to table: "orders"
CREATE UNIQUE INDEX "orders_in_flight_key" ON "orders" ("account_id", "plan_id") WHERE ((state)::text = ANY (ARRAY[('authenticating'::character varying)::text, ('charging'::character varying)::text, ('unknown'::character varying)::text]));
-- Create index "orders_token_key" to table: "orders"
CREATE UNIQUE INDEX "orders_token_key" ON "orders" ("token_hash");
-- Create "payment_methods" table
CREATE TABLE "payment_methods" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "payment_method_type" character varying NOT NULL, "state" character varying NOT NULL, "customer_code" character varying NOT NULL, "card_brand" character varying NOT NULL DEFAULT '', "card_suffix" character varying NOT NULL DEFAULT '', "card_expire" character varying NOT NULL DEFAULT '', "authenticated_at" timestamptz NULL, "deleted_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "payment_methods_customer_code_key" to table: "payment_methods"
CREATE UNIQUE INDEX "payment_methods_customer_code_key" ON "payment_methods" ("customer_code");
-- Create index "paymentmethod_account_id_state" to table: "payment_methods"
CREATE INDEX "paymentmethod_account_id_state" ON "payment_methods" ("account_id", "state");
-- Create "plans" table
CREATE TABLE "plans" ("id" character varying NOT NULL, "plan_type" character varying NOT NULL, "position" bigint NOT NULL, "published" boolean NOT NULL DEFAULT true, "name" jsonb NOT NULL, "description" jsonb NOT NULL, "service" jsonb NOT NULL, "order_completed_message" jsonb NULL, "image" character varying NOT NULL DEFAULT '', "price" bigint NOT NULL, "tax_rate" bigint NOT NULL, "renew_span" bigint NOT NULL, "renew_span_unit" character varying NOT NULL, "free_trial_days" bigint NOT NULL DEFAULT 0, "viewing_days" bigint NOT NULL DEFAULT 0, "sales_start_at" timestamptz NULL, "sales_end_at" timestamptz NULL, "sales_limit" bigint NULL, "sales_count" bigint NOT NULL DEFAULT 0, "force_stop_renew_at" timestamptz NULL, "survey" jsonb NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "plans_price_check" CHECK (price >= 0), CONSTRAINT "plans_renew_span_check" CHECK (renew_span >= 1), CONSTRAINT "plans_sold_check" CHECK ((sales_limit IS NULL) OR (sales_count <= sales_limit)));
-- Create "postal_codes" table
CREATE TABLE "postal_codes" ("id" bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY, "code" character varying NOT NULL, "prefecture" bigint NOT NULL, "city" character varying NOT NULL, "town" character varying NOT NULL, PRIMARY KEY ("id"));
-- Create index "postalcode_code" to table: "postal_codes"
CREATE INDEX "postalcode_code" ON "postal_codes" ("code");
-- Create "sessions" table
CREATE TABLE "sessions" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "token_hash" bytea NOT NULL, "account_id" uuid NULL, "authenticated_at" timestamptz NULL, "login_method" character varying NULL, "last_seen_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "ended_at" timestamptz NULL, "ip" character varying NOT NULL DEFAULT '', "user_agent" character varying NOT NULL DEFAULT '', PRIMARY KEY ("id"));
-- Create index "session_account_id" to table: "sessions"
CREATE INDEX "session_account_id" ON "sessions" ("account_id");
-- Create index "session_expires_at" to table: "sessions"
CREATE INDEX "session_expires_at" ON "sessions" ("expires_at");
-- Create index "sessions_token_key" to table: "sessions"
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions" ("token_hash");
-- Create "stores" table
CREATE TABLE "stores" ("id" character varying NOT NULL, "settings" jsonb NOT NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create "policies" table
CREATE TABLE "policies" ("id" character varying NOT NULL, "key" character varying NOT NULL, "revision" bigint NOT NULL, "position" bigint NOT NULL, "title" jsonb NOT NULL, "is_external" boolean NOT NULL, "data_source" character varying NOT NULL, "body" jsonb NOT NULL, PRIMARY KEY ("id"));
-- Create "subscriptions" table
CREATE TABLE "subscriptions" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "plan_id" character varying NOT NULL, "order_id" uuid NOT NULL, "payment_method_id" uuid NULL, "status" character varying NOT NULL, "original_price" bigint NOT NULL, "billing_amount" bigint NOT NULL, "tax_rate" bigint NOT NULL, "renew_span" bigint NOT NULL, "renew_span_unit" character varying NOT NULL, "term" bigint NOT NULL, "anchor_day" date NOT NULL, "first_payment_day" date NOT NULL, "term_start" date NOT NULL, "next_settlement_day" date NOT NULL, "renewing_since" timestamptz NULL, "force_stop_renew_at" timestamptz NULL, "cancel_requested_at" timestamptz NULL, "held_at" timestamptz NULL, "ended_at" timestamptz NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "subscriptions_status_check" CHECK ((status)::text = ANY ((ARRAY['NEW_CONTRACT'::character varying, 'NEW_TRIAL_CONTRACT'::character varying, 'RE_CONTRACT'::character varying, 'ONGOING_CONTRACT'::character varying, 'TRIAL_TO_PAID'::character varying, 'HOLD'::character varying, 'TRIAL_HOLD'::character varying, 'HOLD_RELEASED'::character varying, 'TRIAL_HOLD_RELEASED'::character varying, 'CANCEL_REQUEST'::character varying, 'TRIAL_CANCEL_REQUEST'::character varying, 'HOLD_CANCEL_REQUEST'::character varying, 'TRIAL_HOLD_CANCEL_REQUEST'::character varying, 'CANCELLED'::character varying, 'TRIAL_CANCELLED'::character varying, 'HOLD_CANCELLED'::character varying, 'TERMINATED'::character varying])::text[])), CONSTRAINT "subscriptions_term_check" CHECK (term >= 0));
-- Create index "subscription_account_id_status" to table: "subscriptions"
CREATE INDEX "subscription_account_id_status" ON "subscriptions" ("account_id", "status");
-- Create index "subscription_next_settlement_day_status" to table: "subscriptions"
CREATE INDEX "subscription_next_settlement_day_status" ON "subscriptions" ("next_settlement_day", "status");
-- Create index "subscription_payment_method_id" to table: "subscriptions"
CREATE INDEX "subscription_payment_method_id" ON "subscriptions" ("payment_method_id");
-- Create index "subscriptions_order_key" to table: "subscriptions"
CREATE UNIQUE INDEX "subscriptions_order_key" ON "subscriptions" ("order_id");
-- Create "subscription_events" table
CREATE TABLE "subscription_events" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "subscription_id" uuid NOT NULL, "event" character varying NOT NULL, "from_status" character varying NOT NULL, "to_status" character varying NOT NULL, "term" bigint NOT NULL, "charge_id" uuid NULL, PRIMARY KEY ("id"));
-- Create index "subscriptionevent_subscription_id_created_at" to table: "subscription_events"
CREATE INDEX "subscriptionevent_subscription_id_created_at" ON "subscription_events" ("subscription_id", "created_at");
-- Create "throttles" table
CREATE TABLE "throttles" ("key" character varying NOT NULL, "count" bigint NOT NULL, "window_start" timestamptz NOT NULL, "blocked_until" timestamptz NULL, PRIMARY KEY ("key"));
-- Create index "throttle_window_start" to table: "throttles"
CREATE INDEX "throttle_window_start" ON "throttles" ("window_start");
