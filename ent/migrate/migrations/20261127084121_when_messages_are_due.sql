-- Modify "messages" table
ALTER TABLE "messages" ADD COLUMN "due_at" timestamptz NULL;
