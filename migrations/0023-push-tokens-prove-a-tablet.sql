-- Was the push token given to the tablet that it names, or to somebody who signed in under that tablet's id? Those of before count
-- as they did.
ALTER TABLE push_tokens ADD COLUMN proven boolean NOT NULL DEFAULT true;
