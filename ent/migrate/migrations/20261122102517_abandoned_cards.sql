-- Create index "paymentmethod_state_created_at" to table: "payment_methods"
CREATE INDEX "paymentmethod_state_created_at" ON "payment_methods" ("state", "created_at");
