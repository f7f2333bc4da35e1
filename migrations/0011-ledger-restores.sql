-- From now on a restore from a backup appends an entry to each ledger. Up to this entry a history of the server may begin
-- without one: what was restored before wrote none. The text is not read as JSON, since a damaged one must not stop a start.
ALTER TABLE organizations ADD COLUMN ledger_unmarked_until bigint NOT NULL DEFAULT 0;
UPDATE organizations o SET ledger_unmarked_until = o.ledger_n + CASE WHEN l.last = l.present THEN 0 ELSE 1 END
FROM (
  SELECT org_id, i.epoch::text AS present, count(DISTINCT e.epoch) AS histories,
    (array_agg(e.epoch ORDER BY n DESC))[1] AS last
  FROM (
    SELECT org_id, n, coalesce(substring(entry FROM '"epoch":"([0-9a-f-]{36})","mutation_id"'), '') AS epoch FROM ledger
  ) e CROSS JOIN installation i
  GROUP BY org_id, i.epoch
) l
WHERE l.org_id = o.org_id AND (l.histories > 1 OR l.last <> l.present);
