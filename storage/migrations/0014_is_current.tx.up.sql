-- Whether a version is its policy's current one, for the filter isCurrent. Only triggers write it: nodes of the release before neither
-- read nor write the column.
--
-- All tables are locked before any is changed, as in migration 0006.
DO $$ BEGIN PERFORM lock_patiently('policies, policy_versions'); END $$;

ALTER TABLE policy_versions ADD is_current boolean NOT NULL DEFAULT true; -- true for all rows without writing them
ALTER TABLE policy_versions ALTER is_current DROP DEFAULT;
UPDATE policy_versions AS t SET is_current = false WHERE NOT EXISTS (SELECT FROM policies AS o
  WHERE o.portfolio_id = t.portfolio_id AND o.id = t.policy_id AND o.current_version_id = t.id);

CREATE INDEX policy_versions_is_current ON policy_versions (portfolio_id, is_current, id);

-- A version whose policy points at it already is inserted as the current one. Nodes of the release before insert it first, so the
-- policy's trigger marks it.
CREATE FUNCTION mark_new_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_current := EXISTS (SELECT FROM policies AS o
    WHERE o.portfolio_id = NEW.portfolio_id AND o.id = NEW.policy_id AND o.current_version_id = NEW.id);
  RETURN NEW;
END $$;
CREATE TRIGGER mark_new_version BEFORE INSERT ON policy_versions FOR EACH ROW EXECUTE FUNCTION mark_new_version();

CREATE FUNCTION mark_current_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE policy_versions SET is_current = (id = NEW.current_version_id)
  WHERE portfolio_id = NEW.portfolio_id AND policy_id = NEW.id AND id IN (OLD.current_version_id, NEW.current_version_id)
    AND is_current <> (id = NEW.current_version_id);
  RETURN NULL;
END $$;
CREATE TRIGGER mark_current_version AFTER UPDATE OF current_version_id ON policies FOR EACH ROW
  WHEN (NEW.current_version_id <> OLD.current_version_id) EXECUTE FUNCTION mark_current_version();
