package storage_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// BenchmarkCounters adds cases to one portfolio, each in a transaction of its own, with the counters and without, by
// turns. The ratio of inserts per second is with ÷ without; so is that of the WAL's bytes.
func BenchmarkCounters(b *testing.B) {
	const inserts = 2000
	for _, writers := range []int{1, 16} {
		b.Run(fmt.Sprintf("%d writers", writers), func(b *testing.B) {
			w := storagetest.NewWorld(b)
			opt := postgres.DefaultOptions()
			opt.MaxConns = writers
			store := storagetest.Open(b, w.Store.Pool().Pgx().Config().ConnString(), opt)
			program := w.Program(b, w.Harbor)
			var took, wal [2]float64
			for b.Loop() {
				for counted, triggers := range []string{"DISABLE", "ENABLE"} {
					w.Exec(b, "ALTER TABLE cases "+triggers+" TRIGGER USER")
					from, start := walPosition(b, store), time.Now()
					addHotCases(b, w.Harbor.Portfolio.ID(), store, program, writers, inserts/writers)
					took[counted] += time.Since(start).Seconds()
					wal[counted] += walPosition(b, store) - from
				}
			}
			n := float64(b.N * inserts)
			b.ReportMetric(n/took[1], "inserts/s")
			b.ReportMetric(took[0]/took[1], "ratio")
			b.ReportMetric(wal[1]/n, "WAL-B/insert")
			b.ReportMetric(wal[1]/wal[0], "WAL-ratio")
		})
	}
}

func addHotCases(b *testing.B, portfolio uuid.UUID, store *storage.Store, program uuid.UUID, writers, each int) {
	var all errgroup.Group
	for range writers {
		all.Go(func() error {
			for range each {
				now := time.Now().UTC()
				c := &model.Case{
					ID: storage.NewID(), DisplayName: "A case", Status: model.CaseStatusOpen, ManagementType: model.ManagementTypeSelfManaged,
					ProgramID: &program, Metadata: scalar.Metadata("{}"), CreatedAt: now, UpdatedAt: now,
					InsuranceContactIDs: []uuid.UUID{}, InsuranceContactCCIDs: []uuid.UUID{}, InsuredIDs: []uuid.UUID{}, MortgageeClauseIDs: []uuid.UUID{},
				}
				err := store.InTx(b.Context(), portfolio, func(ctx context.Context, tx *storage.Tx) error {
					return storage.Cases.Insert(ctx, tx.For(portfolio), c)
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(b, all.Wait())
}

func walPosition(b *testing.B, store *storage.Store) (bytes float64) {
	err := store.Pool().Pgx().QueryRow(b.Context(), "SELECT pg_current_wal_insert_lsn() - '0/0'").Scan(&bytes)
	require.NoError(b, err)
	return bytes
}
