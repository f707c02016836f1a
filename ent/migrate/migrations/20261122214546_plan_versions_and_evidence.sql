-- Modify "orders" table
ALTER TABLE "orders" ADD COLUMN "plan_version_id" uuid NULL;
-- Modify "plans" table
ALTER TABLE "plans" ADD COLUMN "reprice_from" date NULL, ADD COLUMN "version_id" uuid NULL;
-- Create "order_evidence" table
CREATE TABLE "order_evidence" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "sequence" bigint NOT NULL, "order_id" uuid NOT NULL, "plan_version_id" uuid NULL, "locale" character varying NOT NULL, "template" bigint NOT NULL, "terms" text NOT NULL, "html" text NOT NULL, "previous_hash" bytea NOT NULL, "hash" bytea NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "order_evidence_sequence_check" CHECK (sequence >= 1));
-- Create index "order_evidence_order_key" to table: "order_evidence"
CREATE UNIQUE INDEX "order_evidence_order_key" ON "order_evidence" ("order_id");
-- Create index "order_evidence_sequence_key" to table: "order_evidence"
CREATE UNIQUE INDEX "order_evidence_sequence_key" ON "order_evidence" ("account_id", "sequence");
-- Create "plan_versions" table
CREATE TABLE "plan_versions" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "plan_id" character varying NOT NULL, "version" bigint NOT NULL, "price" bigint NOT NULL, "content" text NOT NULL, "digest" bytea NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "plan_versions_number_check" CHECK (version >= 1));
-- Create index "plan_versions_number_key" to table: "plan_versions"
CREATE UNIQUE INDEX "plan_versions_number_key" ON "plan_versions" ("plan_id", "version");
