-- Only the next link of its organization's chain can be added to the ledger, and an organization's head never goes back.
CREATE FUNCTION refuse_broken_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The statement's rows are compared with the table, not with one another: they may come in any order.
  IF EXISTS (
    SELECT FROM added a LEFT JOIN ledger before ON before.org_id = a.org_id AND before.n = a.n - 1
    WHERE a.entry::json ->> 'n' IS DISTINCT FROM a.n::text
      OR a.entry::json ->> 'org' IS DISTINCT FROM a.org_id::text
      OR a.entry::json ->> 'prev' IS DISTINCT FROM CASE WHEN a.n = 1 THEN repeat('0', 64) ELSE before.hash END
  ) THEN
    RAISE EXCEPTION 'the ledger takes only its next link' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER next_link AFTER INSERT ON ledger REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_broken_chain();
ALTER TABLE ledger ENABLE ALWAYS TRIGGER next_link;

CREATE FUNCTION refuse_earlier_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the head of the ledger only goes on' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER ledger_goes_on BEFORE UPDATE OF ledger_n, ledger_hash ON organizations
  FOR EACH ROW
  WHEN (NEW.ledger_n < OLD.ledger_n OR (NEW.ledger_n = OLD.ledger_n AND NEW.ledger_hash <> OLD.ledger_hash))
  EXECUTE FUNCTION refuse_earlier_head();
ALTER TABLE organizations ENABLE ALWAYS TRIGGER ledger_goes_on;
