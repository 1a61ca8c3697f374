package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/demo"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// TestDemoData is the contract's list of what the first lender's test portfolio has at least (section 8, Demo data).
func TestDemoData(t *testing.T) {
	t.Parallel()
	x, files := newTerminal(t), t.TempDir()
	today := time.Now().UTC().Truncate(24 * time.Hour) // midnight may pass meanwhile
	var access sample.Access
	require.NoError(t, json.Unmarshal([]byte(x.ok(t, "demo", "--json", "--data-dir", files)), &access))
	d := readDemo(t, x.store(t), access.Lenders[0].Portfolios[model.ModeTest])

	t.Run("risk profiles of all types, and one unpublished", func(t *testing.T) {
		count := map[any]int{}
		for _, p := range d.profiles {
			count[p.Type]++
			count[p.IsPublished]++
		}
		for _, kind := range model.AllRiskProfileType {
			require.NotZero(t, count[kind], kind)
		}
		require.GreaterOrEqual(t, count[true], 4)
		require.NotZero(t, count[false])
	})
	t.Run("programs, parties", func(t *testing.T) {
		require.GreaterOrEqual(t, d.count(t, "programs"), 2)
		for _, table := range []string{"brokerages", "brokers", "certificate_holders", "mortgagee_clauses", "insureds", "insured_groups"} {
			require.NotZero(t, d.count(t, table), table)
		}
		roles := map[model.UserRole]int{}
		for _, u := range d.users {
			roles[u.Role]++
		}
		require.Len(t, roles, len(model.AllUserRole))
	})
	t.Run("cases in every status and of both models", func(t *testing.T) {
		require.Len(t, d.cases, demo.Large.Cases+2, "with those that were entered twice")
		kinds := map[any]int{}
		for _, c := range d.cases {
			kinds[[2]any{c.Status, c.IsFrameworkCase()}]++
			kinds[c.ManagementType]++
		}
		for _, status := range model.AllCaseStatus {
			require.NotZero(t, kinds[[2]any{status, true}], "%s with a risk profile", status)
			require.NotZero(t, kinds[[2]any{status, false}], "%s with a program", status)
		}
		require.NotZero(t, kinds[model.ManagementTypeSelfManaged])
	})
	t.Run("assets of several types", func(t *testing.T) {
		require.Len(t, d.assets, demo.Large.Assets+1, "with the one that is no collateral")
		kinds := map[uuid.UUID]bool{}
		for _, a := range d.assets {
			kinds[a.AssetTypeID] = true
		}
		require.GreaterOrEqual(t, len(kinds), 5)
	})
	t.Run("policies in every status", func(t *testing.T) {
		require.Len(t, d.policies, demo.Large.Policies)
		statuses := map[model.PolicyStatus]int{}
		for _, p := range d.policies {
			statuses[p.Status]++
		}
		require.Len(t, statuses, len(model.AllPolicyStatus))
	})
	t.Run("expiries relative to today", func(t *testing.T) {
		within := func(from, to int) (percent float64) {
			for _, p := range d.policies {
				if p.EndDate != nil && !p.EndDate.Before(today.AddDate(0, 0, from)) && p.EndDate.Before(today.AddDate(0, 0, to)) {
					percent += 100 / float64(len(d.policies))
				}
			}
			return percent
		}
		require.InDelta(t, 5, within(-1000, 0), 0.6)
		require.InDelta(t, 8, within(0, 15), 0.6)
		require.InDelta(t, 10, within(15, 30), 0.6)
		require.InDelta(t, 15, within(30, 60), 0.6)
	})
	t.Run("documents with real files", func(t *testing.T) {
		require.NotEmpty(t, d.documents)
		for _, doc := range d.documents {
			content, err := os.ReadFile(filepath.Join(files, "blobs", doc.BlobKey))
			require.NoError(t, err)
			if doc.FileType == "application/pdf" {
				require.Regexp(t, `^%PDF-1\.4\n(?s:.*)\n%%EOF\n$`, string(content))
			}
		}
	})
	t.Run("no real person, address or number", func(t *testing.T) {
		for _, u := range d.users {
			require.Regexp(t, `@example\.com$`, u.Email)
		}
		for _, b := range d.brokers {
			require.Regexp(t, `@example\.com$`, *b.Email)
			require.Regexp(t, `^\d{3}-555-01\d\d$`, *b.Phone)
		}
	})
	testDemoScenarios(t, d)
	testDemoFollowUp(t, d, today)
}

