-- By which id a file of an export names a record: its references, and the same file again, find it.
ALTER TABLE import_records ADD COLUMN key uuid;
CREATE INDEX import_records_key ON import_records (portfolio_id, key) WHERE key IS NOT NULL;
