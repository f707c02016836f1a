-- Create "act_holds" table
CREATE TABLE "act_holds" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "until" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "acthold_until" to table: "act_holds"
CREATE INDEX "acthold_until" ON "act_holds" ("until");
-- Create "member_guards" table
CREATE TABLE "member_guards" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, PRIMARY KEY ("id"));
-- Create index "member_guards_account_key" to table: "member_guards"
CREATE UNIQUE INDEX "member_guards_account_key" ON "member_guards" ("account_id");
-- Create "requested_withdrawals" table
CREATE TABLE "requested_withdrawals" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "request" character varying NOT NULL, "due_at" timestamptz NOT NULL, "ended_at" timestamptz NULL, "outcome" character varying NULL, PRIMARY KEY ("id"));
-- Create index "requestedwithdrawal_account_id" to table: "requested_withdrawals"
CREATE INDEX "requestedwithdrawal_account_id" ON "requested_withdrawals" ("account_id");
-- Create index "requested_withdrawals_open_key" to table: "requested_withdrawals"
CREATE UNIQUE INDEX "requested_withdrawals_open_key" ON "requested_withdrawals" ("account_id") WHERE (ended_at IS NULL);
-- Create index "requestedwithdrawal_due_at" to table: "requested_withdrawals"
CREATE INDEX "requestedwithdrawal_due_at" ON "requested_withdrawals" ("due_at") WHERE (ended_at IS NULL);
-- Create index "requestedwithdrawal_ended_at" to table: "requested_withdrawals"
CREATE INDEX "requestedwithdrawal_ended_at" ON "requested_withdrawals" ("ended_at") WHERE (ended_at IS NOT NULL);
-- Create "staff_alerts" table
CREATE TABLE "staff_alerts" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "kind" character varying NOT NULL, "key" character varying NOT NULL, PRIMARY KEY ("id"));
-- Create index "staff_alerts_once_key" to table: "staff_alerts"
CREATE UNIQUE INDEX "staff_alerts_once_key" ON "staff_alerts" ("kind", "key");
-- Create index "staffalert_created_at" to table: "staff_alerts"
CREATE INDEX "staffalert_created_at" ON "staff_alerts" ("created_at");
-- Create "staff_watches" table
CREATE TABLE "staff_watches" ("id" uuid NOT NULL, "until" timestamptz NOT NULL, "after" uuid NOT NULL, "looked_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
