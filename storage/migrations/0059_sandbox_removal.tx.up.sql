-- With a sandbox goes its trail, which tells of nothing real: the second door in what is only ever added to, for the owner of the tables
-- and for nobody else.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND may_erase() OR TG_OP = 'DELETE' AND current_setting('app.erasing', true) = 'sandbox'
    AND (SELECT pg_has_role(proowner, 'MEMBER') FROM pg_proc WHERE oid = to_regprocedure('may_erase()')) THEN
    RETURN NULL;
  END IF;
  RAISE 'audit events are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
