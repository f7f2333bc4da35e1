-- The one link of a user with which the password can be changed, once: a new one replaces it, a use deletes it. Only the hash
-- of its secret is kept.
CREATE TABLE password_resets (
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  secret_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id, user_id) REFERENCES users (org_id, user_id)
);
CREATE UNIQUE INDEX password_resets_secret ON password_resets (org_id, secret_hash);
