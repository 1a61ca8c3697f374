-- The terms of policies that a document evidences.
ALTER TABLE documents ADD COLUMN evidences jsonb NOT NULL DEFAULT '[]';
