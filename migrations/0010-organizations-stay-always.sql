-- An organization stays in a session that plays a replica too, as the ledger and the action log do.
ALTER TABLE organizations ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE organizations ENABLE ALWAYS TRIGGER same_id;
