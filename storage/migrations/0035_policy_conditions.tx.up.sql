-- What a policy can say besides; NULL is what nobody has said. A node of an earlier release leaves all of it out.
ALTER TABLE policy_versions
  ADD COLUMN no_insureds boolean NOT NULL DEFAULT false,
  ADD COLUMN deductibles jsonb,
  ADD COLUMN stated_values jsonb,
  ADD COLUMN valuation text CHECK (valuation IN ('replacementCost', 'actualCashValue', 'agreedValue', 'functionalReplacementCost')),
  ADD COLUMN coinsurance_percent text,
  ADD COLUMN notice_days jsonb,
  ADD COLUMN claims_made boolean,
  ADD COLUMN attachment jsonb,
  ADD COLUMN endorsement_ids uuid[],
  ADD COLUMN exclusion_ids uuid[],
  ADD COLUMN placement text NOT NULL DEFAULT 'voluntary' CHECK (placement IN ('voluntary', 'lenderPlaced')),
  ADD COLUMN carried_over text[] NOT NULL DEFAULT '{}';
