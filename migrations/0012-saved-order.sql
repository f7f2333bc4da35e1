-- The place of the change among all that its tablet saved, whoever saved it: what others on one tablet did before was seen (M6).
ALTER TABLE record_changes ADD COLUMN saved_order bigint;
