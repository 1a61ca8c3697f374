-- What was erased, by ids alone. The object store has the list too, so that a backup that is restored is told of it.
CREATE TABLE erasures (
  id   uuid PRIMARY KEY,
  kind text NOT NULL,
  ids  uuid[] NOT NULL,
  at   timestamptz(3) NOT NULL
);

-- An erasure is the one door in what is only ever added to, for the owner of the tables and for nobody else: it takes values out of the
-- trail, and nothing else of it.
CREATE FUNCTION may_erase() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('app.erasing', true) = 'on' AND pg_has_role(proowner, 'MEMBER') FROM pg_proc WHERE oid = to_regprocedure('may_erase()')
$$;

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND may_erase() THEN
    RETURN NULL;
  END IF;
  RAISE 'audit events are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE FUNCTION refuse_verdict_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND may_erase() THEN
    RETURN NULL;
  END IF;
  RAISE 'changes of verdicts are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE FUNCTION refuse_attempt_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' AND may_erase() THEN
    RETURN NULL;
  END IF;
  RAISE 'attempts to send notices are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
