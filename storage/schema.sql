-- The whole schema, for reading. Written by `make generate` from the migrations; never edited.

TABLE asset_types
  id uuid NOT NULL
  key text NOT NULL
  name text NOT NULL
  classification text NOT NULL
  position integer NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT asset_types_classification_check CHECK ((classification = ANY (ARRAY['tangible'::text, 'nonTangible'::text])))
  CONSTRAINT asset_types_key_key UNIQUE (key)
  CONSTRAINT asset_types_pkey PRIMARY KEY (id)

TABLE assets
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  case_id uuid NOT NULL
  asset_type_id uuid NOT NULL
  display_name text NOT NULL
  fields jsonb NOT NULL DEFAULT '[]'::jsonb
  document_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  search text NOT NULL GENERATED lower(display_name)
  external_id text
  import_id uuid
  CONSTRAINT assets_asset_type_id_fkey FOREIGN KEY (asset_type_id) REFERENCES asset_types(id)
  CONSTRAINT assets_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT assets_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CREATE INDEX assets_case ON public.assets USING btree (portfolio_id, case_id, id)
  CREATE INDEX assets_created_at ON public.assets USING btree (portfolio_id, created_at, id)
  CREATE UNIQUE INDEX assets_external_id ON public.assets USING btree (portfolio_id, external_id) WHERE (external_id IS NOT NULL)
  CREATE INDEX assets_metadata ON public.assets USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX assets_search ON public.assets USING gin (portfolio_id, search gin_trgm_ops)
  CREATE INDEX assets_type ON public.assets USING btree (portfolio_id, asset_type_id, id)
  CREATE INDEX assets_updated_at ON public.assets USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON assets FOR EACH STATEMENT EXECUTE FUNCTION forget_records('assets')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON assets FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON assets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_assets()
  CREATE TRIGGER values_inserted AFTER INSERT ON assets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_assets()
  CREATE TRIGGER values_moved_asset_type_id AFTER UPDATE OF asset_type_id ON assets FOR EACH ROW WHEN (old.asset_type_id IS DISTINCT FROM new.asset_type_id) EXECUTE FUNCTION move_value('assets.asset_type_id=', 'asset_type_id')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON assets FOR EACH STATEMENT EXECUTE FUNCTION forget_values('assets.')