// testDemoScenarios is the cases that show one thing each.
func testDemoScenarios(t *testing.T, d *demoData) {
	t.Run("a held case with one released policy", func(t *testing.T) {
		released := 0
		c, policies := d.named(t, "Held case, one policy released")
		for _, p := range policies {
			if p.Status != model.PolicyStatusOnHold {
				released++
			}
		}
		require.Equal(t, model.CaseStatusOnHold, c.Status)
		require.Equal(t, 1, released)
		require.Greater(t, len(policies), 1)
	})
	t.Run("two terms and a gap", func(t *testing.T) {
		_, policies := d.named(t, "Two terms with a gap")
		require.Equal(t, 2, policies[0].TermNumber)
		require.Equal(t, 12, policies[0].GapDays)
	})
	t.Run("a blanket policy over six assets", func(t *testing.T) {
		_, policies := d.named(t, "Blanket policy over six assets")
		require.Len(t, policies[0].AssetPerils, 6)
	})
	t.Run("a three-layer tower", func(t *testing.T) {
		layers := map[model.CoverageLayer]bool{}
		_, policies := d.named(t, "Three-layer liability tower")
		for _, p := range policies {
			layers[*p.CoverageLayer] = true
		}
		require.Len(t, layers, 3)
	})
	t.Run("waivers in each state, one about to expire", func(t *testing.T) {
		expiring := 0
		states := map[model.WaiverState]int{}
		for _, w := range d.waivers {
			states[w.State]++
			if w.HoldsOn(time.Now()) && !w.HoldsOn(time.Now().AddDate(0, 0, 14)) {
				expiring++
			}
		}
		require.Len(t, states, len(model.AllWaiverState))
		require.Equal(t, 1, expiring)
		tasks := map[uuid.UUID]model.TaskState{}
		for _, task := range d.tasks {
			if task.WaiverID != nil {
				tasks[*task.WaiverID] = task.State
			}
		}
		for _, w := range d.waivers {
			want := model.TaskStateCompleted
			if w.State == model.WaiverStateRequested {
				want = model.TaskStateOpen
			}
			require.Equal(t, want, tasks[w.ID], "who may decide has a task until it is decided")
		}
	})
	t.Run("a risk profile that refuses coverage types", func(t *testing.T) {
		require.Condition(t, func() bool {
			for _, p := range d.profiles {
				if p.IsPublished && len(p.Requirements) > 0 && len(p.CoverageTypesAllowed()) < 5 {
					return true
				}
			}
			return false
		})
	})
}

// testDemoFollowUp is that renewal follow-up stands as if the jobs had run all along.
func testDemoFollowUp(t *testing.T, d *demoData, today time.Time) {
	policies := map[uuid.UUID]*model.Policy{}
	for _, p := range d.policies {
		policies[p.ID] = p
	}
	t.Run("every policy that is followed up has its six notices", func(t *testing.T) {
		notices := map[uuid.UUID]int{}
		for _, n := range d.notices {
			if n.PolicyID != nil {
				notices[*n.PolicyID]++
			}
		}
		for _, p := range d.policies {
			if p.Status.FollowedUp() && p.EndDate != nil {
				require.Equal(t, 6, notices[p.ID])
			}
		}
	})
	t.Run("nothing is overdue, and nobody was written to", func(t *testing.T) {
		states := map[model.RenewalNoticeState]int{}
		for _, n := range d.notices {
			states[n.State]++
			if n.PolicyID != nil && n.State == model.RenewalNoticeStatePlanned && policies[*n.PolicyID].Status.FollowedUp() {
				require.False(t, n.DueAt.Before(today))
			}
			if n.State == model.RenewalNoticeStateSuppressed {
				require.NotEmpty(t, n.Recipients)
				require.NotEmpty(t, *n.Body)
			}
		}
		require.NotZero(t, states[model.RenewalNoticeStateSuppressed])
		require.Zero(t, states[model.RenewalNoticeStateSent])
	})
	t.Run("lapsed policies have their tasks", func(t *testing.T) {
		followed := map[uuid.UUID]bool{}
		kinds := map[model.TaskType]int{}
		for _, task := range d.tasks {
			kinds[task.Type]++
			if task.Type == model.TaskTypeRenewalFollowUp {
				followed[*task.PolicyID] = true
			}
		}
		for _, p := range d.policies {
			if p.Status.FollowedUp() && p.EndDate != nil && p.EndDate.Before(today.AddDate(0, 0, -1)) {
				require.True(t, followed[p.ID])
			}
		}
		require.NotZero(t, kinds[model.TaskTypeCollectEvidence])
		require.NotZero(t, kinds[model.TaskTypeCaseApproval])
	})
}

