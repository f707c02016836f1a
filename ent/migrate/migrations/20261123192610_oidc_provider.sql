-- Modify "sessions" table
ALTER TABLE "sessions" ADD COLUMN "factor" character varying NULL;
-- Create "oidc_assertions" table
CREATE TABLE "oidc_assertions" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "client_id" character varying NOT NULL, "jti_hash" bytea NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "oidc_assertions_jti_key" to table: "oidc_assertions"
CREATE UNIQUE INDEX "oidc_assertions_jti_key" ON "oidc_assertions" ("client_id", "jti_hash");
-- Create index "oidcassertion_expires_at" to table: "oidc_assertions"
CREATE INDEX "oidcassertion_expires_at" ON "oidc_assertions" ("expires_at");
-- Create "oidc_clients" table
CREATE TABLE "oidc_clients" ("id" character varying NOT NULL, "created_at" timestamptz NOT NULL, "from_file" boolean NOT NULL DEFAULT false, "registration" jsonb NOT NULL, "secret_hash" bytea NULL, "former_secret_hash" bytea NULL, "former_until" timestamptz NULL, "disabled_at" timestamptz NULL, "changed_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create "oidc_devices" table
CREATE TABLE "oidc_devices" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "client_id" character varying NOT NULL, "device_hash" bytea NOT NULL, "user_mac" bytea NOT NULL, "scope" character varying NOT NULL, "state" character varying NOT NULL DEFAULT 'waiting', "family_id" uuid NULL, "interval" bigint NOT NULL DEFAULT 5, "asked_at" timestamptz NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "oidc_devices_device_key" to table: "oidc_devices"
CREATE UNIQUE INDEX "oidc_devices_device_key" ON "oidc_devices" ("device_hash");
-- Create index "oidc_devices_user_key" to table: "oidc_devices"
CREATE UNIQUE INDEX "oidc_devices_user_key" ON "oidc_devices" ("user_mac") WHERE ((state)::text = 'waiting'::text);
-- Create index "oidcdevice_expires_at" to table: "oidc_devices"
CREATE INDEX "oidcdevice_expires_at" ON "oidc_devices" ("expires_at");
-- Create "oidc_families" table
CREATE TABLE "oidc_families" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "client_id" character varying NOT NULL, "account_id" uuid NULL, "session_id" uuid NULL, "offline" boolean NOT NULL DEFAULT false, "scope" character varying NOT NULL, "granted" jsonb NOT NULL, "code_hash" bytea NULL, "code_expires_at" timestamptz NULL, "code_used_at" timestamptz NULL, "expires_at" timestamptz NOT NULL, "ended_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "oidc_families_code_key" to table: "oidc_families"
CREATE UNIQUE INDEX "oidc_families_code_key" ON "oidc_families" ("code_hash");
-- Create index "oidcfamily_account_id_client_id" to table: "oidc_families"
CREATE INDEX "oidcfamily_account_id_client_id" ON "oidc_families" ("account_id", "client_id");
-- Create index "oidcfamily_client_id" to table: "oidc_families"
CREATE INDEX "oidcfamily_client_id" ON "oidc_families" ("client_id");
-- Create index "oidcfamily_ended_at" to table: "oidc_families"
CREATE INDEX "oidcfamily_ended_at" ON "oidc_families" ("ended_at") WHERE (ended_at IS NOT NULL);
-- Create index "oidcfamily_expires_at" to table: "oidc_families"
CREATE INDEX "oidcfamily_expires_at" ON "oidc_families" ("expires_at");
-- Create index "oidcfamily_session_id" to table: "oidc_families"
CREATE INDEX "oidcfamily_session_id" ON "oidc_families" ("session_id") WHERE (session_id IS NOT NULL);
-- Create "oidc_grants" table
CREATE TABLE "oidc_grants" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "client_id" character varying NOT NULL, "scopes" jsonb NOT NULL, "issued_at" timestamptz NOT NULL, "last_used_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "oidc_grants_account_client_key" to table: "oidc_grants"
CREATE UNIQUE INDEX "oidc_grants_account_client_key" ON "oidc_grants" ("account_id", "client_id");
-- Create index "oidcgrant_client_id" to table: "oidc_grants"
CREATE INDEX "oidcgrant_client_id" ON "oidc_grants" ("client_id");
-- Create "oidc_keys" table
CREATE TABLE "oidc_keys" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "key_id" character varying NOT NULL, "algorithm" character varying NOT NULL, "private" bytea NOT NULL, "public" jsonb NULL, "signs_at" timestamptz NOT NULL, "retires_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "oidc_keys_key_id_key" to table: "oidc_keys"
CREATE UNIQUE INDEX "oidc_keys_key_id_key" ON "oidc_keys" ("key_id");
-- Create index "oidckey_retires_at" to table: "oidc_keys"
CREATE INDEX "oidckey_retires_at" ON "oidc_keys" ("retires_at");
-- Create "oidc_requests" table
CREATE TABLE "oidc_requests" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "client_id" character varying NOT NULL, "token_hash" bytea NOT NULL, "pushed" boolean NOT NULL DEFAULT false, "session_id" uuid NULL, "state" bytea NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "oidc_requests_token_key" to table: "oidc_requests"
CREATE UNIQUE INDEX "oidc_requests_token_key" ON "oidc_requests" ("token_hash");
-- Create index "oidcrequest_expires_at" to table: "oidc_requests"
CREATE INDEX "oidcrequest_expires_at" ON "oidc_requests" ("expires_at");
-- Create index "oidcrequest_session_id" to table: "oidc_requests"
CREATE INDEX "oidcrequest_session_id" ON "oidc_requests" ("session_id");
-- Create "oidc_tokens" table
CREATE TABLE "oidc_tokens" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "family_id" uuid NOT NULL, "kind" character varying NOT NULL, "token_hash" bytea NOT NULL, "scope" character varying NOT NULL, "expires_at" timestamptz NOT NULL, "used_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "oidc_tokens_token_key" to table: "oidc_tokens"
CREATE UNIQUE INDEX "oidc_tokens_token_key" ON "oidc_tokens" ("token_hash");
-- Create index "oidctoken_expires_at" to table: "oidc_tokens"
CREATE INDEX "oidctoken_expires_at" ON "oidc_tokens" ("expires_at");
-- Create index "oidctoken_family_id" to table: "oidc_tokens"
CREATE INDEX "oidctoken_family_id" ON "oidc_tokens" ("family_id");
