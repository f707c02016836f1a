-- atlas:txmode none

-- Create index "accounts_phone" to table: "accounts"
CREATE INDEX CONCURRENTLY "accounts_phone" ON "accounts" ("phone_number") WHERE (phone_number IS NOT NULL);