TABLE audit_events PARTITION BY RANGE (id)
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  actor_kind text NOT NULL
  actor_id uuid
  actor_name text NOT NULL
  action text NOT NULL
  subject_type text NOT NULL
  subject_id uuid
  changes jsonb NOT NULL
  request_id text NOT NULL
  at timestamp(3) with time zone NOT NULL
  CONSTRAINT audit_events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['serviceAccount'::text, 'staff'::text, 'person'::text, 'system'::text, 'evidenceLink'::text]))) NOT VALID
  CONSTRAINT audit_events_pkey PRIMARY KEY (portfolio_id, id)
  CREATE INDEX audit_events_action ON ONLY public.audit_events USING btree (portfolio_id, action, id)
  CREATE INDEX audit_events_actor ON ONLY public.audit_events USING btree (portfolio_id, actor_id, id)
  CREATE INDEX audit_events_at ON ONLY public.audit_events USING btree (portfolio_id, at, id)
  CREATE INDEX audit_events_subject ON ONLY public.audit_events USING btree (portfolio_id, subject_id, id)
  CREATE INDEX audit_events_subject_type ON ONLY public.audit_events USING btree (portfolio_id, subject_type, id)
  CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()
  CREATE TRIGGER count_deleted AFTER DELETE ON audit_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('audit_events')
  CREATE TRIGGER count_inserted AFTER INSERT ON audit_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('audit_events')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION forget_records('audit_events')
  CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()
  CREATE TRIGGER note_inserted AFTER INSERT ON audit_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_events()
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON audit_events FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE brokerages
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  name text NOT NULL
  mailing_address text
  street_address text
  city text
  state text
  postal_code text
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  search text NOT NULL GENERATED lower(((name || '
'::text) || COALESCE(city, ''::text)))
  CONSTRAINT brokerages_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT brokerages_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CREATE INDEX brokerages_created_at ON public.brokerages USING btree (portfolio_id, created_at, id)
  CREATE INDEX brokerages_metadata ON public.brokerages USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX brokerages_search ON public.brokerages USING gin (portfolio_id, search gin_trgm_ops)
  CREATE INDEX brokerages_state ON public.brokerages USING btree (portfolio_id, state, id)
  CREATE INDEX brokerages_updated_at ON public.brokerages USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON brokerages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('brokerages')
  CREATE TRIGGER count_inserted AFTER INSERT ON brokerages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('brokerages')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON brokerages FOR EACH STATEMENT EXECUTE FUNCTION forget_records('brokerages')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON brokerages FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE brokers
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  brokerage_id uuid
  email text
  phone text
  phone_extension text
  phone_type text
  first_name text
  last_name text
  name text
  display_name text NOT NULL
  path_name text NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  search text NOT NULL GENERATED lower((((((((display_name || '
'::text) || COALESCE((first_name || ' '::text), ''::text)) || COALESCE(last_name, ''::text)) || '
'::text) || COALESCE(email, ''::text)) || '
'::text) || COALESCE(phone, ''::text)))
  CONSTRAINT brokers_phone_type_check CHECK ((phone_type = ANY (ARRAY['mobile'::text, 'office'::text, 'home'::text, 'fax'::text, 'other'::text])))
  CONSTRAINT brokers_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT brokers_portfolio_id_brokerage_id_fkey FOREIGN KEY (portfolio_id, brokerage_id) REFERENCES brokerages(portfolio_id, id)
  CONSTRAINT brokers_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CONSTRAINT brokers_portfolio_id_path_name_key UNIQUE (portfolio_id, path_name)
  CREATE INDEX brokers_brokerage ON public.brokers USING btree (portfolio_id, brokerage_id, id)
  CREATE INDEX brokers_created_at ON public.brokers USING btree (portfolio_id, created_at, id)
  CREATE INDEX brokers_email ON public.brokers USING btree (portfolio_id, lower(email), id)
  CREATE INDEX brokers_metadata ON public.brokers USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX brokers_search ON public.brokers USING gin (portfolio_id, search gin_trgm_ops)
  CREATE INDEX brokers_updated_at ON public.brokers USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON brokers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('brokers')
  CREATE TRIGGER count_inserted AFTER INSERT ON brokers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('brokers')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON brokers FOR EACH STATEMENT EXECUTE FUNCTION forget_records('brokers')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON brokers FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE cancellations
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  policy_id uuid NOT NULL
  case_id uuid NOT NULL
  term_number integer NOT NULL
  effective_date timestamp(3) with time zone NOT NULL
  reason text NOT NULL
  document_id uuid
  recorded_at timestamp(3) with time zone NOT NULL
  reinstated_on timestamp(3) with time zone
  CONSTRAINT cancellations_check CHECK ((reinstated_on >= effective_date))
  CONSTRAINT cancellations_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT cancellations_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT cancellations_portfolio_id_document_id_fkey FOREIGN KEY (portfolio_id, document_id) REFERENCES documents(portfolio_id, id)
  CONSTRAINT cancellations_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id)
  CONSTRAINT cancellations_reason_check CHECK ((reason = ANY (ARRAY['nonPayment'::text, 'underwriting'::text, 'insuredRequest'::text, 'rewritten'::text, 'other'::text])))
  CREATE INDEX cancellations_case ON public.cancellations USING btree (portfolio_id, case_id, id)
  CREATE UNIQUE INDEX cancellations_in_effect ON public.cancellations USING btree (portfolio_id, policy_id, term_number) WHERE (reinstated_on IS NULL)
  CREATE INDEX cancellations_policy ON public.cancellations USING btree (portfolio_id, policy_id, id)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON cancellations FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE case_verdicts
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  risk_profile_id uuid NOT NULL
  verdict text NOT NULL
  codes text[] NOT NULL DEFAULT '{}'::text[]
  gaps text[] NOT NULL DEFAULT '{}'::text[]
  shortfalls jsonb NOT NULL DEFAULT '[]'::jsonb
  next_change_on timestamp(3) with time zone
  look_again_on timestamp(3) with time zone
  flood_rows integer
  evaluated_at timestamp(3) with time zone
  loan_amount jsonb
  loan_currency text GENERATED (loan_amount ->> 'currency'::text)
  loan_value numeric GENERATED ((loan_amount ->> 'amount'::text))::numeric
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  findings jsonb
  statuses text[] NOT NULL DEFAULT '{}'::text[]
  lender_placed boolean NOT NULL DEFAULT false
  CONSTRAINT case_verdicts_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT case_verdicts_verdict_check CHECK ((verdict = ANY (ARRAY['compliant'::text, 'waived'::text, 'unknown'::text, 'deficient'::text, 'notApplicable'::text])))
  CREATE INDEX case_verdicts_any_due ON public.case_verdicts USING btree (LEAST(next_change_on, look_again_on), portfolio_id)
  CREATE INDEX case_verdicts_any_flood ON public.case_verdicts USING btree (flood_rows, portfolio_id) WHERE (flood_rows IS NOT NULL)
  CREATE INDEX case_verdicts_codes ON public.case_verdicts USING gin (portfolio_id, codes) WITH (gin_pending_list_limit='64')
  CREATE INDEX case_verdicts_created_at ON public.case_verdicts USING btree (portfolio_id, created_at, id)
  CREATE INDEX case_verdicts_due ON public.case_verdicts USING btree (portfolio_id, LEAST(next_change_on, look_again_on), id)
  CREATE INDEX case_verdicts_flood ON public.case_verdicts USING btree (portfolio_id, flood_rows, id) WHERE (flood_rows IS NOT NULL)
  CREATE INDEX case_verdicts_gaps ON public.case_verdicts USING gin (portfolio_id, gaps) WITH (gin_pending_list_limit='64')
  CREATE INDEX case_verdicts_lender_placed ON public.case_verdicts USING btree (portfolio_id, lender_placed, id)
  CREATE INDEX case_verdicts_metadata ON public.case_verdicts USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX case_verdicts_next_change ON public.case_verdicts USING btree (portfolio_id, next_change_on, id)
  CREATE INDEX case_verdicts_statuses ON public.case_verdicts USING gin (portfolio_id, statuses) WITH (gin_pending_list_limit='64')
  CREATE INDEX case_verdicts_updated_at ON public.case_verdicts USING btree (portfolio_id, updated_at, id)
  CREATE INDEX case_verdicts_verdict ON public.case_verdicts USING btree (portfolio_id, verdict, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON case_verdicts FOR EACH STATEMENT EXECUTE FUNCTION forget_records('case_verdicts')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON case_verdicts FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON case_verdicts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_case_verdicts()
  CREATE TRIGGER values_inserted AFTER INSERT ON case_verdicts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_case_verdicts()
  CREATE TRIGGER values_moved_lender_placed AFTER UPDATE OF lender_placed ON case_verdicts FOR EACH ROW WHEN (old.lender_placed IS DISTINCT FROM new.lender_placed) EXECUTE FUNCTION move_value('case_verdicts.lender_placed=', 'lender_placed')
  CREATE TRIGGER values_moved_verdict AFTER UPDATE OF verdict ON case_verdicts FOR EACH ROW WHEN (old.verdict IS DISTINCT FROM new.verdict) EXECUTE FUNCTION move_value('case_verdicts.verdict=', 'verdict')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON case_verdicts FOR EACH STATEMENT EXECUTE FUNCTION forget_values('case_verdicts.')

TABLE cases
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  name text
  display_name text NOT NULL
  status text NOT NULL
  status_before_hold text
  on_hold_at timestamp(3) with time zone
  management_type text NOT NULL
  program_id uuid
  risk_profile_id uuid
  insurance_contact_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  insurance_contact_cc_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  insured_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  mortgagee_clause_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  loan_number text
  loan_amount jsonb
  maturity_date timestamp(3) with time zone
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  search text NOT NULL GENERATED lower(((display_name || '
'::text) || COALESCE(loan_number, ''::text)))
  loan_amount_up numeric GENERATED (((loan_amount ->> 'amount'::text))::numeric + ('100000000000000000000'::numeric * (
CASE (loan_amount ->> 'currency'::text)
    WHEN 'USD'::text THEN 0
    ELSE (((65536 * ascii((loan_amount ->> 'currency'::text))) + (256 * ascii(substr((loan_amount ->> 'currency'::text), 2)))) + ascii(substr((loan_amount ->> 'currency'::text), 3)))
END)::numeric))
  loan_amount_down numeric GENERATED (((loan_amount ->> 'amount'::text))::numeric - ('100000000000000000000'::numeric * (
CASE (loan_amount ->> 'currency'::text)
    WHEN 'USD'::text THEN 0
    ELSE (((65536 * ascii((loan_amount ->> 'currency'::text))) + (256 * ascii(substr((loan_amount ->> 'currency'::text), 2)))) + ascii(substr((loan_amount ->> 'currency'::text), 3)))
END)::numeric))
  closure jsonb
  outstanding_balance jsonb
  external_id text
  import_id uuid
  quiet boolean NOT NULL DEFAULT false
  federally_related boolean
  CONSTRAINT cases_check CHECK (((program_id IS NULL) <> (risk_profile_id IS NULL)))
  CONSTRAINT cases_check1 CHECK (((COALESCE((closure ->> 'statusBefore'::text), status) = 'onHold'::text) = (status_before_hold IS NOT NULL)))
  CONSTRAINT cases_check2 CHECK (((COALESCE((closure ->> 'statusBefore'::text), status) = 'onHold'::text) = (on_hold_at IS NOT NULL)))
  CONSTRAINT cases_closure_check CHECK (((status = 'closed'::text) = (closure IS NOT NULL)))
  CONSTRAINT cases_management_type_check CHECK ((management_type = ANY (ARRAY['selfManaged'::text, 'serviceManaged'::text])))
  CONSTRAINT cases_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT cases_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CONSTRAINT cases_portfolio_id_program_id_fkey FOREIGN KEY (portfolio_id, program_id) REFERENCES programs(portfolio_id, id)
  CONSTRAINT cases_portfolio_id_risk_profile_id_fkey FOREIGN KEY (portfolio_id, risk_profile_id) REFERENCES risk_profiles(portfolio_id, id)
  CONSTRAINT cases_status_before_hold_check CHECK ((status_before_hold = ANY (ARRAY['DRAFT'::text, 'OPEN'::text, 'ONBOARDING'::text, 'approved'::text])))
  CONSTRAINT cases_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'OPEN'::text, 'ONBOARDING'::text, 'approved'::text, 'onHold'::text, 'closed'::text])))
  CREATE INDEX cases_created_at ON public.cases USING btree (portfolio_id, created_at, id)
  CREATE UNIQUE INDEX cases_external_id ON public.cases USING btree (portfolio_id, external_id) WHERE (external_id IS NOT NULL)
  CREATE INDEX cases_insureds ON public.cases USING gin (portfolio_id, insured_ids) WITH (gin_pending_list_limit='64')
  CREATE INDEX cases_loan_amount_down ON public.cases USING btree (portfolio_id, loan_amount_down, id)
  CREATE INDEX cases_loan_amount_up ON public.cases USING btree (portfolio_id, loan_amount_up, id)
  CREATE INDEX cases_loan_number ON public.cases USING btree (portfolio_id, loan_number, id)
  CREATE INDEX cases_loan_number_prefix ON public.cases USING btree (portfolio_id, lower(loan_number) text_pattern_ops, id)
  CREATE INDEX cases_management_type ON public.cases USING btree (portfolio_id, management_type, id)
  CREATE INDEX cases_maturity_date ON public.cases USING btree (portfolio_id, maturity_date, id)
  CREATE INDEX cases_metadata ON public.cases USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX cases_program ON public.cases USING btree (portfolio_id, program_id, id)
  CREATE INDEX cases_risk_profile ON public.cases USING btree (portfolio_id, risk_profile_id, id)
  CREATE INDEX cases_search ON public.cases USING gin (portfolio_id, search gin_trgm_ops)
  CREATE INDEX cases_status ON public.cases USING btree (portfolio_id, status, id)
  CREATE INDEX cases_updated_at ON public.cases USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON cases FOR EACH STATEMENT EXECUTE FUNCTION forget_records('cases')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON cases FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON cases REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_cases()
  CREATE TRIGGER values_inserted AFTER INSERT ON cases REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_cases()
  CREATE TRIGGER values_moved_management_type AFTER UPDATE OF management_type ON cases FOR EACH ROW WHEN (old.management_type IS DISTINCT FROM new.management_type) EXECUTE FUNCTION move_value('cases.management_type=', 'management_type')
  CREATE TRIGGER values_moved_status AFTER UPDATE OF status ON cases FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION move_value('cases.status=', 'status')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON cases FOR EACH STATEMENT EXECUTE FUNCTION forget_values('cases.')

TABLE certificate_holders
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  name text NOT NULL
  address jsonb
  clause_types text[] NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  search text NOT NULL GENERATED lower(name)
  CONSTRAINT certificate_holders_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT certificate_holders_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CREATE INDEX certificate_holders_created_at ON public.certificate_holders USING btree (portfolio_id, created_at, id)
  CREATE INDEX certificate_holders_metadata ON public.certificate_holders USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX certificate_holders_search ON public.certificate_holders USING gin (portfolio_id, search gin_trgm_ops)
  CREATE INDEX certificate_holders_updated_at ON public.certificate_holders USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON certificate_holders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('certificate_holders')
  CREATE TRIGGER count_inserted AFTER INSERT ON certificate_holders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('certificate_holders')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON certificate_holders FOR EACH STATEMENT EXECUTE FUNCTION forget_records('certificate_holders')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON certificate_holders FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE coverage_types
  id uuid NOT NULL
  key text NOT NULL
  name text NOT NULL
  coverage_group text NOT NULL
  position integer NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT coverage_types_key_key UNIQUE (key)
  CONSTRAINT coverage_types_pkey PRIMARY KEY (id)

TABLE directory_groups
  id uuid NOT NULL
  provider_id uuid NOT NULL
  external_id text
  display_name text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT directory_groups_pkey PRIMARY KEY (id)
  CONSTRAINT directory_groups_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
  CREATE INDEX directory_groups_id ON public.directory_groups USING btree (provider_id, id)

TABLE directory_members
  group_id uuid NOT NULL
  user_id uuid NOT NULL
  CONSTRAINT directory_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES directory_groups(id) ON DELETE CASCADE
  CONSTRAINT directory_members_pkey PRIMARY KEY (group_id, user_id)
  CONSTRAINT directory_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES directory_users(id) ON DELETE CASCADE
  CREATE INDEX directory_members_user ON public.directory_members USING btree (user_id)

TABLE directory_users
  id uuid NOT NULL
  provider_id uuid NOT NULL
  external_id text
  user_name text NOT NULL
  is_active boolean NOT NULL
  attributes jsonb NOT NULL
  person_id uuid
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  deleted_at timestamp(3) with time zone
  CONSTRAINT directory_users_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
  CONSTRAINT directory_users_pkey PRIMARY KEY (id)
  CONSTRAINT directory_users_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX directory_users_external_id ON public.directory_users USING btree (provider_id, external_id, COALESCE(deleted_at, 'infinity'::timestamp with time zone))
  CREATE INDEX directory_users_id ON public.directory_users USING btree (provider_id, id) WHERE (deleted_at IS NULL)
  CREATE INDEX directory_users_person ON public.directory_users USING btree (person_id)
  CREATE UNIQUE INDEX directory_users_user_name ON public.directory_users USING btree (provider_id, lower(user_name), COALESCE(deleted_at, 'infinity'::timestamp with time zone))

TABLE document_categories
  id uuid NOT NULL
  key text NOT NULL
  name text NOT NULL
  position integer NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT document_categories_key_key UNIQUE (key)
  CONSTRAINT document_categories_pkey PRIMARY KEY (id)

TABLE documents
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  case_id uuid NOT NULL
  category_id uuid NOT NULL
  file_name text NOT NULL
  file_type text NOT NULL
  name text NOT NULL
  versions uuid[] NOT NULL
  blob_key text NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  size bigint NOT NULL DEFAULT 0
  evidences jsonb NOT NULL DEFAULT '[]'::jsonb
  CONSTRAINT documents_category_id_fkey FOREIGN KEY (category_id) REFERENCES document_categories(id)
  CONSTRAINT documents_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT documents_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CREATE INDEX documents_case ON public.documents USING btree (portfolio_id, case_id, id)
  CREATE INDEX documents_category ON public.documents USING btree (portfolio_id, category_id, id)
  CREATE INDEX documents_created_at ON public.documents USING btree (portfolio_id, created_at, id)
  CREATE INDEX documents_metadata ON public.documents USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX documents_updated_at ON public.documents USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER bytes_added AFTER INSERT ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_document_bytes()
  CREATE TRIGGER bytes_forgotten AFTER TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION forget_bytes('claimed')
  CREATE TRIGGER bytes_removed AFTER DELETE ON documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_document_bytes()
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION forget_records('documents')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON documents FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_documents()
  CREATE TRIGGER values_inserted AFTER INSERT ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_documents()
  CREATE TRIGGER values_moved_category_id AFTER UPDATE OF category_id ON documents FOR EACH ROW WHEN (old.category_id IS DISTINCT FROM new.category_id) EXECUTE FUNCTION move_value('documents.category_id=', 'category_id')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION forget_values('documents.')

TABLE erasures
  id uuid NOT NULL
  kind text NOT NULL
  ids uuid[] NOT NULL
  at timestamp(3) with time zone NOT NULL
  CONSTRAINT erasures_pkey PRIMARY KEY (id)

TABLE event_epoch
  one boolean NOT NULL DEFAULT true
  epoch bigint NOT NULL
  server text NOT NULL
  CONSTRAINT event_epoch_one_check CHECK (one)
  CONSTRAINT event_epoch_pkey PRIMARY KEY (one)

TABLE event_heads
  portfolio_id uuid NOT NULL
  position bigint NOT NULL
  removed_to bigint NOT NULL DEFAULT 0
  server text NOT NULL DEFAULT ''::text
  CONSTRAINT event_heads_pkey PRIMARY KEY (portfolio_id)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON event_heads FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE event_outbox
  portfolio_id uuid NOT NULL
  seq bigint NOT NULL DEFAULT nextval('event_outbox_seq'::regclass)
  id uuid NOT NULL
  CONSTRAINT event_outbox_pkey PRIMARY KEY (portfolio_id, seq)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON event_outbox FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE event_subjects
  portfolio_id uuid NOT NULL
  subject_id uuid NOT NULL
  revision bigint NOT NULL
  CONSTRAINT event_subjects_pkey PRIMARY KEY (portfolio_id, subject_id)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON event_subjects FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE events
  portfolio_id uuid NOT NULL
  position bigint NOT NULL
  id uuid NOT NULL
  type text NOT NULL
  subject_type text NOT NULL
  subject_id uuid NOT NULL
  case_id uuid
  revision bigint NOT NULL
  at timestamp(3) with time zone NOT NULL
  CONSTRAINT events_pkey PRIMARY KEY (portfolio_id, "position")
  CREATE INDEX events_at ON public.events USING brin (at) WITH (autosummarize='on')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON events FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE evidence
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  link_id uuid NOT NULL
  policy_id uuid NOT NULL
  case_id uuid NOT NULL
  term_number integer NOT NULL
  state text NOT NULL
  proposed jsonb NOT NULL
  accepted text[] NOT NULL DEFAULT '{}'::text[]
  task_id uuid NOT NULL
  submitted_at timestamp(3) with time zone NOT NULL
  decided_at timestamp(3) with time zone
  decided_by uuid
  reason text
  reply_id uuid
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT evidence_check CHECK (((state = 'proposed'::text) = (decided_at IS NULL)))
  CONSTRAINT evidence_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL)))
  CONSTRAINT evidence_check2 CHECK (((state <> 'rejected'::text) OR (reason IS NOT NULL)))
  CONSTRAINT evidence_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT evidence_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT evidence_portfolio_id_link_id_fkey FOREIGN KEY (portfolio_id, link_id) REFERENCES evidence_links(portfolio_id, id)
  CONSTRAINT evidence_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id)
  CONSTRAINT evidence_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'accepted'::text, 'partlyAccepted'::text, 'rejected'::text])))
  CREATE INDEX evidence_case ON public.evidence USING btree (portfolio_id, case_id, id)
  CREATE INDEX evidence_created_at ON public.evidence USING btree (portfolio_id, created_at, id)
  CREATE INDEX evidence_metadata ON public.evidence USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX evidence_policy ON public.evidence USING btree (portfolio_id, policy_id, id)
  CREATE INDEX evidence_state ON public.evidence USING btree (portfolio_id, state, id)
  CREATE INDEX evidence_updated_at ON public.evidence USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON evidence FOR EACH STATEMENT EXECUTE FUNCTION forget_records('evidence')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON evidence FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON evidence REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_evidence()
  CREATE TRIGGER values_inserted AFTER INSERT ON evidence REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_evidence()
  CREATE TRIGGER values_moved_state AFTER UPDATE OF state ON evidence FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION move_value('evidence.state=', 'state')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON evidence FOR EACH STATEMENT EXECUTE FUNCTION forget_values('evidence.')

TABLE evidence_files
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  evidence_id uuid NOT NULL
  file_name text NOT NULL
  file_type text NOT NULL
  size bigint NOT NULL
  state text NOT NULL
  category_id uuid NOT NULL
  upload_id uuid NOT NULL
  blob_key text NOT NULL
  document_id uuid
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT evidence_files_category_id_fkey FOREIGN KEY (category_id) REFERENCES document_categories(id)
  CONSTRAINT evidence_files_check CHECK (((state = 'accepted'::text) = (document_id IS NOT NULL)))
  CONSTRAINT evidence_files_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT evidence_files_portfolio_id_document_id_fkey FOREIGN KEY (portfolio_id, document_id) REFERENCES documents(portfolio_id, id)
  CONSTRAINT evidence_files_portfolio_id_evidence_id_fkey FOREIGN KEY (portfolio_id, evidence_id) REFERENCES evidence(portfolio_id, id)
  CONSTRAINT evidence_files_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'accepted'::text, 'rejected'::text])))
  CREATE INDEX evidence_files_evidence ON public.evidence_files USING btree (portfolio_id, evidence_id, id)
  CREATE TRIGGER bytes_added AFTER INSERT ON evidence_files REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_evidence_bytes()
  CREATE TRIGGER bytes_changed AFTER UPDATE ON evidence_files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_evidence_bytes()
  CREATE TRIGGER bytes_removed AFTER DELETE ON evidence_files REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_evidence_bytes()
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON evidence_files FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE evidence_links
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  policy_id uuid NOT NULL
  case_id uuid NOT NULL
  term_number integer NOT NULL
  notice_id uuid
  digest bytea NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  revoked_at timestamp(3) with time zone
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT evidence_links_digest_portfolio_id_key UNIQUE (digest, portfolio_id)
  CONSTRAINT evidence_links_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT evidence_links_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT evidence_links_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id)
  CREATE INDEX evidence_links_case ON public.evidence_links USING btree (portfolio_id, case_id, id)
  CREATE INDEX evidence_links_created_at ON public.evidence_links USING btree (portfolio_id, created_at, id)
  CREATE INDEX evidence_links_id ON public.evidence_links USING hash (id)
  CREATE INDEX evidence_links_metadata ON public.evidence_links USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX evidence_links_policy ON public.evidence_links USING btree (portfolio_id, policy_id, id)
  CREATE INDEX evidence_links_updated_at ON public.evidence_links USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON evidence_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('evidence_links')
  CREATE TRIGGER count_inserted AFTER INSERT ON evidence_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('evidence_links')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON evidence_links FOR EACH STATEMENT EXECUTE FUNCTION forget_records('evidence_links')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON evidence_links FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE evidence_replies
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  evidence_id uuid NOT NULL
  policy_id uuid NOT NULL
  case_id uuid NOT NULL
  state text NOT NULL
  recipients text[] NOT NULL DEFAULT '{}'::text[]
  copies text[] NOT NULL DEFAULT '{}'::text[]
  skip_reason text
  subject text
  body text
  template_id uuid
  template_version integer
  settled_at timestamp(3) with time zone
  next_attempt_at timestamp(3) with time zone
  attempts integer NOT NULL DEFAULT 0
  letter jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT evidence_replies_check CHECK (((state = 'planned'::text) = (settled_at IS NULL)))
  CONSTRAINT evidence_replies_check1 CHECK (((state = 'planned'::text) OR (next_attempt_at IS NULL)))
  CONSTRAINT evidence_replies_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT evidence_replies_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT evidence_replies_portfolio_id_evidence_id_fkey FOREIGN KEY (portfolio_id, evidence_id) REFERENCES evidence(portfolio_id, id)
  CONSTRAINT evidence_replies_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id)
  CONSTRAINT evidence_replies_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sent'::text, 'suppressed'::text, 'skipped'::text, 'cancelled'::text, 'failed'::text])))
  CREATE INDEX evidence_replies_attempt ON public.evidence_replies USING btree (portfolio_id, next_attempt_at, id) WHERE (next_attempt_at IS NOT NULL)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON evidence_replies FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE export_schedules
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  format text NOT NULL
  nouns text[] NOT NULL
  every text NOT NULL
  weekday text
  hour integer NOT NULL
  keep integer NOT NULL
  next_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT export_schedules_check CHECK (((every = 'weekly'::text) = (weekday IS NOT NULL)))
  CONSTRAINT export_schedules_every_check CHECK ((every = ANY (ARRAY['daily'::text, 'weekly'::text])))
  CONSTRAINT export_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
  CONSTRAINT export_schedules_pkey PRIMARY KEY (portfolio_id, id)
  CREATE INDEX export_schedules_created_at ON public.export_schedules USING btree (portfolio_id, created_at, id)
  CREATE INDEX export_schedules_next_at ON public.export_schedules USING btree (next_at)
  CREATE INDEX export_schedules_updated_at ON public.export_schedules USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON export_schedules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('export_schedules')
  CREATE TRIGGER count_inserted AFTER INSERT ON export_schedules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('export_schedules')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON export_schedules FOR EACH STATEMENT EXECUTE FUNCTION forget_records('export_schedules')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON export_schedules FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE exports
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  format text NOT NULL
  nouns text[] NOT NULL
  as_of date
  schedule_id uuid
  state text NOT NULL
  records bigint NOT NULL DEFAULT 0
  total bigint
  files jsonb NOT NULL DEFAULT '[]'::jsonb
  cursor text
  snapshot_at timestamp(3) with time zone
  reason text
  attempt integer NOT NULL DEFAULT 0
  leased_until timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone
  settled_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT exports_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (settled_at IS NOT NULL)))
  CONSTRAINT exports_check1 CHECK (((state = 'done'::text) = (cursor IS NOT NULL)))
  CONSTRAINT exports_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT exports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
  CREATE INDEX exports_created_at ON public.exports USING btree (portfolio_id, created_at, id)
  CREATE INDEX exports_expires_at ON public.exports USING btree (expires_at) WHERE (expires_at IS NOT NULL)
  CREATE INDEX exports_open ON public.exports USING btree (leased_until) WHERE (settled_at IS NULL)
  CREATE INDEX exports_schedule ON public.exports USING btree (portfolio_id, schedule_id, id)
  CREATE INDEX exports_state ON public.exports USING btree (portfolio_id, state, id)
  CREATE INDEX exports_updated_at ON public.exports USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON exports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('exports')
  CREATE TRIGGER count_inserted AFTER INSERT ON exports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('exports')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON exports FOR EACH STATEMENT EXECUTE FUNCTION forget_records('exports')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON exports FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE field_types
  asset_type_id uuid NOT NULL
  id uuid NOT NULL
  key text NOT NULL
  label text NOT NULL
  kind text NOT NULL
  required boolean NOT NULL
  options text[] NOT NULL
  position integer NOT NULL
  CONSTRAINT field_types_asset_type_id_fkey FOREIGN KEY (asset_type_id) REFERENCES asset_types(id)
  CONSTRAINT field_types_pkey PRIMARY KEY (asset_type_id, id)

