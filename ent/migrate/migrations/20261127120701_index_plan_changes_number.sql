-- atlas:txmode none

-- kept before: plan_changes_number
CREATE UNIQUE INDEX CONCURRENTLY "plan_changes_number" ON "plan_changes" ("right"(("id")::text, 16));
