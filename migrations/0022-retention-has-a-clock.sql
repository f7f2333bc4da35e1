-- How far the clock is believed when the server forgets what is old, and when that was last looked at. It begins where the server
-- was last written to: the clock of this moment may be wrong.
ALTER TABLE installation ADD COLUMN retention_clock timestamptz, ADD COLUMN retention_clock_moved_at timestamptz;
UPDATE installation SET retention_clock = greatest(created_at, (SELECT max(received_at) FROM "logged-actions"));