// TestDemoPortfolios is that all six portfolios have data, no record twice, and that a second run adds none.
func TestDemoPortfolios(t *testing.T) {
	t.Parallel()
	x, files := newTerminal(t), t.TempDir()
	var access sample.Access
	require.NoError(t, json.Unmarshal([]byte(x.ok(t, "demo", "--json", "--data-dir", files)), &access))
	seen := map[uuid.UUID]bool{}
	for _, l := range access.Lenders {
		for _, portfolio := range []uuid.UUID{l.Portfolios[model.ModeLive], l.Portfolios[model.ModeTest]} {
			d := readDemo(t, x.store(t), portfolio)
			require.GreaterOrEqual(t, len(d.cases), demo.Small.Cases)
			require.GreaterOrEqual(t, len(d.policies), demo.Small.Policies)
			require.NotEmpty(t, d.documents)
			for _, c := range d.cases {
				require.False(t, seen[c.ID])
				seen[c.ID] = true
			}
		}
	}
	before, stored := x.contents(t), countFiles(t, files)
	x.ok(t, "demo", "--data-dir", files)
	require.Equal(t, before, x.contents(t))
	require.Equal(t, stored, countFiles(t, files))

	t.Run("the same day, the same data", func(t *testing.T) {
		y := newTerminal(t)
		y.ok(t, "demo", "--data-dir", t.TempDir())
		require.Equal(t, before, y.contents(t))
	})
	t.Run("a portfolio with records of its own is left alone", func(t *testing.T) {
		z := newTerminal(t)
		require.Equal(t, command.ExitOK, z.run(t, "load", "--cases", "1", "--lender", "Harbor Example Bank", "--data-dir", files).code)
		z.ok(t, "demo", "--data-dir", files)
		require.Len(t, readDemo(t, z.store(t), z.portfolio(t, "Harbor Example Bank", model.ModeTest)).cases, 1)
		require.Len(t, readDemo(t, z.store(t), z.portfolio(t, "Harbor Example Bank", model.ModeLive)).cases, 12)
	})
}

// demoData is a portfolio, read whole.
type demoData struct {
	store     *storage.Store
	portfolio uuid.UUID
	users     []*model.User
	brokers   []*model.Broker
	profiles  []*model.RiskProfile
	cases     []*model.Case
	assets    []*model.Asset
	documents []*model.Document
	policies  []*model.Policy
	notices   []*model.RenewalNotice
	tasks     []*model.Task
	waivers   []*model.Waiver
}

func readDemo(t *testing.T, store *storage.Store, portfolio uuid.UUID) *demoData {
	t.Helper()
	d, p, ctx, all := &demoData{store: store, portfolio: portfolio}, store.For(portfolio), t.Context(), page.Options{Limit: 5000}
	read := func(err error) { require.NoError(t, err) }
	users, err := storage.Users.Page(ctx, p, model.UserFilter{}, all)
	read(err)
	brokers, err := storage.Brokers.Page(ctx, p, model.BrokerFilter{}, all)
	read(err)
	profiles, err := storage.RiskProfiles.Page(ctx, p, model.RiskProfileFilter{}, all)
	read(err)
	cases, err := storage.Cases.Page(ctx, p, model.CaseFilter{}, all)
	read(err)
	assets, err := storage.Assets.Page(ctx, p, model.AssetFilter{}, all)
	read(err)
	documents, err := storage.Documents.Page(ctx, p, model.DocumentFilter{}, all)
	read(err)
	policies, err := storage.Policies.Page(ctx, p, model.PolicyFilter{}, all)
	read(err)
	notices, err := storage.RenewalNotices.Page(ctx, p, model.RenewalNoticeFilter{}, all)
	read(err)
	tasks, err := storage.Tasks.Page(ctx, p, model.TaskFilter{}, all)
	read(err)
	waivers, err := storage.Waivers.Page(ctx, p, model.WaiverFilter{}, all)
	read(err)
	d.users, d.brokers, d.profiles, d.cases, d.assets = users.Nodes, brokers.Nodes, profiles.Nodes, cases.Nodes, assets.Nodes
	d.documents, d.policies, d.notices, d.tasks = documents.Nodes, policies.Nodes, notices.Nodes, tasks.Nodes
	d.waivers = waivers.Nodes
	return d
}

func (d *demoData) count(t *testing.T, table string) (n int) {
	t.Helper()
	require.Regexp(t, regexp.MustCompile(`^[a-z_]+$`), table)
	err := d.store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*) FROM "+table+" WHERE portfolio_id = $1", d.portfolio).Scan(&n)
	require.NoError(t, err)
	return n
}

// named is the case of a name with its policies.
func (d *demoData) named(t *testing.T, name string) (c *model.Case, policies []*model.Policy) {
	t.Helper()
	for _, candidate := range d.cases {
		if candidate.DisplayName == name {
			c = candidate
		}
	}
	require.NotNil(t, c, name)
	for _, p := range d.policies {
		if p.CaseID == c.ID {
			policies = append(policies, p)
		}
	}
	return c, policies
}

func countFiles(t *testing.T, dir string) (n int) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(_ string, _ fs.DirEntry, err error) error {
		n++
		return err
	}))
	return n
}
