package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// The methods in this file are the tables' under the names that graph, cmd and tests call them by. The file goes when they call
// the tables.

// Users is Users.Page.
func (p *Portfolio) Users(ctx context.Context, f model.UserFilter, opt model.ListOptions) (*Page[model.User], error) {
	return Users.Page(ctx, p, f, opt)
}

// Brokers is Brokers.Page.
func (p *Portfolio) Brokers(ctx context.Context, f model.BrokerFilter, opt model.ListOptions) (*Page[model.Broker], error) {
	return Brokers.Page(ctx, p, f, opt)
}

// Brokerages is Brokerages.Page.
func (p *Portfolio) Brokerages(ctx context.Context, f model.BrokerageFilter, opt model.ListOptions) (*Page[model.Brokerage], error) {
	return Brokerages.Page(ctx, p, f, opt)
}

// Insureds is Insureds.Page.
func (p *Portfolio) Insureds(ctx context.Context, f model.InsuredFilter, opt model.ListOptions) (*Page[model.Insured], error) {
	return Insureds.Page(ctx, p, f, opt)
}

// InsuredGroups is InsuredGroups.Page.
func (p *Portfolio) InsuredGroups(ctx context.Context, f model.InsuredGroupFilter, opt model.ListOptions) (*Page[model.InsuredGroup], error) {
	return InsuredGroups.Page(ctx, p, f, opt)
}

// CertificateHolders is CertificateHolders.Page.
func (p *Portfolio) CertificateHolders(ctx context.Context, f model.CertificateHolderFilter, opt model.ListOptions) (*Page[model.CertificateHolder], error) {
	return CertificateHolders.Page(ctx, p, f, opt)
}

// MortgageeClauses is MortgageeClauses.Page.
func (p *Portfolio) MortgageeClauses(ctx context.Context, f model.MortgageeClauseFilter, opt model.ListOptions) (*Page[model.MortgageeClause], error) {
	return MortgageeClauses.Page(ctx, p, f, opt)
}

// Programs is Programs.Page.
func (p *Portfolio) Programs(ctx context.Context, f model.ProgramFilter, opt model.ListOptions) (*Page[model.Program], error) {
	return Programs.Page(ctx, p, f, opt)
}

// RiskProfiles is RiskProfiles.Page.
func (p *Portfolio) RiskProfiles(ctx context.Context, f model.RiskProfileFilter, opt model.ListOptions) (*Page[model.RiskProfile], error) {
	return RiskProfiles.Page(ctx, p, f, opt)
}

// Cases is Cases.Page.
func (p *Portfolio) Cases(ctx context.Context, f model.CaseFilter, opt model.ListOptions) (*Page[model.Case], error) {
	return Cases.Page(ctx, p, f, opt)
}

// Assets is Assets.Page.
func (p *Portfolio) Assets(ctx context.Context, f model.AssetFilter, opt model.ListOptions) (*Page[model.Asset], error) {
	return Assets.Page(ctx, p, f, opt)
}

// Documents is Documents.Page.
func (p *Portfolio) Documents(ctx context.Context, f model.DocumentFilter, opt model.ListOptions) (*Page[model.Document], error) {
	return Documents.Page(ctx, p, f, opt)
}

// Policies is Policies.Page.
func (p *Portfolio) Policies(ctx context.Context, f model.PolicyFilter, opt model.ListOptions) (*Page[model.Policy], error) {
	return Policies.Page(ctx, p, f, opt)
}

// PolicyVersions is PolicyVersions.Page.
func (p *Portfolio) PolicyVersions(ctx context.Context, f model.PolicyVersionFilter, opt model.ListOptions) (*Page[model.PolicyVersion], error) {
	return PolicyVersions.Page(ctx, p, f, opt)
}

// Tasks is Tasks.Page.
func (p *Portfolio) Tasks(ctx context.Context, f model.TaskFilter, opt model.ListOptions) (*Page[model.Task], error) {
	return Tasks.Page(ctx, p, f, opt)
}

// RenewalNotices is RenewalNotices.Page.
func (p *Portfolio) RenewalNotices(ctx context.Context, f model.RenewalNoticeFilter, opt model.ListOptions) (*Page[model.RenewalNotice], error) {
	return RenewalNotices.Page(ctx, p, f, opt)
}

