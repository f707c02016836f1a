-- Create "passkeys" table
CREATE TABLE "passkeys" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "credential_id" bytea NOT NULL, "user_handle" bytea NOT NULL, "public_key" bytea NOT NULL, "sign_count" bigint NOT NULL DEFAULT 0, "transports" character varying NOT NULL DEFAULT '', "backup_eligible" boolean NOT NULL DEFAULT false, "backed_up" boolean NOT NULL DEFAULT false, "name" character varying NOT NULL, "last_used_at" timestamptz NULL, "warned_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "passkey_account_id_created_at" to table: "passkeys"
CREATE INDEX "passkey_account_id_created_at" ON "passkeys" ("account_id", "created_at");
-- Create index "passkeys_credential_key" to table: "passkeys"
CREATE UNIQUE INDEX "passkeys_credential_key" ON "passkeys" ("credential_id");