TABLE file_bytes
  portfolio_id uuid NOT NULL
  kind text NOT NULL
  shard integer NOT NULL
  n bigint NOT NULL
  CONSTRAINT file_bytes_pkey PRIMARY KEY (portfolio_id, kind, shard)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON file_bytes FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE idempotency_records PARTITION BY RANGE (created_at)
  organization_id uuid NOT NULL
  mode text NOT NULL
  key text NOT NULL
  fingerprint bytea NOT NULL
  status integer NOT NULL
  header jsonb NOT NULL
  body bytea NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  portfolio_id uuid NOT NULL
  CREATE TRIGGER portfolio_found BEFORE INSERT ON idempotency_records FOR EACH ROW WHEN (new.portfolio_id IS NULL) EXECUTE FUNCTION find_key_portfolio()
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON idempotency_records FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE identity_providers
  id uuid NOT NULL
  issuer text NOT NULL
  client_id text NOT NULL
  secret bytea NOT NULL
  lender_id uuid
  domains text[] NOT NULL
  roles_claim text NOT NULL
  mappings jsonb NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  scim_digest bytea
  CONSTRAINT identity_providers_issuer_key UNIQUE (issuer)
  CONSTRAINT identity_providers_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES lenders(id)
  CONSTRAINT identity_providers_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX identity_providers_scim_digest ON public.identity_providers USING btree (scim_digest)

TABLE import_mappings
  lender_id uuid NOT NULL
  name text NOT NULL
  mapping jsonb NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT import_mappings_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES lenders(id)
  CONSTRAINT import_mappings_pkey PRIMARY KEY (lender_id, name)

TABLE import_records
  portfolio_id uuid NOT NULL
  import_id uuid NOT NULL
  chunk integer NOT NULL
  noun text NOT NULL
  record_id uuid NOT NULL
  case_id uuid
  is_new boolean NOT NULL
  before jsonb NOT NULL
  written_at timestamp(3) with time zone NOT NULL
  key uuid
  CONSTRAINT import_records_pkey PRIMARY KEY (portfolio_id, import_id, noun, record_id)
  CREATE INDEX import_records_chunk ON public.import_records USING btree (portfolio_id, import_id, chunk)
  CREATE INDEX import_records_key ON public.import_records USING btree (portfolio_id, key) WHERE (key IS NOT NULL)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON import_records FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE import_results
  portfolio_id uuid NOT NULL
  import_id uuid NOT NULL
  position integer NOT NULL
  outcome text NOT NULL
  file integer NOT NULL
  row_number integer NOT NULL
  reasons jsonb NOT NULL
  changes jsonb NOT NULL
  CONSTRAINT import_results_pkey PRIMARY KEY (portfolio_id, import_id, "position")
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON import_results FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE import_rows
  portfolio_id uuid NOT NULL
  import_id uuid NOT NULL
  position integer NOT NULL
  file integer NOT NULL
  row_number integer NOT NULL
  cells text[] NOT NULL
  CONSTRAINT import_rows_pkey PRIMARY KEY (portfolio_id, import_id, "position")
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON import_rows FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE imports
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  name text
  state text NOT NULL
  complete boolean NOT NULL
  commits boolean NOT NULL
  all_or_none boolean NOT NULL
  files jsonb NOT NULL
  mapping jsonb NOT NULL
  mapping_name text
  rows integer NOT NULL
  done integer NOT NULL
  chunks integer NOT NULL
  counts jsonb
  verdicts jsonb
  waits_for jsonb NOT NULL
  failure text
  left_behind jsonb NOT NULL
  creator jsonb NOT NULL
  leased_until timestamp with time zone NOT NULL
  committed_at timestamp(3) with time zone
  released_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  done_chunks integer[] NOT NULL DEFAULT '{}'::integer[]
  claim integer NOT NULL DEFAULT 0
  CONSTRAINT imports_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['uploaded'::text, 'mapping'::text, 'checking'::text, 'checked'::text, 'committing'::text, 'committed'::text, 'releasing'::text, 'reverting'::text, 'reverted'::text, 'failed'::text])))
  CREATE INDEX imports_created_at ON public.imports USING btree (portfolio_id, created_at, id)
  CREATE INDEX imports_name ON public.imports USING btree (portfolio_id, name, id)
  CREATE INDEX imports_state ON public.imports USING btree (portfolio_id, state, id)
  CREATE INDEX imports_updated_at ON public.imports USING btree (portfolio_id, updated_at, id)
  CREATE INDEX imports_work ON public.imports USING btree (leased_until) WHERE (state = ANY (ARRAY['uploaded'::text, 'checking'::text, 'committing'::text, 'releasing'::text, 'reverting'::text]))
  CREATE TRIGGER count_deleted AFTER DELETE ON imports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('imports')
  CREATE TRIGGER count_inserted AFTER INSERT ON imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('imports')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON imports FOR EACH STATEMENT EXECUTE FUNCTION forget_records('imports')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON imports FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE installation
  one boolean NOT NULL DEFAULT true
  id uuid NOT NULL
  system_identifier text NOT NULL
  database_oid bigint NOT NULL
  marked boolean NOT NULL DEFAULT false
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT installation_one_check CHECK (one)
  CONSTRAINT installation_pkey PRIMARY KEY (one)

