-- The sync contract's tables. Every key and index begins with the organization, so that a table can be split by it.

-- Tombstones up to this seq may be gone: a cursor below it has to load anew (L5).
ALTER TABLE organizations ADD COLUMN tombstone_floor bigint NOT NULL DEFAULT 0;

CREATE TABLE devices (
  org_id uuid NOT NULL REFERENCES organizations (org_id),
  device_id uuid NOT NULL,
  first_seen timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (org_id, device_id)
);

-- One user on one device, bound for good; `last_n` is the last number that has its outcome (P3).
CREATE TABLE lanes (
  org_id uuid NOT NULL,
  lane_id uuid NOT NULL,
  device_id uuid NOT NULL,
  user_id uuid NOT NULL,
  last_n bigint NOT NULL DEFAULT 0,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  PRIMARY KEY (org_id, lane_id),
  FOREIGN KEY (org_id, user_id) REFERENCES users (org_id, user_id),
  FOREIGN KEY (org_id, device_id) REFERENCES devices (org_id, device_id)
);

-- The runs of 100 section keys that devices hand out while offline.
CREATE TABLE key_blocks (
  org_id uuid NOT NULL,
  device_id uuid NOT NULL,
  block integer NOT NULL,
  key_from integer NOT NULL,
  PRIMARY KEY (org_id, device_id, block),
  UNIQUE (org_id, key_from),
  FOREIGN KEY (org_id, device_id) REFERENCES devices (org_id, device_id)
);

-- The newest version of every record; `body` is the record as it is sent. json keeps its text as written: jsonb reorders
-- keys, rewrites numbers and refuses some texts that a refused change, kept whole, may hold.
CREATE TABLE records (
  org_id uuid NOT NULL REFERENCES organizations (org_id),
  collection text NOT NULL,
  record_id uuid NOT NULL,
  version integer NOT NULL,
  seq bigint NOT NULL,
  deleted boolean NOT NULL,
  schema integer NOT NULL,
  body json NOT NULL,
  -- What a tombstone held before it was deleted, so that an edit of it can offer to restore the whole (M5).
  last_content json,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, collection, record_id)
);
CREATE INDEX records_feed ON records (org_id, seq);
CREATE INDEX records_tombstones ON records (org_id, changed_at) WHERE deleted;

-- Which lane made which version, kept 180 days (M6).
CREATE TABLE record_changes (
  org_id uuid NOT NULL REFERENCES organizations (org_id),
  collection text NOT NULL,
  record_id uuid NOT NULL,
  version integer NOT NULL,
  lane_id uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, collection, record_id, version)
);
CREATE INDEX record_changes_age ON record_changes (org_id, changed_at);

-- Every mutation with its outcome, for good: a mutation takes effect once (P1). `body` is its canonical text as received.
CREATE TABLE mutations (
  org_id uuid NOT NULL REFERENCES organizations (org_id),
  mutation_id uuid NOT NULL,
  hash text NOT NULL,
  user_id uuid NOT NULL,
  lane_id uuid NOT NULL,
  n bigint NOT NULL,
  status text NOT NULL,
  code text,
  field text,
  message text,
  conflicts json NOT NULL,
  named json NOT NULL,
  seq bigint,
  receipt text NOT NULL,
  body text NOT NULL,
  at text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, mutation_id)
);

-- What each number of a lane meant: the second guard beside the mutation's id.
CREATE TABLE lane_numbers (
  org_id uuid NOT NULL,
  lane_id uuid NOT NULL,
  n bigint NOT NULL,
  mutation_id uuid NOT NULL,
  PRIMARY KEY (org_id, lane_id, n),
  FOREIGN KEY (org_id, lane_id) REFERENCES lanes (org_id, lane_id)
);

-- Records whose creation was refused or parked: what edits them shares that fate (P4).
CREATE TABLE refused_creations (
  org_id uuid NOT NULL REFERENCES organizations (org_id),
  collection text NOT NULL,
  record_id uuid NOT NULL,
  PRIMARY KEY (org_id, collection, record_id)
);

-- Which copy of a balance table a lane went on with (M10).
CREATE TABLE draft_redirects (
  org_id uuid NOT NULL,
  lane_id uuid NOT NULL,
  draft_id uuid NOT NULL,
  to_id uuid NOT NULL,
  PRIMARY KEY (org_id, lane_id, draft_id),
  FOREIGN KEY (org_id, lane_id) REFERENCES lanes (org_id, lane_id)
);

-- Who did what, in words. `at` is the person's own time, `received_at` the server's.
CREATE TABLE "logged-actions" (
  org_id uuid NOT NULL REFERENCES organizations (org_id),
  entry_id uuid NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  user_id uuid NOT NULL,
  user_name text NOT NULL,
  org_name text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (org_id, entry_id)
);
CREATE INDEX logged_actions_newest ON "logged-actions" (org_id, at, entry_id);

-- The controlled-substance ledger. `entry` is the canonical JSON that `hash` is the SHA-256 of; it names the hash before it.
CREATE TABLE ledger (
  org_id uuid NOT NULL REFERENCES organizations (org_id),
  n bigint NOT NULL,
  entry text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (org_id, n),
  CHECK (hash = encode(sha256(convert_to(entry, 'UTF8')), 'hex'))
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "logged-actions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- ALWAYS: not even a session that plays a replica gets around it.
ALTER TABLE "logged-actions" ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE ledger ENABLE ALWAYS TRIGGER append_only;
