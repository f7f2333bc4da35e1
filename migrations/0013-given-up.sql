-- What a revoked tablet removed unsent, since a person gave it up there: how many changes, once for each revocation. It may tell
-- it after the revocation was taken back.
ALTER TABLE devices
  ADD COLUMN may_give_up boolean NOT NULL DEFAULT false,
  ADD COLUMN gave_up integer;
UPDATE devices SET may_give_up = true WHERE revoked_at IS NOT NULL AND wiped_at IS NULL;