TABLE installation_marks
  generation bigint NOT NULL
  mark uuid NOT NULL
  made_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT installation_marks_mark_key UNIQUE (mark)
  CONSTRAINT installation_marks_pkey PRIMARY KEY (generation)

TABLE insured_groups
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  name text NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  search text NOT NULL GENERATED lower(name)
  CONSTRAINT insured_groups_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT insured_groups_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CREATE INDEX insured_groups_created_at ON public.insured_groups USING btree (portfolio_id, created_at, id)
  CREATE INDEX insured_groups_metadata ON public.insured_groups USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX insured_groups_name ON public.insured_groups USING btree (portfolio_id, name, id)
  CREATE INDEX insured_groups_search ON public.insured_groups USING gin (portfolio_id, search gin_trgm_ops)
  CREATE INDEX insured_groups_updated_at ON public.insured_groups USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON insured_groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('insured_groups')
  CREATE TRIGGER count_inserted AFTER INSERT ON insured_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('insured_groups')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON insured_groups FOR EACH STATEMENT EXECUTE FUNCTION forget_records('insured_groups')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON insured_groups FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE insureds
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  type text NOT NULL
  name text
  display_name text NOT NULL
  insured_group_id uuid
  path_name text NOT NULL
  corporate_name text
  prefix text
  first_name text
  middle_name text
  last_name text
  suffix text
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  search text NOT NULL GENERATED lower(((((((display_name || '
'::text) || COALESCE(corporate_name, ''::text)) || '
'::text) || COALESCE((first_name || ' '::text), ''::text)) || COALESCE((middle_name || ' '::text), ''::text)) || COALESCE(last_name, ''::text)))
  type_given boolean NOT NULL DEFAULT false
  external_id text
  import_id uuid
  CONSTRAINT insureds_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT insureds_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CONSTRAINT insureds_portfolio_id_insured_group_id_fkey FOREIGN KEY (portfolio_id, insured_group_id) REFERENCES insured_groups(portfolio_id, id)
  CONSTRAINT insureds_portfolio_id_path_name_key UNIQUE (portfolio_id, path_name)
  CONSTRAINT insureds_type_check CHECK ((type = ANY (ARRAY['corporate'::text, 'individual'::text])))
  CREATE INDEX insureds_created_at ON public.insureds USING btree (portfolio_id, created_at, id)
  CREATE UNIQUE INDEX insureds_external_id ON public.insureds USING btree (portfolio_id, external_id) WHERE (external_id IS NOT NULL)
  CREATE INDEX insureds_group ON public.insureds USING btree (portfolio_id, insured_group_id, id)
  CREATE INDEX insureds_metadata ON public.insureds USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX insureds_name ON public.insureds USING btree (portfolio_id, lower(display_name))
  CREATE INDEX insureds_search ON public.insureds USING gin (portfolio_id, search gin_trgm_ops)
  CREATE INDEX insureds_type ON public.insureds USING btree (portfolio_id, type, id)
  CREATE INDEX insureds_updated_at ON public.insureds USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON insureds FOR EACH STATEMENT EXECUTE FUNCTION forget_records('insureds')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON insureds FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON insureds REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_insureds()
  CREATE TRIGGER values_inserted AFTER INSERT ON insureds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_insureds()
  CREATE TRIGGER values_moved_type AFTER UPDATE OF type ON insureds FOR EACH ROW WHEN (old.type IS DISTINCT FROM new.type) EXECUTE FUNCTION move_value('insureds.type=', 'type')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON insureds FOR EACH STATEMENT EXECUTE FUNCTION forget_values('insureds.')

TABLE lender_logos
  lender_id uuid NOT NULL
  document_id uuid NOT NULL
  file_type text NOT NULL
  content bytea NOT NULL
  CONSTRAINT lender_logos_content_check CHECK ((length(content) <= 204800))
  CONSTRAINT lender_logos_file_type_check CHECK ((file_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])))
  CONSTRAINT lender_logos_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES lenders(id) ON DELETE CASCADE
  CONSTRAINT lender_logos_pkey PRIMARY KEY (lender_id)

TABLE lenders
  id uuid NOT NULL
  name text NOT NULL
  renewal_steps jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  contact_name text
  contact_email text
  contact_phone text
  reply_to text
  address text
  logo_id uuid
  review_days integer NOT NULL DEFAULT 5
  deficiency_days jsonb
  deficiency_steps jsonb
  sandbox_of uuid
  time_zone text
  placements jsonb
  CONSTRAINT lenders_pkey PRIMARY KEY (id)
  CONSTRAINT lenders_review_days_check CHECK (((review_days >= 0) AND (review_days <= 30)))
  CREATE UNIQUE INDEX lenders_name_key ON public.lenders USING btree (name) WHERE (sandbox_of IS NULL)

TABLE letter_templates
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  step text NOT NULL
  version integer NOT NULL
  subject text NOT NULL
  body text NOT NULL
  is_current boolean NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT letter_templates_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT letter_templates_version_check CHECK ((version > 0))
  CONSTRAINT letter_templates_version_key UNIQUE (portfolio_id, step, version)
  CREATE INDEX letter_templates_created_at ON public.letter_templates USING btree (portfolio_id, created_at, id)
  CREATE UNIQUE INDEX letter_templates_current ON public.letter_templates USING btree (portfolio_id, step) WHERE is_current
  CREATE INDEX letter_templates_is_current ON public.letter_templates USING btree (portfolio_id, is_current, id)
  CREATE INDEX letter_templates_metadata ON public.letter_templates USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX letter_templates_step ON public.letter_templates USING btree (portfolio_id, step, id)
  CREATE INDEX letter_templates_updated_at ON public.letter_templates USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON letter_templates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('letter_templates')
  CREATE TRIGGER count_inserted AFTER INSERT ON letter_templates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('letter_templates')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON letter_templates FOR EACH STATEMENT EXECUTE FUNCTION forget_records('letter_templates')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON letter_templates FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE mail_status
  one boolean NOT NULL DEFAULT true
  status text NOT NULL DEFAULT 'ok'::text
  reason text
  cause text
  since timestamp(3) with time zone NOT NULL DEFAULT now()
  attempted_at timestamp(3) with time zone
  next_attempt_at timestamp(3) with time zone
  task_origin text
  CONSTRAINT mail_status_check CHECK (((status = 'failing'::text) = (reason IS NOT NULL)))
  CONSTRAINT mail_status_one_check CHECK (one)
  CONSTRAINT mail_status_pkey PRIMARY KEY (one)
  CONSTRAINT mail_status_status_check CHECK ((status = ANY (ARRAY['ok'::text, 'failing'::text, 'missing'::text])))

TABLE mortgagee_clauses
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  certificate_holder_id uuid NOT NULL
  clause_type text NOT NULL
  wording text NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  judged_to uuid
  CONSTRAINT mortgagee_clauses_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT mortgagee_clauses_portfolio_id_certificate_holder_id_fkey FOREIGN KEY (portfolio_id, certificate_holder_id) REFERENCES certificate_holders(portfolio_id, id)
  CONSTRAINT mortgagee_clauses_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CREATE INDEX mortgagee_clauses_created_at ON public.mortgagee_clauses USING btree (portfolio_id, created_at, id)
  CREATE INDEX mortgagee_clauses_holder ON public.mortgagee_clauses USING btree (portfolio_id, certificate_holder_id, id)
  CREATE INDEX mortgagee_clauses_judged_to ON public.mortgagee_clauses USING btree (portfolio_id, id) WHERE (judged_to IS NOT NULL)
  CREATE INDEX mortgagee_clauses_metadata ON public.mortgagee_clauses USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX mortgagee_clauses_type ON public.mortgagee_clauses USING btree (portfolio_id, clause_type, id)
  CREATE INDEX mortgagee_clauses_updated_at ON public.mortgagee_clauses USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON mortgagee_clauses REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('mortgagee_clauses')
  CREATE TRIGGER count_inserted AFTER INSERT ON mortgagee_clauses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('mortgagee_clauses')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON mortgagee_clauses FOR EACH STATEMENT EXECUTE FUNCTION forget_records('mortgagee_clauses')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON mortgagee_clauses FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE notice_attempts
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  notice_id uuid NOT NULL
  number integer NOT NULL
  state text NOT NULL
  reason text
  requested_by jsonb
  requested_at timestamp(3) with time zone
  recipients text[] NOT NULL
  copies text[] NOT NULL
  subject text
  body text
  html text
  template_id uuid
  template_version integer
  message_id text
  deliveries jsonb NOT NULL
  handed_over_at timestamp(3) with time zone
  settled_at timestamp(3) with time zone NOT NULL
  CONSTRAINT notice_attempts_number_check CHECK ((number > 0))
  CONSTRAINT notice_attempts_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT notice_attempts_portfolio_id_notice_id_fkey FOREIGN KEY (portfolio_id, notice_id) REFERENCES renewal_notices(portfolio_id, id)
  CONSTRAINT notice_attempts_portfolio_id_notice_id_number_key UNIQUE (portfolio_id, notice_id, number)
  CONSTRAINT notice_attempts_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'suppressed'::text, 'failed'::text])))
  CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON notice_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_attempt_change()
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON notice_attempts FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE notice_wordings
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  programme text NOT NULL
  step text NOT NULL
  version integer NOT NULL
  text text NOT NULL
  is_current boolean NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT notice_wordings_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT notice_wordings_programme_check CHECK ((programme = ANY (ARRAY['regX'::text, 'flood'::text, 'contract'::text])))
  CONSTRAINT notice_wordings_version_check CHECK ((version > 0))
  CONSTRAINT notice_wordings_version_key UNIQUE (portfolio_id, programme, step, version)
  CREATE INDEX notice_wordings_created_at ON public.notice_wordings USING btree (portfolio_id, created_at, id)
  CREATE UNIQUE INDEX notice_wordings_current ON public.notice_wordings USING btree (portfolio_id, programme, step) WHERE is_current
  CREATE INDEX notice_wordings_is_current ON public.notice_wordings USING btree (portfolio_id, is_current, id)
  CREATE INDEX notice_wordings_metadata ON public.notice_wordings USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX notice_wordings_programme ON public.notice_wordings USING btree (portfolio_id, programme, id)
  CREATE INDEX notice_wordings_step ON public.notice_wordings USING btree (portfolio_id, step, id)
  CREATE INDEX notice_wordings_updated_at ON public.notice_wordings USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON notice_wordings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('notice_wordings')
  CREATE TRIGGER count_inserted AFTER INSERT ON notice_wordings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('notice_wordings')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON notice_wordings FOR EACH STATEMENT EXECUTE FUNCTION forget_records('notice_wordings')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON notice_wordings FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE organizations
  id uuid NOT NULL
  name text NOT NULL
  lender_id uuid NOT NULL
  plan_key text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT organizations_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES lenders(id)
  CONSTRAINT organizations_name_key UNIQUE (name)
  CONSTRAINT organizations_pkey PRIMARY KEY (id)
  CONSTRAINT organizations_plan_key_fkey FOREIGN KEY (plan_key) REFERENCES plans(key)

TABLE perils
  id uuid NOT NULL
  key text NOT NULL
  name text NOT NULL
  weight double precision NOT NULL
  coverage_type_ids uuid[] NOT NULL
  position integer NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT perils_key_key UNIQUE (key)
  CONSTRAINT perils_pkey PRIMARY KEY (id)

TABLE person_sessions
  id uuid NOT NULL
  person_id uuid NOT NULL
  provider_id uuid NOT NULL
  sid text
  created_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  ended_at timestamp(3) with time zone
  CONSTRAINT person_sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id) ON DELETE CASCADE
  CONSTRAINT person_sessions_pkey PRIMARY KEY (id)
  CONSTRAINT person_sessions_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_providers(id) ON DELETE CASCADE
  CREATE INDEX person_sessions_expires_at ON public.person_sessions USING btree (expires_at)
  CREATE INDEX person_sessions_person ON public.person_sessions USING btree (person_id)
  CREATE INDEX person_sessions_provider ON public.person_sessions USING btree (provider_id, sid)

