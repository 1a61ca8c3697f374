-- What requirements ask besides: their new members lie in `requirements`, which has JSON.
SELECT lock_patiently('cases, risk_profiles, waivers');

-- What of the loan is still owed.
ALTER TABLE cases ADD COLUMN outstanding_balance jsonb;

-- What was published until now counts what a renewal carries over.
ALTER TABLE risk_profiles ADD COLUMN carried_over text NOT NULL DEFAULT 'ACCEPT' CHECK (carried_over IN ('UNKNOWN', 'ACCEPT'));

-- Perils and items of which a finding must bear one. Empty: every finding.
ALTER TABLE waivers ADD COLUMN details text[] NOT NULL DEFAULT '{}';
