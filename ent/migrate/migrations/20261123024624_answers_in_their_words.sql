-- Create index "entitlements_bought" to table: "entitlements"
CREATE INDEX "entitlements_bought" ON "entitlements" ("account_id", "created_at", "id") WHERE (subscription_id IS NULL);
-- Create index "entitlements_held" to table: "entitlements"
CREATE INDEX "entitlements_held" ON "entitlements" ("account_id", "plan_id") WHERE (subscription_id IS NULL);
-- Answers kept so far, values by question, become a survey whose wording is not known; no answers at all are none.
UPDATE "orders" SET "answers" = (SELECT jsonb_build_object('locale', '', 'surveyName', '', 'surveyDescription', '', 'questions', jsonb_agg(jsonb_build_object('questionId', q.key, 'questionType', '', 'questionTitle', '', 'questionDescription', '', 'required', false, 'answerOptions', '[]'::jsonb, 'values', q.value) ORDER BY q.key)) FROM jsonb_each("orders"."answers") q) WHERE jsonb_typeof("answers") = 'object' AND "answers" <> '{}'::jsonb;
UPDATE "orders" SET "answers" = NULL WHERE "answers" IN ('null'::jsonb, '{}'::jsonb);
UPDATE "cancellations" SET "answers" = (SELECT jsonb_build_object('locale', '', 'surveyName', '', 'surveyDescription', '', 'questions', jsonb_agg(jsonb_build_object('questionId', q.key, 'questionType', '', 'questionTitle', '', 'questionDescription', '', 'required', false, 'answerOptions', '[]'::jsonb, 'values', q.value) ORDER BY q.key)) FROM jsonb_each("cancellations"."answers") q) WHERE jsonb_typeof("answers") = 'object' AND "answers" <> '{}'::jsonb;
UPDATE "cancellations" SET "answers" = NULL WHERE "answers" IN ('null'::jsonb, '{}'::jsonb);
UPDATE "withdrawals" SET "answers" = (SELECT jsonb_build_object('locale', '', 'surveyName', '', 'surveyDescription', '', 'questions', jsonb_agg(jsonb_build_object('questionId', q.key, 'questionType', '', 'questionTitle', '', 'questionDescription', '', 'required', false, 'answerOptions', '[]'::jsonb, 'values', q.value) ORDER BY q.key)) FROM jsonb_each("withdrawals"."answers") q) WHERE jsonb_typeof("answers") = 'object' AND "answers" <> '{}'::jsonb;
UPDATE "withdrawals" SET "answers" = NULL WHERE "answers" IN ('null'::jsonb, '{}'::jsonb);
