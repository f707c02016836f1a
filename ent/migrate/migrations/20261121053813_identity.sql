-- Modify "accounts" table
ALTER TABLE "accounts" ADD COLUMN "default_multi_factor_type" character varying NULL, ADD COLUMN "withdrawn_at" timestamptz NULL;
-- Modify "login_events" table
ALTER TABLE "login_events" ADD COLUMN "identifier" character varying NOT NULL DEFAULT '', ADD COLUMN "request_multi_factor" boolean NOT NULL DEFAULT false, ADD COLUMN "multi_factor_type" character varying NOT NULL DEFAULT '', ADD COLUMN "device" character varying NOT NULL DEFAULT '', ADD COLUMN "browser" character varying NOT NULL DEFAULT '', ADD COLUMN "country" character varying NOT NULL DEFAULT '';
-- Modify "sessions" table
ALTER TABLE "sessions" ADD COLUMN "must_change_password" boolean NOT NULL DEFAULT false;
-- Create "account_tokens" table
CREATE TABLE "account_tokens" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "purpose" character varying NOT NULL, "token_hash" bytea NOT NULL, "email" character varying NULL, "expires_at" timestamptz NOT NULL, "used_at" timestamptz NULL, "voided_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "account_tokens_token_key" to table: "account_tokens"
CREATE UNIQUE INDEX "account_tokens_token_key" ON "account_tokens" ("token_hash");
-- Create index "accounttoken_account_id_purpose" to table: "account_tokens"
CREATE INDEX "accounttoken_account_id_purpose" ON "account_tokens" ("account_id", "purpose");
-- Create index "accounttoken_expires_at" to table: "account_tokens"
CREATE INDEX "accounttoken_expires_at" ON "account_tokens" ("expires_at");
-- Create "backup_codes" table
CREATE TABLE "backup_codes" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "code_hash" bytea NOT NULL, "used_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "backup_codes_account_code_key" to table: "backup_codes"
CREATE UNIQUE INDEX "backup_codes_account_code_key" ON "backup_codes" ("account_id", "code_hash");
-- Create "external_accounts" table
CREATE TABLE "external_accounts" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "type" character varying NOT NULL, "subject" character varying NOT NULL, PRIMARY KEY ("id"));
-- Create index "external_accounts_account_key" to table: "external_accounts"
CREATE UNIQUE INDEX "external_accounts_account_key" ON "external_accounts" ("account_id", "type");
-- Create index "external_accounts_subject_key" to table: "external_accounts"
CREATE UNIQUE INDEX "external_accounts_subject_key" ON "external_accounts" ("type", "subject");
-- Create "external_requests" table
CREATE TABLE "external_requests" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "state_hash" bytea NOT NULL, "browser_hash" bytea NOT NULL, "session_id" uuid NULL, "account_id" uuid NULL, "type" character varying NOT NULL, "action" character varying NOT NULL, "secrets" bytea NOT NULL, "return_to" character varying NOT NULL DEFAULT '', "expires_at" timestamptz NOT NULL, "used_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "external_requests_state_key" to table: "external_requests"
CREATE UNIQUE INDEX "external_requests_state_key" ON "external_requests" ("state_hash");
-- Create index "externalrequest_expires_at" to table: "external_requests"
CREATE INDEX "externalrequest_expires_at" ON "external_requests" ("expires_at");
-- Create "factors" table
CREATE TABLE "factors" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "type" character varying NOT NULL, "phone_number" character varying NULL, "secret" bytea NULL, "last_step" bigint NOT NULL DEFAULT 0, PRIMARY KEY ("id"));
-- Create index "factors_account_type_key" to table: "factors"
CREATE UNIQUE INDEX "factors_account_type_key" ON "factors" ("account_id", "type");
-- Create "former_passwords" table
CREATE TABLE "former_passwords" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "password_hash" character varying NOT NULL, PRIMARY KEY ("id"));
-- Create index "formerpassword_account_id_created_at" to table: "former_passwords"
CREATE INDEX "formerpassword_account_id_created_at" ON "former_passwords" ("account_id", "created_at");
-- Create "known_browsers" table
CREATE TABLE "known_browsers" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "token_hash" bytea NOT NULL, "last_seen_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "known_browsers_account_token_key" to table: "known_browsers"
CREATE UNIQUE INDEX "known_browsers_account_token_key" ON "known_browsers" ("account_id", "token_hash");
-- Create index "knownbrowser_last_seen_at" to table: "known_browsers"
CREATE INDEX "knownbrowser_last_seen_at" ON "known_browsers" ("last_seen_at");
-- Create "trusted_devices" table
CREATE TABLE "trusted_devices" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "token_hash" bytea NOT NULL, "device" character varying NOT NULL DEFAULT '', "browser" character varying NOT NULL DEFAULT '', "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "trusted_devices_account_token_key" to table: "trusted_devices"
CREATE UNIQUE INDEX "trusted_devices_account_token_key" ON "trusted_devices" ("account_id", "token_hash");
-- Create index "trusteddevice_expires_at" to table: "trusted_devices"
CREATE INDEX "trusteddevice_expires_at" ON "trusted_devices" ("expires_at");
-- Create "withdrawals" table
CREATE TABLE "withdrawals" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "answers" jsonb NULL, PRIMARY KEY ("id"));
-- Create index "withdrawals_account_key" to table: "withdrawals"
CREATE UNIQUE INDEX "withdrawals_account_key" ON "withdrawals" ("account_id");
