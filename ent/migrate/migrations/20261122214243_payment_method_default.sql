-- Modify "payment_methods" table
ALTER TABLE "payment_methods" ADD COLUMN "preferred_at" timestamptz NULL;