// AuditEvents is AuditEvents.Page.
func (p *Portfolio) AuditEvents(ctx context.Context, f model.AuditEventFilter, opt model.ListOptions) (*Page[model.AuditEvent], error) {
	return AuditEvents.Page(ctx, p, f, opt)
}

// User is Users.One.
func (p *Portfolio) User(ctx context.Context, id uuid.UUID) (*model.User, error) {
	return Users.One(ctx, p, id)
}

// Broker is Brokers.One.
func (p *Portfolio) Broker(ctx context.Context, id uuid.UUID) (*model.Broker, error) {
	return Brokers.One(ctx, p, id)
}

// Brokerage is Brokerages.One.
func (p *Portfolio) Brokerage(ctx context.Context, id uuid.UUID) (*model.Brokerage, error) {
	return Brokerages.One(ctx, p, id)
}

// Insured is Insureds.One.
func (p *Portfolio) Insured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	return Insureds.One(ctx, p, id)
}

// InsuredGroup is InsuredGroups.One.
func (p *Portfolio) InsuredGroup(ctx context.Context, id uuid.UUID) (*model.InsuredGroup, error) {
	return InsuredGroups.One(ctx, p, id)
}

// MortgageeClause is MortgageeClauses.One.
func (p *Portfolio) MortgageeClause(ctx context.Context, id uuid.UUID) (*model.MortgageeClause, error) {
	return MortgageeClauses.One(ctx, p, id)
}

// RiskProfile is RiskProfiles.One.
func (p *Portfolio) RiskProfile(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	return RiskProfiles.One(ctx, p, id)
}

// Case is Cases.One.
func (p *Portfolio) Case(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return Cases.One(ctx, p, id)
}

// Asset is Assets.One.
func (p *Portfolio) Asset(ctx context.Context, id uuid.UUID) (*model.Asset, error) {
	return Assets.One(ctx, p, id)
}

// Document is Documents.One.
func (p *Portfolio) Document(ctx context.Context, id uuid.UUID) (*model.Document, error) {
	return Documents.One(ctx, p, id)
}

// Policy is Policies.One.
func (p *Portfolio) Policy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return Policies.One(ctx, p, id)
}

// PolicyVersion is PolicyVersions.One.
func (p *Portfolio) PolicyVersion(ctx context.Context, id uuid.UUID) (*model.PolicyVersion, error) {
	return PolicyVersions.One(ctx, p, id)
}

// Task is Tasks.One.
func (p *Portfolio) Task(ctx context.Context, id uuid.UUID) (*model.Task, error) {
	return Tasks.One(ctx, p, id)
}

// BrokeragesByID is Brokerages.ByID.
func (p *Portfolio) BrokeragesByID(ctx context.Context, ids []uuid.UUID) ([]*model.Brokerage, error) {
	return Brokerages.ByID(ctx, p, ids)
}

// CasesByID is Cases.ByID.
func (p *Portfolio) CasesByID(ctx context.Context, ids []uuid.UUID) ([]*model.Case, error) {
	return Cases.ByID(ctx, p, ids)
}

// CertificateHoldersByID is CertificateHolders.ByID.
func (p *Portfolio) CertificateHoldersByID(ctx context.Context, ids []uuid.UUID) ([]*model.CertificateHolder, error) {
	return CertificateHolders.ByID(ctx, p, ids)
}

// DocumentsByID is Documents.ByID.
func (p *Portfolio) DocumentsByID(ctx context.Context, ids []uuid.UUID) ([]*model.Document, error) {
	return Documents.ByID(ctx, p, ids)
}

// InsuredGroupsByID is InsuredGroups.ByID.
func (p *Portfolio) InsuredGroupsByID(ctx context.Context, ids []uuid.UUID) ([]*model.InsuredGroup, error) {
	return InsuredGroups.ByID(ctx, p, ids)
}

// InsuredsByID is Insureds.ByID.
func (p *Portfolio) InsuredsByID(ctx context.Context, ids []uuid.UUID) ([]*model.Insured, error) {
	return Insureds.ByID(ctx, p, ids)
}

