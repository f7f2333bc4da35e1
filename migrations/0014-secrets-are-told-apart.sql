-- Which secrets this database was last served with, as the beginning of a hash: another server, or a restored one, may have others.
ALTER TABLE installation ADD COLUMN secrets_mark text;
