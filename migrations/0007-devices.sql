-- What each tablet of an organization is called and last told of itself, and who revoked it. `revoked_at` is there since 0002.
ALTER TABLE devices
  -- As people call it.
  ADD COLUMN name text,
  -- As its browser calls itself: 'Chrome on Android'.
  ADD COLUMN platform text,
  ADD COLUMN app_version text,
  ADD COLUMN last_seen timestamptz,
  ADD COLUMN last_user uuid,
  -- Changes without an outcome on it, and since when the oldest waits, when it was last seen.
  ADD COLUMN told_unsent integer,
  ADD COLUMN told_oldest timestamptz,
  ADD COLUMN revoked_by uuid,
  -- It said that it removed its records.
  ADD COLUMN wiped_at timestamptz,
  ADD FOREIGN KEY (org_id, last_user) REFERENCES users (org_id, user_id),
  ADD FOREIGN KEY (org_id, revoked_by) REFERENCES users (org_id, user_id);

-- May people sign in without a network on tablets that know them?
ALTER TABLE organizations ADD COLUMN offline_sign_in boolean NOT NULL DEFAULT true;
