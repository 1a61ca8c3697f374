package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/rows"
)

// lenders selects lenders.
func (h Handle) lenders() *bun.SelectQuery { return h.db.NewSelect().Model((*model.Lender)(nil)) }

// withLender selects records of a table with the name of their lender.
func (h Handle) withLender(table string) *bun.SelectQuery {
	return h.db.NewSelect().TableExpr("? AS t", bun.Ident(table)).ColumnExpr("t.*, l.name AS lender_name").
		Join("JOIN lenders AS l ON l.id = t.lender_id")
}

// Lenders are all lenders but those of sandboxes, by name.
func (h Handle) Lenders(ctx context.Context) ([]*model.Lender, error) {
	return rows.Read[model.Lender](ctx, h.db, rows.Planned, h.lenders().Where("sandbox_of IS NULL").Order("name"))
}

// LenderByRef finds a lender by name or id; `not_found`.
func (h Handle) LenderByRef(ctx context.Context, ref string) (*model.Lender, error) {
	q := h.lenders().Where("sandbox_of IS NULL AND (name = ? OR id = ?)", ref, scalar.ParseID(ref))
	return rows.First[model.Lender](ctx, h.db, rows.Planned, q, "lender")
}

// LockLender finds one lender and keeps others from writing it until the transaction ends; `not_found`.
func (h Handle) LockLender(ctx context.Context, id uuid.UUID) (*model.Lender, error) {
	q := h.lenders().Where("id = ?", id).For(string(rows.ForUpdate))
	return rows.First[model.Lender](ctx, h.db, rows.Planned, q, "lender")
}

// UpdateLender saves all members of a lender that the transaction has locked; `duplicate` when the name is taken.
func (h Handle) UpdateLender(ctx context.Context, lender *model.Lender) error {
	return duplicateName(rows.Update(ctx, h.db, lender), "lenders_name_key", "/name")
}

// CreateLender adds a lender with its two portfolios, and returns the one there is when the name is taken.
func (h Handle) CreateLender(ctx context.Context, name string, now time.Time) (*model.Lender, error) {
	lender := &model.Lender{ID: NewID(), Name: name, ReviewDays: model.DefaultReviewDays, CreatedAt: now, UpdatedAt: now}
	if _, err := rows.Exec(ctx, h.db, h.db.NewInsert().Model(lender).On("CONFLICT (name) WHERE sandbox_of IS NULL DO NOTHING")); err != nil {
		return nil, err
	}
	lender, err := h.LenderByRef(ctx, name)
	if err != nil {
		return nil, err
	}
	portfolios := []*model.Portfolio{
		{ID: NewID(), LenderID: lender.ID, Mode: model.ModeLive, CreatedAt: now},
		{ID: NewID(), LenderID: lender.ID, Mode: model.ModeTest, CreatedAt: now},
	}
	_, err = rows.Exec(ctx, h.db, h.db.NewInsert().Model(&portfolios).On("CONFLICT (lender_id, mode) DO NOTHING"))
	return lender, err
}

// Portfolios are all portfolios but sandboxes, by lender and mode.
func (h Handle) Portfolios(ctx context.Context) ([]*model.Portfolio, error) {
	return rows.Read[model.Portfolio](ctx, h.db, rows.Planned, h.portfolios())
}

func (h Handle) portfolios() *bun.SelectQuery {
	return h.withLender("portfolios").Where("t.mode <> ?", model.ModeSandbox).Order("l.name", "t.mode")
}

// AllPortfolios are all portfolios, sandboxes too.
func (h Handle) AllPortfolios(ctx context.Context) ([]*model.Portfolio, error) {
	return rows.Read[model.Portfolio](ctx, h.db, rows.Planned, h.withLender("portfolios").Order("l.name", "t.mode", "t.id"))
}

// PortfoliosWithin are the portfolios of a lender and its sandboxes.
func (h Handle) PortfoliosWithin(ctx context.Context, lender uuid.UUID) ([]*model.Portfolio, error) {
	q := h.withLender("portfolios").Where("t.lender_id = ? OR l.sandbox_of = ?", lender, lender).Order("t.id")
	return rows.Read[model.Portfolio](ctx, h.db, rows.Planned, q)
}

