-- Create index "accounts_left" to table: "accounts"
CREATE INDEX "accounts_left" ON "accounts" ("withdrawn_at") WHERE (erased_at IS NOT NULL);
-- Create index "authcode_account_id" to table: "auth_codes"
CREATE INDEX "authcode_account_id" ON "auth_codes" ("account_id") WHERE (account_id IS NOT NULL);
-- Create index "cardauthentication_account_id" to table: "card_authentications"
CREATE INDEX "cardauthentication_account_id" ON "card_authentications" ("account_id");
-- Create index "externalrequest_account_id" to table: "external_requests"
CREATE INDEX "externalrequest_account_id" ON "external_requests" ("account_id") WHERE (account_id IS NOT NULL);
-- Create index "oidcdevice_family_id" to table: "oidc_devices"
CREATE INDEX "oidcdevice_family_id" ON "oidc_devices" ("family_id") WHERE (family_id IS NOT NULL);
-- Create "data_exports" table
CREATE TABLE "data_exports" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "state" character varying NOT NULL DEFAULT 'making', "file_id" uuid NULL, "parts" bigint NOT NULL DEFAULT 0, "size" bigint NOT NULL DEFAULT 0, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "data_exports_account_key" to table: "data_exports"
CREATE UNIQUE INDEX "data_exports_account_key" ON "data_exports" ("account_id");
-- Create index "dataexport_expires_at" to table: "data_exports"
CREATE INDEX "dataexport_expires_at" ON "data_exports" ("expires_at");
-- Create "data_export_parts" table
CREATE TABLE "data_export_parts" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "file_id" uuid NOT NULL, "number" bigint NOT NULL, "content" bytea NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "data_export_parts_number_key" to table: "data_export_parts"
CREATE UNIQUE INDEX "data_export_parts_number_key" ON "data_export_parts" ("file_id", "number");
-- Create index "dataexportpart_account_id" to table: "data_export_parts"
CREATE INDEX "dataexportpart_account_id" ON "data_export_parts" ("account_id");
-- Create index "dataexportpart_expires_at" to table: "data_export_parts"
CREATE INDEX "dataexportpart_expires_at" ON "data_export_parts" ("expires_at");
