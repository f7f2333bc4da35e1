-- A program of the clinic is a user without an e-mail and a password: its row has the hash of its key in place of the password's,
-- and no line in the directory of sign-ins. Records name it as their author as they name a person.
ALTER TABLE users
  ADD COLUMN program text CHECK (program IN ('reads', 'writes')),
  ADD COLUMN last_used timestamptz;