// PortfoliosOf are the two portfolios of a lender, by mode.
func (h Handle) PortfoliosOf(ctx context.Context, lender uuid.UUID) ([]*model.Portfolio, error) {
	q := h.withLender("portfolios").Where("t.lender_id = ?", lender).Order("t.mode")
	return rows.Read[model.Portfolio](ctx, h.db, rows.Planned, q)
}

// Portfolio finds one portfolio; `not_found`.
func (h Handle) Portfolio(ctx context.Context, id uuid.UUID) (*model.Portfolio, error) {
	return rows.First[model.Portfolio](ctx, h.db, rows.Planned, h.withLender("portfolios").Where("t.id = ?", id), "portfolio")
}

// Plans are all plans, by key.
func (h Handle) Plans(ctx context.Context) ([]*model.Plan, error) {
	return rows.Read[model.Plan](ctx, h.db, rows.Planned, h.db.NewSelect().Model((*model.Plan)(nil)).Order("key"))
}

// LockPlan finds one plan by its key and keeps others from writing it until the transaction ends; `not_found`.
func (h Handle) LockPlan(ctx context.Context, key string) (*model.Plan, error) {
	q := h.db.NewSelect().Model((*model.Plan)(nil)).Where("key = ?", key).For(string(rows.ForUpdate))
	return rows.First[model.Plan](ctx, h.db, rows.Planned, q, "plan")
}

// InsertPlan adds a plan; `duplicate` when the key is taken.
func (h Handle) InsertPlan(ctx context.Context, plan *model.Plan) error {
	return duplicateName(rows.Insert(ctx, h.db, plan), "plans_pkey", "/key")
}

// UpdatePlan saves all members of a plan that the transaction has locked.
func (h Handle) UpdatePlan(ctx context.Context, plan *model.Plan) error {
	return rows.Update(ctx, h.db, plan)
}

// Owner says whose organizations are meant: all that is given holds. The zero Owner means all.
type Owner struct {
	Lender       uuid.UUID // uuid.Nil for any
	Organization uuid.UUID // uuid.Nil for any
}

// of limits a query to organizations of the owner; t is the table, and column has an organization's id.
func (o Owner) of(q *bun.SelectQuery, column string) *bun.SelectQuery {
	if o.Organization != uuid.Nil {
		q = q.Where("? = ?", bun.Ident(column), o.Organization)
	}
	if o.Lender != uuid.Nil {
		q = q.Where("? IN (SELECT id FROM organizations WHERE lender_id = ?)", bun.Ident(column), o.Lender)
	}
	return q
}

// Organizations are all organizations with their plans, by name.
func (h Handle) Organizations(ctx context.Context) ([]*model.Organization, error) {
	return h.OrganizationsOf(ctx, Owner{})
}

// OrganizationsOf are the organizations of an owner with their plans, by name.
func (h Handle) OrganizationsOf(ctx context.Context, owner Owner) ([]*model.Organization, error) {
	q := owner.of(h.withLender("organizations"), "t.id").Order("t.name")
	organizations, err := rows.Read[model.Organization](ctx, h.db, rows.Planned, q)
	if err != nil {
		return nil, err
	}
	plans, err := h.Plans(ctx)
	if err != nil {
		return nil, err
	}
	for _, o := range organizations {
		if i := slices.IndexFunc(plans, func(p *model.Plan) bool { return p.Key == o.PlanKey }); i >= 0 {
			o.Plan = plans[i]
		}
	}
	return organizations, nil
}

// LockOrganization finds one organization with its plan and keeps others from writing both; `not_found`.
func (h Handle) LockOrganization(ctx context.Context, id uuid.UUID) (*model.Organization, error) {
	q := h.withLender("organizations").Where("t.id = ?", id).For(string(rows.ForUpdate))
	o, err := rows.First[model.Organization](ctx, h.db, rows.Planned, q, "organization")
	if err != nil {
		return nil, err
	}
	o.Plan, err = h.LockPlan(ctx, o.PlanKey)
	return o, err
}

