-- Create index "cardauthentication_expires_at" to table: "card_authentications"
CREATE INDEX "cardauthentication_expires_at" ON "card_authentications" ("expires_at");
-- Create index "message_created_at" to table: "messages"
CREATE INDEX "message_created_at" ON "messages" ("created_at");
