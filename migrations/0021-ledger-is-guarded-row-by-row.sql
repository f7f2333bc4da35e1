-- The same guard as of 0006, asked of each row that comes into the ledger: a database that splits its tables by the organization
-- has no table of the rows of one statement.
CREATE FUNCTION refuse_broken_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Asked once the statement is over: what it added is there, in whatever order it came.
  IF NEW.entry::json ->> 'n' IS DISTINCT FROM NEW.n::text
    OR NEW.entry::json ->> 'org' IS DISTINCT FROM NEW.org_id::text
    OR NEW.entry::json ->> 'prev' IS DISTINCT FROM (CASE WHEN NEW.n = 1 THEN repeat('0', 64) ELSE (
      SELECT before.hash FROM ledger before WHERE before.org_id = NEW.org_id AND before.n = NEW.n - 1
    ) END)
  THEN
    RAISE EXCEPTION 'the ledger takes only its next link' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER next_link ON ledger;
CREATE TRIGGER next_link AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_broken_link();
ALTER TABLE ledger ENABLE ALWAYS TRIGGER next_link;
DROP FUNCTION refuse_broken_chain();
