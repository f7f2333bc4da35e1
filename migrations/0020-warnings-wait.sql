-- E-mails that nobody asks for again: a ledger that does not fit its records, a backup that failed. They are written in the
-- transaction that finds it and sent by whichever process comes first, also after a restart, for a week. What was sent stays two
-- days, so that no second process tells the same. No link to a new password stands here: it would lie in every backup.
CREATE TABLE warnings (
  warning_id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  html text NOT NULL,
  written_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz
);
CREATE INDEX warnings_due ON warnings (due_at) WHERE sent_at IS NULL;
