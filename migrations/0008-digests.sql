-- How many live records each collection holds, and which versions (L3): `{ "seq": 17, "of": { "drugs": { "count": 3, "sum": 1 } } }`.
-- It counts while its seq is the organization's: a server that does not know of it leaves it behind, and it is counted anew.
-- NULL until it was counted for the first time, at the next pull or push.
ALTER TABLE organizations ADD COLUMN digests json;
