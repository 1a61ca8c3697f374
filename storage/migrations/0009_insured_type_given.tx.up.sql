-- Whether a client gave the insured's type. One that was never given is derived anew whenever the names change. Of the rows that
-- exist, those whose type is not what would be derived were given it; the others follow their names from now on.
ALTER TABLE insureds ADD COLUMN type_given boolean NOT NULL DEFAULT false;
UPDATE insureds SET type_given = true
 WHERE (type = 'corporate') IS DISTINCT FROM (btrim(coalesce(corporate_name, ''), E' \t\n\r') <> '');
