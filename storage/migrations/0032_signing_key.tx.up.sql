-- Which signing key the installation has: a fingerprint of it, so that a node with another key does not start.
CREATE TABLE signing_key (
  one         boolean PRIMARY KEY DEFAULT true CHECK (one), -- there is one row
  fingerprint text NOT NULL,
  since       timestamptz(3) NOT NULL DEFAULT now()
);