// MortgageeClausesByID is MortgageeClauses.ByID.
func (p *Portfolio) MortgageeClausesByID(ctx context.Context, ids []uuid.UUID) ([]*model.MortgageeClause, error) {
	return MortgageeClauses.ByID(ctx, p, ids)
}

// PoliciesByID is Policies.ByID.
func (p *Portfolio) PoliciesByID(ctx context.Context, ids []uuid.UUID) ([]*model.Policy, error) {
	return Policies.ByID(ctx, p, ids)
}

// ProgramsByID is Programs.ByID.
func (p *Portfolio) ProgramsByID(ctx context.Context, ids []uuid.UUID) ([]*model.Program, error) {
	return Programs.ByID(ctx, p, ids)
}

// RiskProfilesByID is RiskProfiles.ByID.
func (p *Portfolio) RiskProfilesByID(ctx context.Context, ids []uuid.UUID) ([]*model.RiskProfile, error) {
	return RiskProfiles.ByID(ctx, p, ids)
}

// UsersByID is Users.ByID.
func (p *Portfolio) UsersByID(ctx context.Context, ids []uuid.UUID) ([]*model.User, error) {
	return Users.ByID(ctx, p, ids)
}

// AssetsOfCases is Assets.Of.
func (p *Portfolio) AssetsOfCases(ctx context.Context, parents []uuid.UUID) ([]*model.Asset, error) {
	return Assets.Of(ctx, p, "case_id", parents)
}

// DocumentsOfCases is Documents.Of.
func (p *Portfolio) DocumentsOfCases(ctx context.Context, parents []uuid.UUID) ([]*model.Document, error) {
	return Documents.Of(ctx, p, "case_id", parents)
}

// PoliciesOfCases is Policies.Of.
func (p *Portfolio) PoliciesOfCases(ctx context.Context, parents []uuid.UUID) ([]*model.Policy, error) {
	return Policies.Of(ctx, p, "case_id", parents)
}

// TasksOfCases is Tasks.Of.
func (p *Portfolio) TasksOfCases(ctx context.Context, parents []uuid.UUID) ([]*model.Task, error) {
	return Tasks.Of(ctx, p, "case_id", parents)
}

// TasksOfPolicies is Tasks.Of.
func (p *Portfolio) TasksOfPolicies(ctx context.Context, parents []uuid.UUID) ([]*model.Task, error) {
	return Tasks.Of(ctx, p, "policy_id", parents)
}

// RenewalNoticesOfPolicies is RenewalNotices.Of.
func (p *Portfolio) RenewalNoticesOfPolicies(ctx context.Context, parents []uuid.UUID) ([]*model.RenewalNotice, error) {
	return RenewalNotices.Of(ctx, p, "policy_id", parents)
}

// PolicyVersionsOfPolicies is PolicyVersions.Of.
func (p *Portfolio) PolicyVersionsOfPolicies(ctx context.Context, parents []uuid.UUID) ([]*model.PolicyVersion, error) {
	return PolicyVersions.Of(ctx, p, "policy_id", parents)
}

// LockBroker is Brokers.Lock.
func (p *Portfolio) LockBroker(ctx context.Context, id uuid.UUID) (*model.Broker, error) {
	return Brokers.Lock(ctx, p, id)
}

// LockBrokerage is Brokerages.Lock.
func (p *Portfolio) LockBrokerage(ctx context.Context, id uuid.UUID) (*model.Brokerage, error) {
	return Brokerages.Lock(ctx, p, id)
}

// LockCase is Cases.Lock.
func (p *Portfolio) LockCase(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return Cases.Lock(ctx, p, id)
}

// LockCertificateHolder is CertificateHolders.Lock.
func (p *Portfolio) LockCertificateHolder(ctx context.Context, id uuid.UUID) (*model.CertificateHolder, error) {
	return CertificateHolders.Lock(ctx, p, id)
}

// LockInsured is Insureds.Lock.
func (p *Portfolio) LockInsured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	return Insureds.Lock(ctx, p, id)
}

// LockInsuredGroup is InsuredGroups.Lock.
func (p *Portfolio) LockInsuredGroup(ctx context.Context, id uuid.UUID) (*model.InsuredGroup, error) {
	return InsuredGroups.Lock(ctx, p, id)
}

