-- What a tablet brought back after a restore before the record that it is about: done when that one is here (L6).
CREATE TABLE waiting_mutations (
  org_id uuid NOT NULL,
  mutation_id uuid NOT NULL,
  collection text NOT NULL,
  record_id uuid NOT NULL,
  -- What its author and its bringer might do when it came.
  perms integer[] NOT NULL,
  PRIMARY KEY (org_id, mutation_id),
  FOREIGN KEY (org_id, mutation_id) REFERENCES mutations (org_id, mutation_id)
);
CREATE INDEX waiting_mutations_record ON waiting_mutations (org_id, collection, record_id);
