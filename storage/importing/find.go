package importing

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Keys are by what the rows of a chunk name records.
type Keys struct {
	LoanNumbers, LoanIDs       []string // case.loanNumber and case.externalId
	Insureds, InsuredIDs       []string // names in lower case, and keys of their own
	Emails                     []string
	Groups, Profiles, Programs []string // names or ids, in lower case
}

// Found are the records that there are.
type Found struct {
	Cases    []*model.Case
	Assets   []*model.Asset  // of the cases
	Policies []*model.Policy // of the cases
	Versions []*model.PolicyVersion
	Insureds []*model.Insured
	Groups   []*model.InsuredGroup
	Brokers  []*model.Broker
	Users    []*model.User
	Profiles []*model.RiskProfile // published, the latest version of each
	Programs []*model.Program
}

// Find finds the records of keys.
func Find(ctx context.Context, p *storage.Portfolio, k Keys) (f Found, err error) {
	texts := func(list []string) rows.Array[string] { return rows.Array[string](list) }
	if f.Cases, err = rows.Read[model.Case](ctx, rows.DBOf(p), rows.Planned, storage.Cases.Select(p,
		rows.Where("(t.loan_number = ANY (?) OR t.external_id = ANY (?))", texts(k.LoanNumbers), texts(k.LoanIDs)))); err != nil {
		return f, err
	}
	ids := make([]uuid.UUID, len(f.Cases))
	for i, c := range f.Cases {
		ids[i] = c.ID
	}
	of := rows.Where("t.case_id = ANY (?)", rows.Array[uuid.UUID](ids))
	if f.Assets, err = rows.Read[model.Asset](ctx, rows.DBOf(p), rows.Planned, storage.Assets.Select(p, of).OrderExpr("t.id")); err != nil {
		return f, err
	}
	if f.Policies, err = rows.Read[model.Policy](ctx, rows.DBOf(p), rows.Planned,
		storage.Policies.Select(p, of).OrderExpr("t.id")); err != nil {
		return f, err
	}
	if f.Versions, err = rows.Read[model.PolicyVersion](ctx, rows.DBOf(p), rows.Planned,
		storage.PolicyVersions.Select(p, of, rows.Where("NOT t.is_current")).OrderExpr("t.id")); err != nil {
		return f, err
	}
	if len(k.Insureds)+len(k.InsuredIDs) > 0 {
		if f.Insureds, err = rows.Read[model.Insured](ctx, rows.DBOf(p), rows.Planned, storage.Insureds.Select(p,
			rows.Where("(lower(t.display_name) = ANY (?) OR t.external_id = ANY (?))", texts(k.Insureds), texts(k.InsuredIDs))).
			OrderExpr("t.id")); err != nil {
			return f, err
		}
	}
	if len(k.Groups) > 0 {
		if f.Groups, err = rows.Read[model.InsuredGroup](ctx, rows.DBOf(p), rows.Planned, storage.InsuredGroups.Select(p,
			rows.Where("(lower(t.name) = ANY (?) OR t.id::text = ANY (?))", texts(k.Groups), texts(k.Groups))).OrderExpr("t.id")); err != nil {
			return f, err
		}
	}
	return f, findContacts(ctx, p, k, &f)
}

func findContacts(ctx context.Context, p *storage.Portfolio, k Keys, f *Found) (err error) {
	emails := rows.Array[string](k.Emails)
	if len(k.Emails) > 0 {
		if f.Brokers, err = rows.Read[model.Broker](ctx, rows.DBOf(p), rows.Planned,
			storage.Brokers.Select(p, rows.Where("lower(t.email) = ANY (?)", emails)).OrderExpr("t.id")); err != nil {
			return err
		}
		if f.Users, err = rows.Read[model.User](ctx, rows.DBOf(p), rows.Planned,
			storage.Users.Select(p, rows.Where("lower(t.email) = ANY (?)", emails)).OrderExpr("t.id")); err != nil {
			return err
		}
	}
	if len(k.Profiles) > 0 {
		if f.Profiles, err = rows.Read[model.RiskProfile](ctx, rows.DBOf(p), rows.Planned, storage.RiskProfiles.Select(p,
			rows.Where("t.published_at IS NOT NULL AND (t.is_latest_version AND lower(t.name) = ANY (?) OR t.id::text = ANY (?))",
				rows.Array[string](k.Profiles), rows.Array[string](k.Profiles))).OrderExpr("t.id")); err != nil {
			return err
		}
	}
	if len(k.Programs) > 0 {
		f.Programs, err = rows.Read[model.Program](ctx, rows.DBOf(p), rows.Planned, storage.Programs.Select(p,
			rows.Where("(lower(t.name) = ANY (?) OR t.id::text = ANY (?))", rows.Array[string](k.Programs), rows.Array[string](k.Programs))).
			OrderExpr("t.id"))
	}
	return err
}

// Missing returns open loans that no row of a complete file names, after an id; names are loan numbers and keys in lower case.
func Missing(
	ctx context.Context, p *storage.Portfolio, has func(*model.Case) bool, visit func([]*model.Case) error,
) error {
	const atOnce = 1000
	var after uuid.UUID
	for {
		some, err := rows.Read[model.Case](ctx, rows.DBOf(p), rows.Planned, storage.Cases.Select(p,
			rows.Where("t.id > ? AND t.status <> 'closed' AND (t.loan_number IS NOT NULL OR t.external_id IS NOT NULL)", after)).
			OrderExpr("t.id").Limit(atOnce))
		if err != nil || len(some) == 0 {
			return err
		}
		after = some[len(some)-1].ID
		var gone []*model.Case
		for _, c := range some {
			if !has(c) {
				gone = append(gone, c)
			}
		}
		if err := visit(gone); err != nil {
			return err
		}
	}
}

// VerdictsOf returns the stored verdicts of cases.
func VerdictsOf(ctx context.Context, p *storage.Portfolio, cases []uuid.UUID) (map[uuid.UUID]model.Verdict, error) {
	by := make(map[uuid.UUID]model.Verdict, len(cases))
	err := rows.Query(ctx, rows.DBOf(p), rows.Planned,
		rows.SQL("SELECT id, verdict FROM case_verdicts WHERE portfolio_id = ? AND id = ANY (?)",
			p.ID(), rows.Array[uuid.UUID](cases)), func(r pgx.Rows) error {
			for r.Next() {
				var id uuid.UUID
				var verdict model.Verdict
				if err := r.Scan(&id, &verdict); err != nil {
					return err
				}
				by[id] = verdict
			}
			return nil
		})
	return by, err
}
