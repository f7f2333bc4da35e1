-- One row: this installation and the history that it serves (sync contract, section 10: epoch).
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation DEFAULT VALUES;

CREATE TABLE organizations (
  org_id uuid PRIMARY KEY,
  name text NOT NULL,
  -- A short code that people can read out.
  key text NOT NULL,
  maximum_users integer NOT NULL DEFAULT 50 CHECK (maximum_users > 0),
  -- IANA name.
  time_zone text NOT NULL,
  -- The next section key that nobody has yet; advances by whole blocks and never goes back.
  next_key integer NOT NULL DEFAULT 999,
  demo boolean NOT NULL DEFAULT false,
  -- The head of the change feed. Every writer of records locks this row first, so feed order is commit order.
  seq bigint NOT NULL DEFAULT 0,
  -- The head of the controlled-substance ledger.
  ledger_n bigint NOT NULL DEFAULT 0,
  ledger_hash text NOT NULL DEFAULT repeat('0', 64),
  -- The starting library is still to be written; the next start finishes it.
  library_due boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

-- A removed user keeps the row: unsent work of theirs must be recognised, and records name them as author.
CREATE TABLE users (
  org_id uuid NOT NULL REFERENCES organizations (org_id),
  user_id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  perms integer[] NOT NULL CHECK (perms <@ ARRAY[0, 1, 2, 3]),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (org_id, user_id)
);
CREATE UNIQUE INDEX users_email ON users (org_id, email) WHERE removed_at IS NULL;

-- From an e-mail to its organization. The one table that no organization owns: somebody who signs in has no organization yet.
CREATE TABLE sign_in_directory (
  email text PRIMARY KEY,
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  FOREIGN KEY (org_id, user_id) REFERENCES users (org_id, user_id)
);
CREATE INDEX sign_in_directory_user ON sign_in_directory (org_id, user_id);

CREATE TABLE sessions (
  org_id uuid NOT NULL,
  session_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Where it was opened from: somebody who signed in from there before is not held up by others' guesses.
  address text NOT NULL,
  device uuid,
  lane uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (org_id, session_id),
  FOREIGN KEY (org_id, user_id) REFERENCES users (org_id, user_id)
);
CREATE INDEX sessions_user ON sessions (org_id, user_id, created_at);

-- May push and nothing else, for one lane; lives until revoked. Only the hash of its secret is kept.
CREATE TABLE push_tokens (
  org_id uuid NOT NULL,
  token_id uuid NOT NULL,
  user_id uuid NOT NULL,
  device uuid NOT NULL,
  lane uuid NOT NULL,
  secret_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (org_id, token_id),
  FOREIGN KEY (org_id, user_id) REFERENCES users (org_id, user_id)
);
CREATE INDEX push_tokens_user ON push_tokens (org_id, user_id, lane);
