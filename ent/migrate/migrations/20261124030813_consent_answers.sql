-- Create "consent_answers" table
CREATE TABLE "consent_answers" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "option_id" character varying NOT NULL, "agreed" boolean NOT NULL, "wording" character varying NOT NULL, "ip" character varying NOT NULL, "user_agent" character varying NOT NULL, "replaced_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "consent_answers_current_key" to table: "consent_answers"
CREATE UNIQUE INDEX "consent_answers_current_key" ON "consent_answers" ("account_id", "option_id") WHERE (replaced_at IS NULL);
-- Create index "consentanswer_account_id" to table: "consent_answers"
CREATE INDEX "consentanswer_account_id" ON "consent_answers" ("account_id");
-- Create index "consentanswer_replaced_at" to table: "consent_answers"
CREATE INDEX "consentanswer_replaced_at" ON "consent_answers" ("replaced_at");