TABLE persons
  id uuid NOT NULL
  provider_id uuid NOT NULL
  issuer text NOT NULL
  subject text NOT NULL
  name text NOT NULL
  email text
  lender_id uuid
  roles text[] NOT NULL
  state text NOT NULL
  last_seen_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  suspended_by_directory boolean NOT NULL DEFAULT false
  CONSTRAINT persons_issuer_subject_key UNIQUE (issuer, subject)
  CONSTRAINT persons_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES lenders(id)
  CONSTRAINT persons_pkey PRIMARY KEY (id)
  CONSTRAINT persons_roles_check CHECK ((roles <@
CASE
    WHEN (lender_id IS NULL) THEN ARRAY['support'::text, 'operator'::text]
    ELSE ARRAY['viewer'::text, 'analyst'::text, 'approver'::text, 'admin'::text]
END))
  CONSTRAINT persons_state_check CHECK ((state = ANY (ARRAY['active'::text, 'suspended'::text])))
  CREATE INDEX persons_lender ON public.persons USING btree (lender_id, id)

TABLE placement_letters
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  placement_id uuid NOT NULL
  case_id uuid NOT NULL
  step text NOT NULL
  number integer NOT NULL
  means text NOT NULL
  borrower jsonb NOT NULL
  estimate jsonb
  passages jsonb NOT NULL
  loan_number text
  print_file_id uuid
  mailed_on timestamp(3) with time zone
  post_class text
  proof text
  state text NOT NULL
  recipients text[] NOT NULL
  copies text[] NOT NULL
  skip_reason text
  subject text
  body text
  settled_at timestamp(3) with time zone
  next_attempt_at timestamp(3) with time zone
  attempts integer NOT NULL DEFAULT 0
  letter jsonb
  template_id uuid
  template_version integer
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT placement_letters_check CHECK (((print_file_id IS NULL) OR (means = 'post'::text)))
  CONSTRAINT placement_letters_check1 CHECK (((mailed_on IS NULL) OR (print_file_id IS NOT NULL)))
  CONSTRAINT placement_letters_means_check CHECK ((means = ANY (ARRAY['email'::text, 'post'::text])))
  CONSTRAINT placement_letters_number_check CHECK ((number > 0))
  CONSTRAINT placement_letters_once UNIQUE (portfolio_id, placement_id, step, number)
  CONSTRAINT placement_letters_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT placement_letters_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT placement_letters_portfolio_id_placement_id_fkey FOREIGN KEY (portfolio_id, placement_id) REFERENCES placements(portfolio_id, id)
  CONSTRAINT placement_letters_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sent'::text, 'suppressed'::text, 'skipped'::text, 'cancelled'::text, 'failed'::text])))
  CREATE INDEX placement_letters_case ON public.placement_letters USING btree (portfolio_id, case_id, id)
  CREATE INDEX placement_letters_created_at ON public.placement_letters USING btree (portfolio_id, created_at, id)
  CREATE INDEX placement_letters_delivery ON public.placement_letters USING btree (portfolio_id, next_attempt_at, id) WHERE (next_attempt_at IS NOT NULL)
  CREATE INDEX placement_letters_means ON public.placement_letters USING btree (portfolio_id, means, id)
  CREATE INDEX placement_letters_metadata ON public.placement_letters USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX placement_letters_placement ON public.placement_letters USING btree (portfolio_id, placement_id, id)
  CREATE INDEX placement_letters_print_file ON public.placement_letters USING btree (portfolio_id, print_file_id, id)
  CREATE INDEX placement_letters_state ON public.placement_letters USING btree (portfolio_id, state, id)
  CREATE INDEX placement_letters_step ON public.placement_letters USING btree (portfolio_id, step, id)
  CREATE INDEX placement_letters_updated_at ON public.placement_letters USING btree (portfolio_id, updated_at, id)
  CREATE INDEX placement_letters_waiting ON public.placement_letters USING btree (portfolio_id, id) WHERE ((state = 'planned'::text) AND (means = 'post'::text) AND (print_file_id IS NULL))
  CREATE TRIGGER count_deleted AFTER DELETE ON placement_letters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('placement_letters')
  CREATE TRIGGER count_inserted AFTER INSERT ON placement_letters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('placement_letters')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON placement_letters FOR EACH STATEMENT EXECUTE FUNCTION forget_records('placement_letters')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON placement_letters FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE placements
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  case_id uuid NOT NULL
  asset_id uuid
  coverage_type_id uuid NOT NULL
  programme text NOT NULL
  agreed_days jsonb
  time_zone text NOT NULL
  state text NOT NULL
  renews_id uuid
  started_on timestamp(3) with time zone NOT NULL
  lapsed_on timestamp(3) with time zone NOT NULL
  estimate jsonb
  electronic_consent boolean NOT NULL
  notices jsonb NOT NULL
  proofs jsonb NOT NULL
  carrier text
  policy_number text
  amount jsonb
  premium jsonb
  instalments jsonb NOT NULL
  short_rate_percent numeric(5,2)
  effective_on timestamp(3) with time zone
  ends_on timestamp(3) with time zone
  placed_on timestamp(3) with time zone
  charges jsonb NOT NULL
  refunds jsonb NOT NULL
  ends_early_on timestamp(3) with time zone
  cancelled_on timestamp(3) with time zone
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  next_at timestamp(3) with time zone
  policy_id uuid
  renewed_on timestamp(3) with time zone
  has_open_duty boolean NOT NULL DEFAULT false
  borrower jsonb
  CONSTRAINT placements_check CHECK ((((effective_on IS NULL) = (placed_on IS NULL)) AND ((ends_on IS NULL) = (placed_on IS NULL))))
  CONSTRAINT placements_coverage_type_id_fkey FOREIGN KEY (coverage_type_id) REFERENCES coverage_types(id)
  CONSTRAINT placements_once EXCLUDE USING gist (portfolio_id WITH =, COALESCE(asset_id, case_id) WITH =, coverage_type_id WITH =, tstzrange(effective_on, LEAST(ends_on, ends_early_on)) WITH &&) WHERE ((placed_on IS NOT NULL))
  CONSTRAINT placements_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT placements_portfolio_id_asset_id_fkey FOREIGN KEY (portfolio_id, asset_id) REFERENCES assets(portfolio_id, id)
  CONSTRAINT placements_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT placements_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id)
  CONSTRAINT placements_portfolio_id_renews_id_fkey FOREIGN KEY (portfolio_id, renews_id) REFERENCES placements(portfolio_id, id)
  CONSTRAINT placements_programme_check CHECK ((programme = ANY (ARRAY['regX'::text, 'flood'::text, 'contract'::text])))
  CONSTRAINT placements_state_check CHECK ((state = ANY (ARRAY['noticed'::text, 'reminded'::text, 'mayPlace'::text, 'placed'::text, 'charged'::text, 'cancelled'::text, 'refunded'::text, 'cured'::text])))
  CREATE INDEX placements_any_next_at ON public.placements USING btree (next_at, portfolio_id) WHERE (next_at IS NOT NULL)
  CREATE INDEX placements_case ON public.placements USING btree (portfolio_id, case_id, id)
  CREATE INDEX placements_coverage_type ON public.placements USING btree (portfolio_id, coverage_type_id, id)
  CREATE INDEX placements_created_at ON public.placements USING btree (portfolio_id, created_at, id)
  CREATE INDEX placements_has_open_duty ON public.placements USING btree (portfolio_id, has_open_duty, id)
  CREATE INDEX placements_metadata ON public.placements USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX placements_next_at ON public.placements USING btree (portfolio_id, next_at, id) WHERE (next_at IS NOT NULL)
  CREATE INDEX placements_policy ON public.placements USING btree (portfolio_id, policy_id)
  CREATE INDEX placements_programme ON public.placements USING btree (portfolio_id, programme, id)
  CREATE INDEX placements_state ON public.placements USING btree (portfolio_id, state, id)
  CREATE INDEX placements_updated_at ON public.placements USING btree (portfolio_id, updated_at, id)
  CREATE UNIQUE INDEX placements_waiting ON public.placements USING btree (portfolio_id, COALESCE(asset_id, case_id), coverage_type_id) WHERE (state = ANY (ARRAY['noticed'::text, 'reminded'::text, 'mayPlace'::text]))
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON placements FOR EACH STATEMENT EXECUTE FUNCTION forget_records('placements')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON placements FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON placements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_placements()
  CREATE TRIGGER values_inserted AFTER INSERT ON placements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_placements()
  CREATE TRIGGER values_moved_programme AFTER UPDATE OF programme ON placements FOR EACH ROW WHEN (old.programme IS DISTINCT FROM new.programme) EXECUTE FUNCTION move_value('placements.programme=', 'programme')
  CREATE TRIGGER values_moved_state AFTER UPDATE OF state ON placements FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION move_value('placements.state=', 'state')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON placements FOR EACH STATEMENT EXECUTE FUNCTION forget_values('placements.')

TABLE plans
  key text NOT NULL
  name text NOT NULL
  entitlements text[] NOT NULL
  CONSTRAINT plans_pkey PRIMARY KEY (key)

