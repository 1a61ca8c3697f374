-- Whether the loan is a federally related mortgage loan (12 CFR 1024.2). NULL: nobody has said.
SELECT lock_patiently('cases');
ALTER TABLE cases ADD COLUMN federally_related boolean;
