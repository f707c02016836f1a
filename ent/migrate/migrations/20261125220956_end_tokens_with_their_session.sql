-- Modify "oidc_tokens" table
ALTER TABLE "oidc_tokens" ADD COLUMN "parent_id" uuid NULL;
-- Create index "oidctoken_parent_id" to table: "oidc_tokens"
CREATE INDEX "oidctoken_parent_id" ON "oidc_tokens" ("parent_id") WHERE (parent_id IS NOT NULL);
-- Create index "session_last_seen_at" to table: "sessions"
CREATE INDEX "session_last_seen_at" ON "sessions" ("last_seen_at") WHERE ((ended_at IS NULL) AND (account_id IS NOT NULL));