TABLE policies
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  case_id uuid NOT NULL
  status text NOT NULL
  status_before_hold text
  on_hold_at timestamp(3) with time zone
  deactivated_at timestamp(3) with time zone
  insurance_contact_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  current_version_id uuid NOT NULL
  term_number integer NOT NULL
  coverage_type_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  policy_number text
  start_date timestamp(3) with time zone
  end_date timestamp(3) with time zone
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  display_name text NOT NULL DEFAULT ''::text
  insured_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  asset_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  search text NOT NULL GENERATED lower(((display_name || '
'::text) || COALESCE(policy_number, ''::text)))
  cancellations jsonb
  review_until timestamp(3) with time zone
  held_by_case boolean NOT NULL DEFAULT false
  external_id text
  import_id uuid
  held_by_import boolean NOT NULL DEFAULT false
  CONSTRAINT copy_version_of_changed TRIGGER DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT copy_version_of_new TRIGGER DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT policies_check CHECK (((status = 'onHold'::text) = (status_before_hold IS NOT NULL)))
  CONSTRAINT policies_check1 CHECK (((status = 'onHold'::text) = (on_hold_at IS NOT NULL)))
  CONSTRAINT policies_current_version FOREIGN KEY (portfolio_id, current_version_id) REFERENCES policy_versions(portfolio_id, id) DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT policies_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT policies_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT policies_status_before_hold_check CHECK ((status_before_hold = ANY (ARRAY['active'::text, 'deactivated'::text, 'renewalInProgress'::text])))
  CONSTRAINT policies_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deactivated'::text, 'renewalInProgress'::text, 'onHold'::text])))
  CREATE INDEX policies_case ON public.policies USING btree (portfolio_id, case_id, id)
  CREATE INDEX policies_coverage_types ON public.policies USING gin (portfolio_id, coverage_type_ids) WITH (gin_pending_list_limit='64')
  CREATE INDEX policies_created_at ON public.policies USING btree (portfolio_id, created_at, id)
  CREATE INDEX policies_current_version ON public.policies USING btree (portfolio_id, current_version_id)
  CREATE INDEX policies_end_date_status ON public.policies USING btree (portfolio_id, end_date, id) INCLUDE (status)
  CREATE UNIQUE INDEX policies_external_id ON public.policies USING btree (portfolio_id, external_id) WHERE (external_id IS NOT NULL)
  CREATE INDEX policies_metadata ON public.policies USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX policies_number ON public.policies USING btree (portfolio_id, policy_number, id)
  CREATE INDEX policies_number_prefix ON public.policies USING btree (portfolio_id, lower(policy_number) text_pattern_ops, id)
  CREATE INDEX policies_parties ON public.policies USING gin (portfolio_id, insured_ids, asset_ids) WITH (gin_pending_list_limit='64')
  CREATE INDEX policies_search ON public.policies USING gin (portfolio_id, search gin_trgm_ops, lower(policy_number) gin_trgm_ops)
  CREATE INDEX policies_start_date ON public.policies USING btree (portfolio_id, start_date, id)
  CREATE INDEX policies_status ON public.policies USING btree (portfolio_id, status, id)
  CREATE INDEX policies_updated_at ON public.policies USING btree (portfolio_id, updated_at, id)
  CREATE CONSTRAINT TRIGGER copy_version_of_changed AFTER UPDATE ON policies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.current_version_id <> old.current_version_id AND new.display_name = old.display_name AND new.insured_ids = old.insured_ids AND new.asset_ids = old.asset_ids) EXECUTE FUNCTION copy_current_version()
  CREATE CONSTRAINT TRIGGER copy_version_of_new AFTER INSERT ON policies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.display_name = ''::text) EXECUTE FUNCTION copy_current_version()
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON policies FOR EACH STATEMENT EXECUTE FUNCTION forget_records('policies')
  CREATE TRIGGER mark_current_version AFTER UPDATE OF current_version_id ON policies FOR EACH ROW WHEN (new.current_version_id <> old.current_version_id) EXECUTE FUNCTION mark_current_version()
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON policies FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON policies REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_policies()
  CREATE TRIGGER values_inserted AFTER INSERT ON policies REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_policies()
  CREATE TRIGGER values_moved_status AFTER UPDATE OF status ON policies FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION move_value('policies.status=', 'status')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON policies FOR EACH STATEMENT EXECUTE FUNCTION forget_values('policies.')

TABLE policy_versions
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  policy_id uuid NOT NULL
  case_id uuid NOT NULL
  version_number integer NOT NULL
  term_number integer NOT NULL
  reason text NOT NULL
  gap_days integer NOT NULL DEFAULT 0
  name text
  display_name text NOT NULL
  product_type text
  coverage_layer text
  coverage_type_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  peril_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  asset_perils jsonb NOT NULL DEFAULT '[]'::jsonb
  coverage_form_type text
  start_date timestamp(3) with time zone
  end_date timestamp(3) with time zone
  policy_number text
  carrier jsonb
  insured_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  mortgagee_clause_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  limits jsonb NOT NULL DEFAULT '[]'::jsonb
  deductible jsonb
  premium jsonb
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  is_current boolean NOT NULL
  no_insureds boolean NOT NULL DEFAULT false
  deductibles jsonb
  stated_values jsonb
  valuation text
  coinsurance_percent text
  notice_days jsonb
  claims_made boolean
  attachment jsonb
  endorsement_ids uuid[]
  exclusion_ids uuid[]
  placement text NOT NULL DEFAULT 'voluntary'::text
  carried_over text[] NOT NULL DEFAULT '{}'::text[]
  CONSTRAINT policy_versions_check CHECK ((end_date > start_date))
  CONSTRAINT policy_versions_coverage_form_type_check CHECK ((coverage_form_type = ANY (ARRAY['Special'::text, 'Broad'::text, 'Basic'::text, 'Unknown'::text])))
  CONSTRAINT policy_versions_coverage_layer_check CHECK ((coverage_layer = ANY (ARRAY['primary'::text, 'excess'::text, 'umbrella'::text])))
  CONSTRAINT policy_versions_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT policy_versions_placement_check CHECK ((placement = ANY (ARRAY['voluntary'::text, 'lenderPlaced'::text])))
  CONSTRAINT policy_versions_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT policy_versions_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id)
  CONSTRAINT policy_versions_portfolio_id_policy_id_version_number_key UNIQUE (portfolio_id, policy_id, version_number)
  CONSTRAINT policy_versions_reason_check CHECK ((reason = ANY (ARRAY['created'::text, 'newTerm'::text, 'correction'::text])))
  CONSTRAINT policy_versions_valuation_check CHECK ((valuation = ANY (ARRAY['replacementCost'::text, 'actualCashValue'::text, 'agreedValue'::text, 'functionalReplacementCost'::text])))
  CREATE INDEX policy_versions_case ON public.policy_versions USING btree (portfolio_id, case_id, id)
  CREATE INDEX policy_versions_clauses ON public.policy_versions USING gin (portfolio_id, mortgagee_clause_ids) WITH (gin_pending_list_limit='64')
  CREATE INDEX policy_versions_created_at ON public.policy_versions USING btree (portfolio_id, created_at, id)
  CREATE INDEX policy_versions_is_current ON public.policy_versions USING btree (portfolio_id, is_current, id)
  CREATE INDEX policy_versions_metadata ON public.policy_versions USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX policy_versions_updated_at ON public.policy_versions USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON policy_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('policy_versions')
  CREATE TRIGGER count_inserted AFTER INSERT ON policy_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('policy_versions')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON policy_versions FOR EACH STATEMENT EXECUTE FUNCTION forget_records('policy_versions')
  CREATE TRIGGER mark_new_version BEFORE INSERT ON policy_versions FOR EACH ROW EXECUTE FUNCTION mark_new_version()
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON policy_versions FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE portfolios
  id uuid NOT NULL
  lender_id uuid NOT NULL
  mode text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  quota_claimed bigint
  quota_unclaimed bigint
  quota_records bigint
  quota_case_assets bigint
  quota_case_policies bigint
  CONSTRAINT portfolios_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES lenders(id)
  CONSTRAINT portfolios_lender_id_mode_key UNIQUE (lender_id, mode)
  CONSTRAINT portfolios_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text, 'sandbox'::text])))
  CONSTRAINT portfolios_pkey PRIMARY KEY (id)
  CONSTRAINT portfolios_quota_case_assets_check CHECK (((quota_case_assets >= 1) AND (quota_case_assets <= 2000)))
  CONSTRAINT portfolios_quota_case_policies_check CHECK (((quota_case_policies >= 1) AND (quota_case_policies <= 2000)))

TABLE print_files
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  letter_count integer NOT NULL
  state text NOT NULL
  confirmed_at timestamp(3) with time zone
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT print_files_check CHECK (((state = 'confirmed'::text) = (confirmed_at IS NOT NULL)))
  CONSTRAINT print_files_letter_count_check CHECK ((letter_count > 0))
  CONSTRAINT print_files_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT print_files_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'confirmed'::text])))
  CREATE INDEX print_files_created_at ON public.print_files USING btree (portfolio_id, created_at, id)
  CREATE INDEX print_files_metadata ON public.print_files USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX print_files_state ON public.print_files USING btree (portfolio_id, state, id)
  CREATE INDEX print_files_updated_at ON public.print_files USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON print_files REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('print_files')
  CREATE TRIGGER count_inserted AFTER INSERT ON print_files REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('print_files')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON print_files FOR EACH STATEMENT EXECUTE FUNCTION forget_records('print_files')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON print_files FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE programs
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  name text NOT NULL
  product_types jsonb NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  search text NOT NULL GENERATED lower(name)
  CONSTRAINT programs_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT programs_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CREATE INDEX programs_created_at ON public.programs USING btree (portfolio_id, created_at, id)
  CREATE INDEX programs_metadata ON public.programs USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX programs_search ON public.programs USING gin (portfolio_id, search gin_trgm_ops)
  CREATE INDEX programs_updated_at ON public.programs USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON programs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('programs')
  CREATE TRIGGER count_inserted AFTER INSERT ON programs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('programs')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON programs FOR EACH STATEMENT EXECUTE FUNCTION forget_records('programs')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON programs FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE published_keys
  key bytea NOT NULL
  since timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT published_keys_pkey PRIMARY KEY (key)

TABLE record_counts
  portfolio_id uuid NOT NULL
  noun text NOT NULL
  shard integer NOT NULL
  n bigint NOT NULL
  CONSTRAINT record_counts_pkey PRIMARY KEY (portfolio_id, noun, shard)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON record_counts FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE renewal_notices
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  policy_id uuid
  case_id uuid NOT NULL
  term_number integer NOT NULL
  step text NOT NULL
  due_at timestamp(3) with time zone NOT NULL
  state text NOT NULL
  recipients text[] NOT NULL DEFAULT '{}'::text[]
  copies text[] NOT NULL DEFAULT '{}'::text[]
  skip_reason text
  subject text
  body text
  settled_at timestamp(3) with time zone
  next_attempt_at timestamp(3) with time zone
  attempts integer NOT NULL DEFAULT 0
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  letter jsonb
  cancellation_id uuid
  attempt_number integer NOT NULL DEFAULT 1
  requested_by jsonb
  requested_at timestamp(3) with time zone
  template_id uuid
  template_version integer
  task_id uuid
  recipient text NOT NULL DEFAULT ''::text
  CONSTRAINT renewal_notices_check CHECK (((state = 'planned'::text) = (settled_at IS NULL)))
  CONSTRAINT renewal_notices_check1 CHECK (((state = 'planned'::text) OR (next_attempt_at IS NULL)))
  CONSTRAINT renewal_notices_of_one CHECK (((policy_id IS NULL) = (task_id IS NOT NULL)))
  CONSTRAINT renewal_notices_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT renewal_notices_portfolio_id_cancellation_id_fkey FOREIGN KEY (portfolio_id, cancellation_id) REFERENCES cancellations(portfolio_id, id)
  CONSTRAINT renewal_notices_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT renewal_notices_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id)
  CONSTRAINT renewal_notices_portfolio_id_task_id_fkey FOREIGN KEY (portfolio_id, task_id) REFERENCES tasks(portfolio_id, id)
  CONSTRAINT renewal_notices_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sent'::text, 'suppressed'::text, 'skipped'::text, 'cancelled'::text, 'failed'::text])))
  CONSTRAINT renewal_notices_step_check CHECK ((step = ANY (ARRAY['request'::text, 'reminder'::text, 'final'::text, 'lapsed'::text, 'warning'::text, 'forcePlacementReview'::text, 'deficiency'::text, 'deficiencyReminder'::text, 'deficiencyFinal'::text])))
  CREATE INDEX renewal_notices_attempt ON public.renewal_notices USING btree (portfolio_id, next_attempt_at, id) WHERE (next_attempt_at IS NOT NULL)
  CREATE INDEX renewal_notices_case ON public.renewal_notices USING btree (portfolio_id, case_id, id)
  CREATE INDEX renewal_notices_created_at ON public.renewal_notices USING btree (portfolio_id, created_at, id)
  CREATE INDEX renewal_notices_due_at ON public.renewal_notices USING btree (portfolio_id, due_at, id)
  CREATE INDEX renewal_notices_metadata ON public.renewal_notices USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE UNIQUE INDEX renewal_notices_of_task ON public.renewal_notices USING btree (portfolio_id, task_id, step, recipient) WHERE (task_id IS NOT NULL)
  CREATE UNIQUE INDEX renewal_notices_once ON public.renewal_notices USING btree (portfolio_id, policy_id, term_number, step, COALESCE(
CASE
    WHEN (step = ANY (ARRAY['lapsed'::text, 'warning'::text, 'forcePlacementReview'::text])) THEN cancellation_id
    ELSE NULL::uuid
END, '00000000-0000-0000-0000-000000000000'::uuid))
  CREATE INDEX renewal_notices_state ON public.renewal_notices USING btree (portfolio_id, state, id)
  CREATE INDEX renewal_notices_state_due_at ON public.renewal_notices USING btree (portfolio_id, state, due_at, id)
  CREATE INDEX renewal_notices_step ON public.renewal_notices USING btree (portfolio_id, step, id)
  CREATE INDEX renewal_notices_turn ON public.renewal_notices USING btree (COALESCE(next_attempt_at, due_at), portfolio_id) WHERE (state = 'planned'::text)
  CREATE INDEX renewal_notices_updated_at ON public.renewal_notices USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON renewal_notices FOR EACH STATEMENT EXECUTE FUNCTION forget_records('renewal_notices')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON renewal_notices FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON renewal_notices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_renewal_notices()
  CREATE TRIGGER values_inserted AFTER INSERT ON renewal_notices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_renewal_notices()
  CREATE TRIGGER values_moved_state AFTER UPDATE OF state ON renewal_notices FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION move_value('renewal_notices.state=', 'state')
  CREATE TRIGGER values_moved_step AFTER UPDATE OF step ON renewal_notices FOR EACH ROW WHEN (old.step IS DISTINCT FROM new.step) EXECUTE FUNCTION move_value('renewal_notices.step=', 'step')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON renewal_notices FOR EACH STATEMENT EXECUTE FUNCTION forget_values('renewal_notices.')

