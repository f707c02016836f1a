-- Modify "account_search" table
ALTER TABLE "account_search" ADD COLUMN "spent" bigint NOT NULL DEFAULT 0, ADD COLUMN "bought" bigint NOT NULL DEFAULT 0, ADD COLUMN "last_login_day" date NULL;
-- Create index "account_search_bought" to table: "account_search"
CREATE INDEX "account_search_bought" ON "account_search" ("bought");
-- Create index "account_search_last_login" to table: "account_search"
CREATE INDEX "account_search_last_login" ON "account_search" ("last_login_day");
-- Create index "account_search_spent" to table: "account_search"
CREATE INDEX "account_search_spent" ON "account_search" ("spent");
-- What is found by what was paid, ordered, agreed to and written down follows the rows of that, as everything else does.
CREATE TRIGGER account_search_made AFTER INSERT ON "bills" FOR EACH ROW WHEN (NEW.state = 'paid') EXECUTE FUNCTION account_search_mark('account_id');
CREATE TRIGGER account_search_gone AFTER DELETE ON "bills" FOR EACH ROW WHEN (OLD.state = 'paid') EXECUTE FUNCTION account_search_mark('account_id');
CREATE TRIGGER account_search_changed AFTER UPDATE ON "bills" FOR EACH ROW
	WHEN ((OLD.state = 'paid' OR NEW.state = 'paid') AND (OLD.state, OLD.amount, OLD.refunded) IS DISTINCT FROM (NEW.state, NEW.amount, NEW.refunded))
	EXECUTE FUNCTION account_search_mark('account_id');
CREATE TRIGGER account_search_made AFTER INSERT ON "orders" FOR EACH ROW WHEN (NEW.state = 'completed') EXECUTE FUNCTION account_search_mark('account_id');
CREATE TRIGGER account_search_gone AFTER DELETE ON "orders" FOR EACH ROW WHEN (OLD.state = 'completed') EXECUTE FUNCTION account_search_mark('account_id');
CREATE TRIGGER account_search_changed AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN ((OLD.state = 'completed') IS DISTINCT FROM (NEW.state = 'completed')) EXECUTE FUNCTION account_search_mark('account_id');
CREATE TRIGGER account_search_made AFTER INSERT OR DELETE ON "consent_answers" FOR EACH ROW EXECUTE FUNCTION account_search_mark('account_id');
CREATE TRIGGER account_search_changed AFTER UPDATE ON "consent_answers" FOR EACH ROW
	WHEN ((OLD.option_id, OLD.agreed, OLD.replaced_at) IS DISTINCT FROM (NEW.option_id, NEW.agreed, NEW.replaced_at)) EXECUTE FUNCTION account_search_mark('account_id');
CREATE TRIGGER account_search_made AFTER INSERT OR DELETE ON "notes" FOR EACH ROW EXECUTE FUNCTION account_search_mark('account_id');
-- A member logs in often, and one login of a day is enough. Logins that are deleted after a while change nothing.
CREATE FUNCTION account_search_login() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO public.account_search_marks (account_id) SELECT NEW.account_id
		WHERE NOT EXISTS (SELECT FROM public.account_search WHERE account_id = NEW.account_id AND last_login_day >= (NEW.created_at AT TIME ZONE 'Asia/Tokyo')::date);
	RETURN NULL;
END $$;
CREATE TRIGGER account_search_made AFTER INSERT ON "login_events" FOR EACH ROW WHEN (NEW.result) EXECUTE FUNCTION account_search_login();
-- The members who are there already are found by none of it yet.
INSERT INTO "account_search_fills" ("after", "searchable") SELECT '00000000-0000-0000-0000-000000000000', false
	WHERE EXISTS (SELECT FROM "accounts") AND NOT EXISTS (SELECT FROM "account_search_fills");
UPDATE "account_search_fills" SET "after" = '00000000-0000-0000-0000-000000000000', "searchable" = false;
