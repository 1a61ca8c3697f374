-- The zone of the IANA database in whose days a lender's notices and placements are counted. NULL: nobody has named it.
SELECT lock_patiently('lenders');
ALTER TABLE lenders ADD COLUMN time_zone text;
