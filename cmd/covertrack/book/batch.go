package book

import (
	"context"
	"fmt"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Batch is what was taken out of a book to be written. It may be written while the book is filled on.
type Batch struct {
	users      []*model.User
	brokerages []*model.Brokerage
	brokers    []*model.Broker
	groups     []*model.InsuredGroup
	insureds   []*model.Insured
	holders    []*model.CertificateHolder
	clauses    []*model.MortgageeClause
	programs   []*model.Program
	profiles   []*model.RiskProfile
	cases      []*model.Case
	documents  []*model.Document
	assets     []*model.Asset
	policies   []*model.Policy
	versions   []*model.PolicyVersion
	tasks      []*model.Task
	notices    []*model.RenewalNotice
	events     []*model.AuditEvent

	followed []*followed
}

// Write adds the batch to the loader's portfolio, and tells wrote of the rows of each noun. Batches are written in the order in
// which they were taken: a later one names records of earlier ones.
func (r *Batch) Write(ctx context.Context, l *storage.Loader, wrote func(noun string, rows int)) error {
	for _, flush := range []func() error{
		flush(ctx, l, wrote, "users", r.users),
		flush(ctx, l, wrote, "brokerages", r.brokerages),
		flush(ctx, l, wrote, "brokers", r.brokers),
		flush(ctx, l, wrote, "insured groups", r.groups),
		flush(ctx, l, wrote, "insureds", r.insureds),
		flush(ctx, l, wrote, "certificate holders", r.holders),
		flush(ctx, l, wrote, "mortgagee clauses", r.clauses),
		flush(ctx, l, wrote, "programs", r.programs),
		flush(ctx, l, wrote, "risk profiles", r.profiles),
		flush(ctx, l, wrote, "cases", r.cases),
		flush(ctx, l, wrote, "documents", r.documents),
		flush(ctx, l, wrote, "assets", r.assets),
		flush(ctx, l, wrote, "policies", r.policies),
		flush(ctx, l, wrote, "policy versions", r.versions),
		flush(ctx, l, wrote, "tasks", r.tasks),
		flush(ctx, l, wrote, "renewal notices", r.notices),
		flush(ctx, l, wrote, "audit events", r.events),
	} {
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}

func flush[T any](ctx context.Context, l *storage.Loader, wrote func(string, int), noun string, rows []*T) func() error {
	return func() error {
		if len(rows) == 0 {
			return nil
		}
		if err := storage.Copy(ctx, l, rows); err != nil {
			return fmt.Errorf("write the %s: %w", noun, err)
		}
		wrote(noun, len(rows))
		return nil
	}
}
