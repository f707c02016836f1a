-- Create index "reminder_subject_id" to table: "reminders"
CREATE INDEX "reminder_subject_id" ON "reminders" ("subject_id");
