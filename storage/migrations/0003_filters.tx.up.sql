-- Indexes for the filters that had none.

CREATE INDEX renewal_notices_step ON renewal_notices (portfolio_id, step, id);
CREATE INDEX tasks_type ON tasks (portfolio_id, type, id);
CREATE INDEX audit_events_subject_type ON audit_events (portfolio_id, subject_type, id);
CREATE INDEX audit_events_action ON audit_events (portfolio_id, action, id);
