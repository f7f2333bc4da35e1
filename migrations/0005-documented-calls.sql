-- What a documented call was answered that carried an Idempotency-Key: the same key and request get the same answer again.
CREATE TABLE idempotent_answers (
  org_id uuid NOT NULL,
  user_id uuid NOT NULL,
  key text NOT NULL,
  -- Of method, address, If-Match and body.
  request_hash text NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id, key),
  FOREIGN KEY (org_id, user_id) REFERENCES users (org_id, user_id)
);
CREATE INDEX idempotent_answers_age ON idempotent_answers (org_id, answered_at);

-- The draws that a sheet was saved with: they are voided together.
CREATE INDEX records_draws_of_sheet ON records (org_id, (body -> 'content' ->> 'sheet_id')) WHERE collection = 'draws';
