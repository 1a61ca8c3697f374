-- Which installation this database is, so that a copy of it is told from the original: the id is kept in the object store too, and
-- the other two are facts of the server, which a restored dump does not bring along.
CREATE TABLE installation (
  one               boolean PRIMARY KEY DEFAULT true CHECK (one), -- there is one row
  id                uuid NOT NULL,
  system_identifier text NOT NULL,                  -- of the Postgres cluster; '' where the server does not say
  database_oid      bigint NOT NULL,                -- of this database in its cluster
  marked            boolean NOT NULL DEFAULT false, -- whether the object store ever got a mark
  created_at        timestamptz(3) NOT NULL DEFAULT now()
);

-- Each start and each clean-up adds a row, and then writes its mark to the object store. So the store never has a mark that its own
-- database does not know; a physical copy does not know those that came after it.
CREATE TABLE installation_marks (
  generation bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mark       uuid NOT NULL UNIQUE,
  made_at    timestamptz(3) NOT NULL DEFAULT now()
);

