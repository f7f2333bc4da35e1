-- Failures of signing in, of setup codes, and requests for reset links, counted by all processes together. `key` is an HMAC: no
-- e-mail and no address stands here. Unlogged: a count waits for no standby, and is in no backup. A database that crashes, or a
-- standby that takes over, forgets them, as a restart of the server once did.
CREATE UNLOGGED TABLE slowdowns (
  name text NOT NULL,
  key text NOT NULL,
  count integer NOT NULL,
  last timestamptz NOT NULL,
  PRIMARY KEY (name, key)
);

-- Counts one attempt at each of `asked`, and says 0; or counts nothing, and says how many milliseconds it has to wait. In one
-- statement, so that attempts at once cannot pass together, and no process holds a row that another waits for while it thinks.
CREATE FUNCTION slow_down(at_time timestamptz, asked jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wait integer;
BEGIN
  -- All of them are there and held, taken in one order, so that nobody waits in a circle. A clock that was put back, or runs
  -- behind another process's, makes nobody wait for what was counted later than now.
  INSERT INTO public.slowdowns AS s (name, key, count, last)
    SELECT a.name, a.key, 0, at_time FROM jsonb_to_recordset(asked) AS a (name text, key text) ORDER BY a.name, a.key
    ON CONFLICT (name, key) DO UPDATE SET last = least(s.last, at_time);
  SELECT ceil(max(
      least(a.longest_wait, a.first_wait * 2.0 ^ least(s.count - a.free, 40)) - extract(epoch FROM at_time - s.last) * 1000
    )) INTO wait
    FROM public.slowdowns s JOIN jsonb_to_recordset(asked)
      AS a (name text, key text, free integer, first_wait integer, longest_wait integer, forget integer, only_counts boolean)
      ON a.name = s.name AND a.key = s.key
    WHERE NOT a.only_counts AND s.count >= a.free AND s.last > at_time - a.forget * interval '1 millisecond';
  IF wait > 0 THEN
    DELETE FROM public.slowdowns s USING jsonb_to_recordset(asked) AS a (name text, key text)
      WHERE s.name = a.name AND s.key = a.key AND s.count = 0;
    RETURN wait;
  END IF;
  UPDATE public.slowdowns s
    SET count = CASE WHEN s.last > at_time - a.forget * interval '1 millisecond' THEN s.count + 1 ELSE 1 END, last = at_time
    FROM jsonb_to_recordset(asked) AS a (name text, key text, forget integer)
    WHERE s.name = a.name AND s.key = a.key;
  RETURN 0;
END
$$;
