-- A tablet that came with its key once is known by it: nobody else is taken for it any more. A revocation that is taken back lets
-- it get a key anew.
ALTER TABLE devices ADD COLUMN keyed boolean NOT NULL DEFAULT false;