// OrganizationExists reports whether the owner has an organization of the id.
func (h Handle) OrganizationExists(ctx context.Context, id uuid.UUID, owner Owner) (bool, error) {
	q := owner.of(h.db.NewSelect().TableExpr("organizations AS t"), "t.id").Where("t.id = ?", id)
	return rows.Exists(ctx, h.db, rows.Planned, q)
}

// InsertOrganization adds an organization; `duplicate` when the name is taken.
func (h Handle) InsertOrganization(ctx context.Context, o *model.Organization) error {
	return duplicateName(rows.Insert(ctx, h.db, o), "organizations_name_key", "/name")
}

// UpdateOrganization saves all members of a locked organization; `duplicate` when the name is taken.
func (h Handle) UpdateOrganization(ctx context.Context, o *model.Organization) error {
	return duplicateName(rows.Update(ctx, h.db, o), "organizations_name_key", "/name")
}

// CreateOrganization adds an organization that works for the lender; `duplicate` when the name is taken,
// `unknown_reference` for a plan that is none.
func (h Handle) CreateOrganization(
	ctx context.Context, name string, lender uuid.UUID, plan string, now time.Time,
) (*model.Organization, error) {
	exists, err := rows.Exists(ctx, h.db, rows.Planned, h.db.NewSelect().Table("plans").Where("key = ?", plan))
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, fault.New(fault.CodeUnknownReference, "There is no plan %q; plans are full, basic and none.", plan)
	}
	o := &model.Organization{ID: NewID(), Name: name, LenderID: lender, PlanKey: plan, CreatedAt: now, UpdatedAt: now}
	err = rows.Insert(ctx, h.db, o)
	if rows.IsDuplicate(err, "organizations_name_key") {
		return nil, fault.New(fault.CodeDuplicate, "There is an organization %q already.", name)
	}
	return o, err
}

func duplicateName(err error, index, pointer string) error {
	if !rows.IsDuplicate(err, index) {
		return err
	}
	var vs fault.Violations
	vs.Say(pointer, fault.CodeDuplicate, "is taken already")
	return vs.Err()
}

// LenderOf finds the lender of a portfolio.
func (h Handle) LenderOf(ctx context.Context, portfolio uuid.UUID) (*model.Lender, error) {
	q := h.lenders().Where("t.id = (SELECT lender_id FROM portfolios WHERE id = ?)", portfolio)
	return rows.First[model.Lender](ctx, h.db, rows.Planned, q, "lender")
}

// Lender finds the portfolio's lender.
func (p *Portfolio) Lender(ctx context.Context) (*model.Lender, error) {
	return Handle{db: p.db}.LenderOf(ctx, p.ID())
}

// LenderDocument finds a document of one of the lender's portfolios; `not_found`.
func (h Handle) LenderDocument(ctx context.Context, lender, document uuid.UUID) (*model.Document, error) {
	q := h.db.NewSelect().Model((*model.Document)(nil)).
		Where("t.portfolio_id IN (SELECT id FROM portfolios WHERE lender_id = ?) AND t.id = ?", lender, document)
	return rows.First[model.Document](ctx, h.db, rows.Planned, q, "document")
}

// LenderLogo finds the picture of a lender's letters; nil if none.
func (h Handle) LenderLogo(ctx context.Context, lender uuid.UUID) (*model.LenderLogo, error) {
	q := h.db.NewSelect().Model((*model.LenderLogo)(nil)).Where("t.lender_id = ?", lender)
	return rows.Find[model.LenderLogo](ctx, h.db, rows.Planned, q)
}

// LenderLogo finds the picture of a lender's letters; nil if none.
func (p *Portfolio) LenderLogo(ctx context.Context, lender uuid.UUID) (*model.LenderLogo, error) {
	return Handle{db: p.db}.LenderLogo(ctx, lender)
}