TABLE risk_profiles
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  lineage_id uuid NOT NULL
  version integer NOT NULL
  name text NOT NULL
  description text NOT NULL
  type text NOT NULL
  source_id uuid
  source_lineage_id uuid
  protection_score double precision NOT NULL
  asset_type_ids uuid[] NOT NULL
  certificate_holder_ids uuid[] NOT NULL
  certificate_holder_clause_types jsonb NOT NULL
  requirements jsonb NOT NULL
  is_published boolean NOT NULL
  is_latest_version boolean NOT NULL
  published_at timestamp(3) with time zone
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  other_coverages text NOT NULL DEFAULT 'REFUSE'::text
  carried_over text NOT NULL DEFAULT 'ACCEPT'::text
  CONSTRAINT risk_profiles_carried_over_check CHECK ((carried_over = ANY (ARRAY['UNKNOWN'::text, 'ACCEPT'::text])))
  CONSTRAINT risk_profiles_check CHECK ((is_published = (published_at IS NOT NULL)))
  CONSTRAINT risk_profiles_check1 CHECK ((is_published OR (NOT is_latest_version)))
  CONSTRAINT risk_profiles_other_coverages_check CHECK ((other_coverages = ANY (ARRAY['REFUSE'::text, 'ACCEPT'::text])))
  CONSTRAINT risk_profiles_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT risk_profiles_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CONSTRAINT risk_profiles_portfolio_id_lineage_id_version_key UNIQUE (portfolio_id, lineage_id, version)
  CONSTRAINT risk_profiles_portfolio_id_source_id_fkey FOREIGN KEY (portfolio_id, source_id) REFERENCES risk_profiles(portfolio_id, id)
  CONSTRAINT risk_profiles_type_check CHECK ((type = ANY (ARRAY['STANDALONE'::text, 'CLONE'::text, 'SUBSCRIPTION'::text])))
  CREATE INDEX risk_profiles_created_at ON public.risk_profiles USING btree (portfolio_id, created_at, id)
  CREATE UNIQUE INDEX risk_profiles_draft ON public.risk_profiles USING btree (portfolio_id, lineage_id) WHERE (NOT is_published)
  CREATE INDEX risk_profiles_is_latest_version ON public.risk_profiles USING btree (portfolio_id, is_latest_version, id)
  CREATE INDEX risk_profiles_is_published ON public.risk_profiles USING btree (portfolio_id, is_published, id)
  CREATE UNIQUE INDEX risk_profiles_latest ON public.risk_profiles USING btree (portfolio_id, lineage_id) WHERE is_latest_version
  CREATE INDEX risk_profiles_metadata ON public.risk_profiles USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX risk_profiles_source ON public.risk_profiles USING btree (portfolio_id, source_lineage_id, id)
  CREATE INDEX risk_profiles_type ON public.risk_profiles USING btree (portfolio_id, type, id)
  CREATE INDEX risk_profiles_updated_at ON public.risk_profiles USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON risk_profiles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('risk_profiles')
  CREATE TRIGGER count_inserted AFTER INSERT ON risk_profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('risk_profiles')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON risk_profiles FOR EACH STATEMENT EXECUTE FUNCTION forget_records('risk_profiles')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON risk_profiles FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE sandbox_answers
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  policy_id uuid NOT NULL
  kind text NOT NULL
  after text NOT NULL
  due_at timestamp(3) with time zone NOT NULL
  state text NOT NULL
  evidence_id uuid
  failure text
  settled_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT sandbox_answers_kind_check CHECK ((kind = ANY (ARRAY['renewal'::text, 'lowerLimit'::text, 'wrongClause'::text, 'nothing'::text])))
  CONSTRAINT sandbox_answers_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT sandbox_answers_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id) ON DELETE CASCADE
  CONSTRAINT sandbox_answers_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'done'::text, 'notAsked'::text, 'failed'::text])))
  CREATE INDEX sandbox_answers_created_at ON public.sandbox_answers USING btree (portfolio_id, created_at, id)
  CREATE INDEX sandbox_answers_due ON public.sandbox_answers USING btree (portfolio_id, due_at) WHERE (state = 'planned'::text)
  CREATE INDEX sandbox_answers_policy ON public.sandbox_answers USING btree (portfolio_id, policy_id, id)
  CREATE INDEX sandbox_answers_state ON public.sandbox_answers USING btree (portfolio_id, state, id)
  CREATE INDEX sandbox_answers_updated_at ON public.sandbox_answers USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON sandbox_answers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('sandbox_answers')
  CREATE TRIGGER count_inserted AFTER INSERT ON sandbox_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('sandbox_answers')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON sandbox_answers FOR EACH STATEMENT EXECUTE FUNCTION forget_records('sandbox_answers')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON sandbox_answers FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE sandbox_faults
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  endpoint_id uuid NOT NULL
  kind text NOT NULL
  count integer NOT NULL
  remaining integer NOT NULL
  delay_by text
  created_at timestamp(3) with time zone NOT NULL
  CONSTRAINT sandbox_faults_kind_check CHECK ((kind = ANY (ARRAY['lost'::text, 'repeated'::text, 'delayed'::text])))
  CONSTRAINT sandbox_faults_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT sandbox_faults_portfolio_id_endpoint_id_fkey FOREIGN KEY (portfolio_id, endpoint_id) REFERENCES webhook_endpoints(portfolio_id, id) ON DELETE CASCADE
  CREATE INDEX sandbox_faults_endpoint ON public.sandbox_faults USING btree (portfolio_id, endpoint_id, id) WHERE (remaining > 0)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON sandbox_faults FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE sandbox_letters
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  message_id text NOT NULL
  from_name text NOT NULL
  reply_to text
  recipients text[] NOT NULL
  copies text[] NOT NULL
  subject text NOT NULL
  text text NOT NULL
  html text NOT NULL
  evidence_link text
  case_id uuid NOT NULL
  policy_id uuid
  notice_id uuid
  reply_id uuid
  step text
  created_at timestamp(3) with time zone NOT NULL
  CONSTRAINT sandbox_letters_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT sandbox_letters_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id) ON DELETE CASCADE
  CREATE INDEX sandbox_letters_case ON public.sandbox_letters USING btree (portfolio_id, case_id, id)
  CREATE INDEX sandbox_letters_created_at ON public.sandbox_letters USING btree (portfolio_id, created_at, id)
  CREATE INDEX sandbox_letters_notice ON public.sandbox_letters USING btree (portfolio_id, notice_id, id)
  CREATE INDEX sandbox_letters_policy ON public.sandbox_letters USING btree (portfolio_id, policy_id, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON sandbox_letters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('sandbox_letters')
  CREATE TRIGGER count_inserted AFTER INSERT ON sandbox_letters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('sandbox_letters')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON sandbox_letters FOR EACH STATEMENT EXECUTE FUNCTION forget_records('sandbox_letters')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON sandbox_letters FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE sandboxes
  id uuid NOT NULL
  organization_id uuid NOT NULL
  lender_id uuid NOT NULL
  name text NOT NULL
  origin text NOT NULL
  now timestamp(3) with time zone NOT NULL
  state text NOT NULL
  target timestamp(3) with time zone
  failure text
  leased_until timestamp(3) with time zone NOT NULL
  claim integer NOT NULL DEFAULT 0
  used_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT sandboxes_check CHECK (((state = 'ready'::text) = (target IS NULL)))
  CONSTRAINT sandboxes_check1 CHECK (((state = 'failed'::text) = (failure IS NOT NULL)))
  CONSTRAINT sandboxes_origin_check CHECK ((origin = ANY (ARRAY['empty'::text, 'demo'::text, 'copy'::text])))
  CONSTRAINT sandboxes_pkey PRIMARY KEY (id)
  CONSTRAINT sandboxes_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'advancing'::text, 'failed'::text])))
  CREATE INDEX sandboxes_advancing ON public.sandboxes USING btree (leased_until) WHERE (state = 'advancing'::text)
  CREATE INDEX sandboxes_lender ON public.sandboxes USING btree (lender_id, id)
  CREATE INDEX sandboxes_organization ON public.sandboxes USING btree (organization_id, id)

TABLE signing_key
  one boolean NOT NULL DEFAULT true
  fingerprint text NOT NULL
  since timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT signing_key_one_check CHECK (one)
  CONSTRAINT signing_key_pkey PRIMARY KEY (one)

TABLE tasks
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  case_id uuid
  policy_id uuid
  type text NOT NULL
  state text NOT NULL
  state_before_hold text
  due_at timestamp(3) with time zone
  assignee_id uuid
  reason text
  origin text
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  evidence_id uuid
  completed_by jsonb
  waiver_id uuid
  CONSTRAINT tasks_case_or_origin CHECK (((case_id IS NOT NULL) OR (origin IS NOT NULL)))
  CONSTRAINT tasks_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT tasks_portfolio_id_assignee_id_fkey FOREIGN KEY (portfolio_id, assignee_id) REFERENCES users(portfolio_id, id)
  CONSTRAINT tasks_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT tasks_portfolio_id_evidence_id_fkey FOREIGN KEY (portfolio_id, evidence_id) REFERENCES evidence(portfolio_id, id)
  CONSTRAINT tasks_portfolio_id_origin_key UNIQUE (portfolio_id, origin)
  CONSTRAINT tasks_portfolio_id_policy_id_fkey FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies(portfolio_id, id)
  CONSTRAINT tasks_portfolio_id_waiver_id_fkey FOREIGN KEY (portfolio_id, waiver_id) REFERENCES waivers(portfolio_id, id)
  CONSTRAINT tasks_state_before_hold_check CHECK ((state_before_hold = ANY (ARRAY['open'::text, 'inProgress'::text, 'paused'::text])))
  CONSTRAINT tasks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'inProgress'::text, 'paused'::text, 'completed'::text, 'cancelled'::text])))
  CONSTRAINT tasks_type_check CHECK ((type = ANY (ARRAY['collectEvidence'::text, 'reviewDocument'::text, 'renewalFollowUp'::text, 'resolveDeficiency'::text, 'cancellationFollowUp'::text, 'forcePlacementReview'::text, 'caseApproval'::text, 'loanMissing'::text, 'refundPlacement'::text, 'placementDuty'::text, 'placementFacts'::text]))) NOT VALID
  CREATE INDEX tasks_assignee ON public.tasks USING btree (portfolio_id, assignee_id, id)
  CREATE INDEX tasks_case ON public.tasks USING btree (portfolio_id, case_id, id)
  CREATE INDEX tasks_created_at ON public.tasks USING btree (portfolio_id, created_at, id)
  CREATE INDEX tasks_due_at ON public.tasks USING btree (portfolio_id, due_at, id)
  CREATE INDEX tasks_follow_up ON public.tasks USING btree (portfolio_id, policy_id) INCLUDE (type, origin) WHERE ((type = ANY (ARRAY['cancellationFollowUp'::text, 'renewalFollowUp'::text])) AND (state = ANY (ARRAY['open'::text, 'inProgress'::text, 'paused'::text])))
  CREATE INDEX tasks_metadata ON public.tasks USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX tasks_open_due_at ON public.tasks USING btree (portfolio_id, due_at, id) WHERE (state = ANY (ARRAY['open'::text, 'inProgress'::text, 'paused'::text]))
  CREATE INDEX tasks_policy ON public.tasks USING btree (portfolio_id, policy_id, id)
  CREATE INDEX tasks_state ON public.tasks USING btree (portfolio_id, state, id)
  CREATE INDEX tasks_type ON public.tasks USING btree (portfolio_id, type, id)
  CREATE INDEX tasks_updated_at ON public.tasks USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON tasks FOR EACH STATEMENT EXECUTE FUNCTION forget_records('tasks')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON tasks FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON tasks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_tasks()
  CREATE TRIGGER values_inserted AFTER INSERT ON tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_tasks()
  CREATE TRIGGER values_moved_state AFTER UPDATE OF state ON tasks FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION move_value('tasks.state=', 'state')
  CREATE TRIGGER values_moved_type AFTER UPDATE OF type ON tasks FOR EACH ROW WHEN (old.type IS DISTINCT FROM new.type) EXECUTE FUNCTION move_value('tasks.type=', 'type')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON tasks FOR EACH STATEMENT EXECUTE FUNCTION forget_values('tasks.')

TABLE token_restrictions
  token_id uuid NOT NULL
  scope text NOT NULL
  allowed_addresses text[] NOT NULL
  role text
  CONSTRAINT token_restrictions_pkey PRIMARY KEY (token_id)
  CONSTRAINT token_restrictions_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'analyst'::text, 'approver'::text, 'admin'::text])))
  CONSTRAINT token_restrictions_scope_check CHECK ((scope = ANY (ARRAY['full'::text, 'read'::text])))
  CONSTRAINT token_restrictions_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id) ON DELETE CASCADE

