-- What a token may do less than others: only read, or only from some addresses. A token without a row has no restriction, as all
-- tokens had before. These are not columns of tokens, because nodes of the version before have prepared `SELECT t.*`: with one
-- more column each of their connections would fail once.
CREATE TABLE token_restrictions (
  token_id          uuid PRIMARY KEY REFERENCES tokens (id) ON DELETE CASCADE,
  scope             text NOT NULL CHECK (scope IN ('full', 'read')),
  allowed_addresses text[] NOT NULL -- CIDR; empty for any address
);
