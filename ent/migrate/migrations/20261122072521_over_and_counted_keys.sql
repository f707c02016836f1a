-- Drop index "cardauthentication_expires_at" from table: "card_authentications"
DROP INDEX "cardauthentication_expires_at";
-- Create index "cardauthentication_expires_at" to table: "card_authentications"
CREATE INDEX "cardauthentication_expires_at" ON "card_authentications" ("expires_at") WHERE (((purpose)::text = 'register'::text) AND ((state)::text <> 'succeeded'::text));
-- Create index "loginevent_created_at" to table: "login_events"
CREATE INDEX "loginevent_created_at" ON "login_events" ("created_at");
-- Create index "session_ended_at" to table: "sessions"
CREATE INDEX "session_ended_at" ON "sessions" ("ended_at") WHERE (ended_at IS NOT NULL);
-- Keys in byte order whatever the database's (ent's difference does not see collations, a test of throttle does)
ALTER TABLE "throttles" ALTER COLUMN "key" TYPE character varying COLLATE "C";