// SetLenderLogo replaces the picture of the letters of a lender that the transaction has locked; nil removes it.
func (h Handle) SetLenderLogo(ctx context.Context, lender uuid.UUID, logo *model.LenderLogo) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewDelete().Model((*model.LenderLogo)(nil)).Where("t.lender_id = ?", lender))
	if err != nil || logo == nil {
		return err
	}
	return rows.Insert(ctx, h.db, logo)
}

// appendOnly are the tables whose triggers refuse that rows are removed.
var appendOnly = []string{"notice_attempts", "verdict_changes", "audit_events"}

// otherTables selects the tables with records of portfolios that are no nouns.
const otherTables = `SELECT c.relname::text FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'portfolio_id'
	WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT c.relname = ANY ($1)
	AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('portfolios'))
	ORDER BY c.relname IN ('record_counts', 'value_counts')` // last, for others' triggers count

// RemoveLender removes a lender with its organizations, tokens, portfolios and sandboxes, and all their records, the audit trail
// included, and returns the portfolios, whose files are left. It is for lenders that are not real. Others' writes wait for
// moments only.
func (s *Store) RemoveLender(ctx context.Context, lender uuid.UUID) (portfolios []*model.Portfolio, err error) {
	if portfolios, err = s.PortfoliosWithin(ctx, lender); err != nil {
		return nil, err
	}
	for _, p := range portfolios {
		if err := s.removeTrails(ctx, p.ID); err != nil {
			return nil, Translate(err)
		}
	}
	return portfolios, Translate(pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		for _, p := range portfolios {
			if err := removeRecords(ctx, tx, p.ID); err != nil {
				return err
			}
		}
		for _, statement := range []string{
			"DELETE FROM tokens WHERE organization_id IN (SELECT id FROM organizations WHERE lender_id = $1)",
			"DELETE FROM import_mappings WHERE lender_id = $1 OR lender_id IN (SELECT id FROM lenders WHERE sandbox_of = $1)",
			"DELETE FROM sandboxes WHERE lender_id = $1",
			"DELETE FROM identity_providers WHERE lender_id = $1",
			"DELETE FROM organizations WHERE lender_id = $1",
			"DELETE FROM persons WHERE lender_id = $1",
			"DELETE FROM portfolios WHERE lender_id = $1 OR lender_id IN (SELECT id FROM lenders WHERE sandbox_of = $1)",
			"DELETE FROM lenders WHERE id = $1 OR sandbox_of = $1",
		} {
			if _, err := tx.Exec(ctx, statement, lender); err != nil {
				return err
			}
		}
		return nil
	}))
}

// removeTrails removes what is only ever added to. All writers wait for it, so it does nothing else.
func (s *Store) removeTrails(ctx context.Context, portfolio uuid.UUID) error {
	return pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		for _, table := range appendOnly {
			for _, statement := range []string{
				"ALTER TABLE " + table + " DISABLE TRIGGER append_only",
				"DELETE FROM " + table + " WHERE portfolio_id = '" + portfolio.String() + "'",
				"ALTER TABLE " + table + " ENABLE TRIGGER append_only",
			} {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// PortfolioTables are the tables of portfolios but for those of trails, in an order in which records can be removed.
func PortfolioTables(ctx context.Context, tx pgx.Tx) (tables []string, err error) {
	for _, n := range slices.Backward(Nouns()) {
		if !slices.Contains(appendOnly, n.Name()) {
			tables = append(tables, n.Name())
		}
	}
	found, err := tx.Query(ctx, otherTables, append(tables, appendOnly...))
	if err != nil {
		return nil, err
	}
	others, err := pgx.CollectRows(found, pgx.RowTo[string])
	return append(tables, others...), err
}

// removeRecords removes all other records of a portfolio: what refers to others first, totals last.
func removeRecords(ctx context.Context, tx pgx.Tx, portfolio uuid.UUID) error {
	tables, err := PortfolioTables(ctx, tx)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if _, err := tx.Exec(ctx, "DELETE FROM "+pgx.Identifier{table}.Sanitize()+" WHERE portfolio_id = $1", portfolio); err != nil {
			return err
		}
	}
	return nil
}
