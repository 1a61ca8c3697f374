-- The audit trail is only ever added to (reliability S7): the database refuses what no statement of ours does. It is a trigger and not a
-- privilege, for the role that migrates owns the table and would keep every privilege.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'audit events are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