TABLE token_writes
  token_id uuid NOT NULL
  shard smallint NOT NULL
  n bigint NOT NULL
  CONSTRAINT token_writes_pkey PRIMARY KEY (token_id, shard)
  CONSTRAINT token_writes_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id) ON DELETE CASCADE

TABLE tokens
  id uuid NOT NULL
  digest bytea NOT NULL
  name text NOT NULL
  organization_id uuid
  mode text
  role text
  created_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  last_used_at timestamp(3) with time zone
  lender_id uuid
  CONSTRAINT tokens_check CHECK (((role IS NULL) = ((organization_id IS NOT NULL) AND (mode IS NOT NULL))))
  CONSTRAINT tokens_digest_key UNIQUE (digest)
  CONSTRAINT tokens_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text, 'sandbox'::text])))
  CONSTRAINT tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
  CONSTRAINT tokens_pkey PRIMARY KEY (id)
  CONSTRAINT tokens_role_check CHECK ((role = ANY (ARRAY['SUPPORT'::text, 'OPERATOR'::text])))

TABLE uploads
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  file_name text NOT NULL
  file_type text NOT NULL
  created_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  claimed_at timestamp(3) with time zone
  blob_key text
  size bigint
  evidence_link_id uuid
  removed_at timestamp(3) with time zone
  CONSTRAINT uploads_check CHECK (((claimed_at IS NULL) = (blob_key IS NULL)))
  CONSTRAINT uploads_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT uploads_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CREATE INDEX uploads_created ON public.uploads USING btree (created_at, id)
  CREATE INDEX uploads_evidence_link ON public.uploads USING btree (portfolio_id, evidence_link_id) WHERE (evidence_link_id IS NOT NULL)
  CREATE TRIGGER bytes_added AFTER INSERT ON uploads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_upload_bytes()
  CREATE TRIGGER bytes_changed AFTER UPDATE ON uploads REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_upload_bytes()
  CREATE TRIGGER bytes_forgotten AFTER TRUNCATE ON uploads FOR EACH STATEMENT EXECUTE FUNCTION forget_bytes('unclaimed')
  CREATE TRIGGER bytes_removed AFTER DELETE ON uploads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_upload_bytes()
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON uploads FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE users
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  email text NOT NULL
  first_name text
  last_name text
  display_name text NOT NULL
  role text NOT NULL
  active boolean NOT NULL
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  person_id uuid
  CONSTRAINT users_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons(id)
  CONSTRAINT users_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT users_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'analyst'::text, 'viewer'::text])))
  CREATE INDEX users_active ON public.users USING btree (portfolio_id, active, id)
  CREATE INDEX users_created_at ON public.users USING btree (portfolio_id, created_at, id)
  CREATE UNIQUE INDEX users_email ON public.users USING btree (portfolio_id, lower(email))
  CREATE INDEX users_metadata ON public.users USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE UNIQUE INDEX users_person ON public.users USING btree (person_id, portfolio_id) WHERE (person_id IS NOT NULL)
  CREATE INDEX users_updated_at ON public.users USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('users')
  CREATE TRIGGER count_inserted AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('users')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION forget_records('users')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON users FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE value_counts
  portfolio_id uuid NOT NULL
  value text NOT NULL
  shard integer NOT NULL
  n bigint NOT NULL
  CONSTRAINT value_counts_pkey PRIMARY KEY (portfolio_id, value, shard)
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON value_counts FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE verdict_changes
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  case_id uuid NOT NULL
  from_verdict text
  to_verdict text NOT NULL
  codes text[] NOT NULL
  risk_profile_id uuid NOT NULL
  audit_event_id uuid NOT NULL
  at timestamp(3) with time zone NOT NULL
  CONSTRAINT verdict_changes_pkey PRIMARY KEY (portfolio_id, id)
  CREATE INDEX verdict_changes_case ON public.verdict_changes USING btree (portfolio_id, case_id, id)
  CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON verdict_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_verdict_change()
  CREATE TRIGGER never_emptied BEFORE TRUNCATE ON verdict_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_verdict_change()
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON verdict_changes FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE waivers
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  case_id uuid NOT NULL
  coverage_type_id uuid NOT NULL
  asset_id uuid
  codes text[] NOT NULL DEFAULT '{}'::text[]
  reason text NOT NULL
  document_id uuid
  expires_on date
  state text NOT NULL
  requested_by uuid NOT NULL
  requested_at timestamp(3) with time zone NOT NULL
  decided_by uuid
  decided_at timestamp(3) with time zone
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  details text[] NOT NULL DEFAULT '{}'::text[]
  CONSTRAINT waivers_check CHECK (((state = 'requested'::text) = (decided_at IS NULL)))
  CONSTRAINT waivers_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL)))
  CONSTRAINT waivers_check2 CHECK (((state <> 'approved'::text) OR (decided_by <> requested_by)))
  CONSTRAINT waivers_coverage_type_id_fkey FOREIGN KEY (coverage_type_id) REFERENCES coverage_types(id)
  CONSTRAINT waivers_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT waivers_portfolio_id_asset_id_fkey FOREIGN KEY (portfolio_id, asset_id) REFERENCES assets(portfolio_id, id)
  CONSTRAINT waivers_portfolio_id_case_id_fkey FOREIGN KEY (portfolio_id, case_id) REFERENCES cases(portfolio_id, id)
  CONSTRAINT waivers_portfolio_id_document_id_fkey FOREIGN KEY (portfolio_id, document_id) REFERENCES documents(portfolio_id, id)
  CONSTRAINT waivers_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text, 'revoked'::text])))
  CREATE INDEX waivers_case ON public.waivers USING btree (portfolio_id, case_id, id)
  CREATE INDEX waivers_coverage_type ON public.waivers USING btree (portfolio_id, coverage_type_id, id)
  CREATE INDEX waivers_created_at ON public.waivers USING btree (portfolio_id, created_at, id)
  CREATE INDEX waivers_metadata ON public.waivers USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX waivers_state ON public.waivers USING btree (portfolio_id, state, id)
  CREATE INDEX waivers_updated_at ON public.waivers USING btree (portfolio_id, updated_at, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON waivers FOR EACH STATEMENT EXECUTE FUNCTION forget_records('waivers')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON waivers FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON waivers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_waivers()
  CREATE TRIGGER values_inserted AFTER INSERT ON waivers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_waivers()
  CREATE TRIGGER values_moved_state AFTER UPDATE OF state ON waivers FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION move_value('waivers.state=', 'state')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON waivers FOR EACH STATEMENT EXECUTE FUNCTION forget_values('waivers.')

TABLE webhook_deliveries
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  endpoint_id uuid NOT NULL
  event_id uuid NOT NULL
  type text NOT NULL
  subject_type text NOT NULL
  subject_id uuid NOT NULL
  subject_case_id uuid
  revision bigint NOT NULL
  event_at timestamp(3) with time zone NOT NULL
  state text NOT NULL
  attempts jsonb NOT NULL
  attempt_count integer NOT NULL
  tries integer NOT NULL
  next_attempt_at timestamp(3) with time zone
  settled_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL
  CONSTRAINT webhook_deliveries_check CHECK (((state = 'pending'::text) = (next_attempt_at IS NOT NULL)))
  CONSTRAINT webhook_deliveries_check1 CHECK (((state = 'pending'::text) = (settled_at IS NULL)))
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (portfolio_id, id)
  CONSTRAINT webhook_deliveries_portfolio_id_event_id_endpoint_id_key UNIQUE (portfolio_id, event_id, endpoint_id)
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
  CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING brin (created_at) WITH (autosummarize='on')
  CREATE INDEX webhook_deliveries_created_at ON public.webhook_deliveries USING btree (portfolio_id, created_at, id)
  CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (portfolio_id, endpoint_id, id)
  CREATE INDEX webhook_deliveries_next ON public.webhook_deliveries USING btree (portfolio_id, endpoint_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL)
  CREATE INDEX webhook_deliveries_state ON public.webhook_deliveries USING btree (portfolio_id, state, id)
  CREATE INDEX webhook_deliveries_type ON public.webhook_deliveries USING btree (portfolio_id, type, id)
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION forget_records('webhook_deliveries')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON webhook_deliveries FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()
  CREATE TRIGGER values_deleted AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_webhook_deliveries()
  CREATE TRIGGER values_inserted AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_values_of_webhook_deliveries()
  CREATE TRIGGER values_moved_state AFTER UPDATE OF state ON webhook_deliveries FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION move_value('webhook_deliveries.state=', 'state')
  CREATE TRIGGER values_truncated AFTER TRUNCATE ON webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION forget_values('webhook_deliveries.')

TABLE webhook_endpoints
  portfolio_id uuid NOT NULL
  id uuid NOT NULL
  url text NOT NULL
  description text
  types text[] NOT NULL DEFAULT '{}'::text[]
  enabled boolean NOT NULL
  disabled_reason text
  secret bytea NOT NULL
  old_secret bytea
  old_secret_until timestamp(3) with time zone
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL
  updated_at timestamp(3) with time zone NOT NULL
  CONSTRAINT webhook_endpoints_check CHECK (((old_secret IS NULL) = (old_secret_until IS NULL)))
  CONSTRAINT webhook_endpoints_check1 CHECK (((NOT enabled) OR (disabled_reason IS NULL)))
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (portfolio_id, id)
  CREATE INDEX webhook_endpoints_created_at ON public.webhook_endpoints USING btree (portfolio_id, created_at, id)
  CREATE INDEX webhook_endpoints_enabled ON public.webhook_endpoints USING btree (portfolio_id, enabled, id)
  CREATE INDEX webhook_endpoints_metadata ON public.webhook_endpoints USING gin (portfolio_id, metadata jsonb_path_ops) WITH (gin_pending_list_limit='64')
  CREATE INDEX webhook_endpoints_updated_at ON public.webhook_endpoints USING btree (portfolio_id, updated_at, id)
  CREATE INDEX webhook_endpoints_url ON public.webhook_endpoints USING btree (portfolio_id, url, id)
  CREATE TRIGGER count_deleted AFTER DELETE ON webhook_endpoints REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('webhook_endpoints')
  CREATE TRIGGER count_inserted AFTER INSERT ON webhook_endpoints REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records('webhook_endpoints')
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON webhook_endpoints FOR EACH STATEMENT EXECUTE FUNCTION forget_records('webhook_endpoints')
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON webhook_endpoints FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE webhook_feeds
  portfolio_id uuid NOT NULL
  endpoint_id uuid NOT NULL
  position bigint NOT NULL
  failing_since timestamp(3) with time zone
  failures integer NOT NULL DEFAULT 0
  resume_at timestamp(3) with time zone
  task_origin text
  lease uuid
  leased_until timestamp with time zone NOT NULL
  CONSTRAINT webhook_feeds_pkey PRIMARY KEY (portfolio_id, endpoint_id)
  CONSTRAINT webhook_feeds_portfolio_id_endpoint_id_fkey FOREIGN KEY (portfolio_id, endpoint_id) REFERENCES webhook_endpoints(portfolio_id, id) ON DELETE CASCADE
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON webhook_feeds FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE webhook_replays
  portfolio_id uuid NOT NULL
  replay_id uuid NOT NULL
  endpoint_id uuid NOT NULL
  position bigint NOT NULL
  until_position bigint NOT NULL
  from_at timestamp(3) with time zone NOT NULL
  until_at timestamp(3) with time zone NOT NULL
  CONSTRAINT webhook_replays_pkey PRIMARY KEY (portfolio_id, endpoint_id, replay_id)
  CONSTRAINT webhook_replays_portfolio_id_endpoint_id_fkey FOREIGN KEY (portfolio_id, endpoint_id) REFERENCES webhook_endpoints(portfolio_id, id) ON DELETE CASCADE
  CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON webhook_replays FOR EACH ROW WHEN (new.portfolio_id <> old.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()

TABLE write_checks
  one boolean NOT NULL DEFAULT true
  at timestamp with time zone NOT NULL
  CONSTRAINT write_checks_one_check CHECK (one)
  CONSTRAINT write_checks_pkey PRIMARY KEY (one)