// LockMortgageeClause is MortgageeClauses.Lock.
func (p *Portfolio) LockMortgageeClause(ctx context.Context, id uuid.UUID) (*model.MortgageeClause, error) {
	return MortgageeClauses.Lock(ctx, p, id)
}

// LockPolicy is Policies.Lock.
func (p *Portfolio) LockPolicy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return Policies.Lock(ctx, p, id)
}

// LockProgram is Programs.Lock.
func (p *Portfolio) LockProgram(ctx context.Context, id uuid.UUID) (*model.Program, error) {
	return Programs.Lock(ctx, p, id)
}

// LockTask is Tasks.Lock.
func (p *Portfolio) LockTask(ctx context.Context, id uuid.UUID) (*model.Task, error) {
	return Tasks.Lock(ctx, p, id)
}

// LockUser is Users.Lock.
func (p *Portfolio) LockUser(ctx context.Context, id uuid.UUID) (*model.User, error) {
	return Users.Lock(ctx, p, id)
}

// LockCases is Cases.LockAll.
func (p *Portfolio) LockCases(ctx context.Context, ids []uuid.UUID) ([]*model.Case, error) {
	return Cases.LockAll(ctx, p, rows.ForUpdate, ids)
}

// LockDocuments is Documents.LockAll.
func (p *Portfolio) LockDocuments(ctx context.Context, ids []uuid.UUID) ([]*model.Document, error) {
	return Documents.LockAll(ctx, p, rows.ForUpdate, ids)
}

// LockUploads is Uploads.LockAll.
func (p *Portfolio) LockUploads(ctx context.Context, ids []uuid.UUID) ([]*model.Upload, error) {
	return Uploads.LockAll(ctx, p, rows.ForUpdate, ids)
}

// InsertAsset is Assets.Insert.
func (p *Portfolio) InsertAsset(ctx context.Context, r *model.Asset) error {
	return Assets.Insert(ctx, p, r)
}

// InsertBroker is Brokers.Insert.
func (p *Portfolio) InsertBroker(ctx context.Context, r *model.Broker) error {
	return Brokers.Insert(ctx, p, r)
}

// InsertBrokerage is Brokerages.Insert.
func (p *Portfolio) InsertBrokerage(ctx context.Context, r *model.Brokerage) error {
	return Brokerages.Insert(ctx, p, r)
}

// InsertCase is Cases.Insert.
func (p *Portfolio) InsertCase(ctx context.Context, r *model.Case) error {
	return Cases.Insert(ctx, p, r)
}

// InsertCertificateHolder is CertificateHolders.Insert.
func (p *Portfolio) InsertCertificateHolder(ctx context.Context, r *model.CertificateHolder) error {
	return CertificateHolders.Insert(ctx, p, r)
}

// InsertInsured is Insureds.Insert.
func (p *Portfolio) InsertInsured(ctx context.Context, r *model.Insured) error {
	return Insureds.Insert(ctx, p, r)
}

// InsertInsuredGroup is InsuredGroups.Insert.
func (p *Portfolio) InsertInsuredGroup(ctx context.Context, r *model.InsuredGroup) error {
	return InsuredGroups.Insert(ctx, p, r)
}

// InsertMortgageeClause is MortgageeClauses.Insert.
func (p *Portfolio) InsertMortgageeClause(ctx context.Context, r *model.MortgageeClause) error {
	return MortgageeClauses.Insert(ctx, p, r)
}

// InsertProgram is Programs.Insert.
func (p *Portfolio) InsertProgram(ctx context.Context, r *model.Program) error {
	return Programs.Insert(ctx, p, r)
}

// InsertTask is Tasks.Insert.
func (p *Portfolio) InsertTask(ctx context.Context, r *model.Task) error {
	return Tasks.Insert(ctx, p, r)
}

// InsertDocuments is Documents.Insert.
func (p *Portfolio) InsertDocuments(ctx context.Context, list []*model.Document) error {
	return Documents.Insert(ctx, p, list...)
}

