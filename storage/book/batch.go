package book

import (
	"context"
	"fmt"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Batch is what was taken out of a book, for writing. The book may be filled meanwhile. Batches are written in the order
// in which they were taken: a later one names records of earlier ones.
type Batch []pile

// pile is the records of one noun.
type pile interface {
	write(ctx context.Context, l *storage.Loader, wrote func(noun string, rows int)) error
}

// newBatch lists all that a book can hold, in the order of writing: a record comes after those that it names.
func newBatch() Batch {
	return Batch{
		&records[model.User]{table: "users"},
		&records[model.Brokerage]{table: "brokerages"},
		&records[model.Broker]{table: "brokers"},
		&records[model.InsuredGroup]{table: "insured_groups"},
		&records[model.Insured]{table: "insureds"},
		&records[model.CertificateHolder]{table: "certificate_holders"},
		&records[model.MortgageeClause]{table: "mortgagee_clauses"},
		&records[model.Program]{table: "programs"},
		&records[model.RiskProfile]{table: "risk_profiles"},
		&records[model.Case]{table: "cases"},
		&records[model.Document]{table: "documents"},
		&records[model.Asset]{table: "assets"},
		&records[model.Policy]{table: "policies"},
		&records[model.PolicyVersion]{table: "policy_versions"},
		&records[model.Task]{table: "tasks"},
		&records[model.RenewalNotice]{table: "renewal_notices"},
		&records[model.AuditEvent]{table: "audit_events"},
	}
}

// Write adds the batch to the loader's portfolio. It calls wrote with the rows of each noun, unless that is nil.
func (r Batch) Write(ctx context.Context, l *storage.Loader, wrote func(noun string, rows int)) error {
	for _, p := range r {
		if err := p.write(ctx, l, wrote); err != nil {
			return err
		}
	}
	return nil
}

type records[T any] struct {
	table string
	all   []*T
}

func (r *records[T]) write(ctx context.Context, l *storage.Loader, wrote func(string, int)) error {
	if len(r.all) == 0 {
		return nil
	}
	noun := strings.ReplaceAll(r.table, "_", " ")
	if err := storage.Copy(ctx, l, r.all); err != nil {
		return fmt.Errorf("write the %s: %w", noun, err)
	}
	if wrote != nil {
		wrote(noun, len(r.all))
	}
	return nil
}

// add puts a record on the pile of its noun, and notes the error of its constructor.
func add[T any](b *Book, record *T, err error) *T {
	for _, p := range b.unsent {
		if p, ok := p.(*records[T]); ok {
			b.note(p.table, err)
			p.all = append(p.all, record)
			return record
		}
	}
	panic(fmt.Sprintf("a book holds no %T", record))
}
