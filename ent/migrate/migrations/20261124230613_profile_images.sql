-- Create "profile_images" table
CREATE TABLE "profile_images" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "account_id" uuid NOT NULL, "name" character varying NOT NULL, "content" bytea NOT NULL, PRIMARY KEY ("id"));
-- Create index "profile_images_account_key" to table: "profile_images"
CREATE UNIQUE INDEX "profile_images_account_key" ON "profile_images" ("account_id");
-- Create index "profile_images_name_key" to table: "profile_images"
CREATE UNIQUE INDEX "profile_images_name_key" ON "profile_images" ("name");