// InsertUploads is Uploads.Add.
func (p *Portfolio) InsertUploads(ctx context.Context, list []*model.Upload) error {
	return Uploads.Add(ctx, p, list...)
}

// InsertRiskProfiles is RiskProfiles.Insert.
func (p *Portfolio) InsertRiskProfiles(ctx context.Context, list ...*model.RiskProfile) error {
	return RiskProfiles.Insert(ctx, p, list...)
}

// UpdateAsset is Assets.Update.
func (p *Portfolio) UpdateAsset(ctx context.Context, r *model.Asset) error {
	return Assets.Update(ctx, p, r)
}

// UpdateBroker is Brokers.Update.
func (p *Portfolio) UpdateBroker(ctx context.Context, r *model.Broker) error {
	return Brokers.Update(ctx, p, r)
}

// UpdateBrokerage is Brokerages.Update.
func (p *Portfolio) UpdateBrokerage(ctx context.Context, r *model.Brokerage) error {
	return Brokerages.Update(ctx, p, r)
}

// UpdateCertificateHolder is CertificateHolders.Update.
func (p *Portfolio) UpdateCertificateHolder(ctx context.Context, r *model.CertificateHolder) error {
	return CertificateHolders.Update(ctx, p, r)
}

// UpdateInsured is Insureds.Update.
func (p *Portfolio) UpdateInsured(ctx context.Context, r *model.Insured) error {
	return Insureds.Update(ctx, p, r)
}

// UpdateInsuredGroup is InsuredGroups.Update.
func (p *Portfolio) UpdateInsuredGroup(ctx context.Context, r *model.InsuredGroup) error {
	return InsuredGroups.Update(ctx, p, r)
}

// UpdateMortgageeClause is MortgageeClauses.Update.
func (p *Portfolio) UpdateMortgageeClause(ctx context.Context, r *model.MortgageeClause) error {
	return MortgageeClauses.Update(ctx, p, r)
}

// UpdateProgram is Programs.Update.
func (p *Portfolio) UpdateProgram(ctx context.Context, r *model.Program) error {
	return Programs.Update(ctx, p, r)
}

// UpdatePolicy is Policies.Update.
func (p *Portfolio) UpdatePolicy(ctx context.Context, r *model.Policy) error {
	return Policies.Update(ctx, p, r)
}

// UpdateRiskProfile is RiskProfiles.Update.
func (p *Portfolio) UpdateRiskProfile(ctx context.Context, r *model.RiskProfile) error {
	return RiskProfiles.Update(ctx, p, r)
}

// UpdateCases is Cases.Update.
func (p *Portfolio) UpdateCases(ctx context.Context, list []*model.Case) error {
	return Cases.Update(ctx, p, list...)
}

// UpdateDocuments is Documents.Update.
func (p *Portfolio) UpdateDocuments(ctx context.Context, list []*model.Document) error {
	return Documents.Update(ctx, p, list...)
}

// UpdateTasks is Tasks.Update.
func (p *Portfolio) UpdateTasks(ctx context.Context, list []*model.Task) error {
	return Tasks.Update(ctx, p, list...)
}

// UpdateUploads is Uploads.Update.
func (p *Portfolio) UpdateUploads(ctx context.Context, list []*model.Upload) error {
	return Uploads.Update(ctx, p, list...)
}

// RenameBroker is Brokers.Rename.
func (p *Portfolio) RenameBroker(ctx context.Context, r *model.Broker) error {
	return Brokers.Rename(ctx, p, r)
}

// RenameInsured is Insureds.Rename.
func (p *Portfolio) RenameInsured(ctx context.Context, r *model.Insured) error {
	return Insureds.Rename(ctx, p, r)
}

// ExistingBrokerages is Existing for Brokerages.
func (p *Portfolio) ExistingBrokerages(ctx context.Context, ids ...uuid.UUID) (map[uuid.UUID]bool, error) {
	return p.Existing(ctx, Brokerages, ids...)
}

// ExistingInsuredGroups is Existing for InsuredGroups.
func (p *Portfolio) ExistingInsuredGroups(ctx context.Context, ids ...uuid.UUID) (map[uuid.UUID]bool, error) {
	return p.Existing(ctx, InsuredGroups, ids...)
}
