-- The demonstration may go to be made anew: then it does not count as removed.
DROP FUNCTION remove_demonstration(uuid);

-- Removes the demonstration as a whole, its ledger and its action log with it, and nothing else: the one way past the guards of
-- those tables. It runs as the owner, and says how many rows of which table went. All clinics wait for it, as for any commit.
CREATE FUNCTION remove_demonstration(which uuid, for_good boolean DEFAULT true)
RETURNS TABLE (of_table text, removed bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  guarded CONSTANT text[] := ARRAY['ledger', 'logged-actions', 'organizations'];
BEGIN
  PERFORM FROM public.installation FOR UPDATE;
  -- Those that other transactions take first come first: none is waited for that waits for this one.
  LOCK TABLE public.organizations, public.users, public.sessions, public.devices, public.push_tokens, public.ledger,
    public."logged-actions" IN EXCLUSIVE MODE;
  IF NOT EXISTS (SELECT FROM public.organizations WHERE org_id = which AND demo) THEN
    RAISE EXCEPTION 'only the demonstration can be removed' USING ERRCODE = 'restrict_violation';
  END IF;
  FOREACH of_table IN ARRAY guarded LOOP
    EXECUTE format('ALTER TABLE public.%I DISABLE TRIGGER append_only', of_table);
  END LOOP;
  FOREACH of_table IN ARRAY ARRAY[
    'waiting_mutations', 'mutations', 'lane_numbers', 'draft_redirects', 'refused_creations', 'record_changes', 'records',
    'idempotent_answers', 'password_resets', 'push_tokens', 'sessions', 'key_blocks', 'lanes', 'devices',
    'sign_in_directory', 'users', 'ledger', 'logged-actions', 'organizations'
  ] LOOP
    EXECUTE format('DELETE FROM public.%I WHERE org_id = $1', of_table) USING which;
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN NEXT;
  END LOOP;
  FOREACH of_table IN ARRAY guarded LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ALWAYS TRIGGER append_only', of_table);
  END LOOP;
  IF for_good THEN
    UPDATE public.installation SET demonstration_removed_at = now();
  END IF;
END
$$;
REVOKE ALL ON FUNCTION remove_demonstration(uuid, boolean) FROM PUBLIC;
