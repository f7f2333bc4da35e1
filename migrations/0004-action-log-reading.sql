-- The log of one person, and what came in since somebody looked. Newest first over all is there already.
CREATE INDEX logged_actions_person ON "logged-actions" (org_id, user_id, at, entry_id);
CREATE INDEX logged_actions_received ON "logged-actions" (org_id, received_at);
