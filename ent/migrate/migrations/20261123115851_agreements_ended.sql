-- Modify "payment_methods" table
ALTER TABLE "payment_methods" ADD COLUMN "ended_at" timestamptz NULL;
