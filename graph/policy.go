package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func createPolicies(ctx context.Context, inputs []*model.CreatePolicyInput, at place) ([]*model.Policy, error) {
	cases, err := lockCases(ctx, inputs, func(in *model.CreatePolicyInput) uuid.UUID { return in.CaseID })
	if err != nil {
		return nil, err
	}
	policies, err := newPolicies(ctx, inputs, cases, at)
	if err != nil {
		return nil, err
	}
	return policies, insertPolicies(ctx, policies)
}

// newPolicies makes the policies of inputs whose cases are found, and saves nothing.
func newPolicies(
	ctx context.Context, inputs []*model.CreatePolicyInput, cases map[uuid.UUID]*model.Case, at place,
) ([]*model.Policy, error) {
	r := engine.RequestOf(ctx)
	named := make([]storage.PolicyInput, len(inputs))
	for i, in := range inputs {
		named[i] = storage.PolicyInput{Case: cases[in.CaseID], Input: in.AsUpdate()}
	}
	refs, err := r.Store.PolicyReferences(ctx, named...)
	if err != nil {
		return nil, err
	}
	policies, err := makeAll(inputs, at, func(i int, in model.CreatePolicyInput) (*model.Policy, error) {
		return model.NewPolicy(storage.NewID(), in, refs[i], r.Now)
	})
	if err != nil {
		return nil, err
	}
	if err := checkOpen(cases); err != nil {
		return nil, err
	}
	if err := checkSizes(ctx, storage.Policies, policies, "policies", func(q model.Quotas) int64 { return q.CasePolicies }); err != nil {
		return nil, err
	}
	return policies, checkAnswer(ctx, policies)
}

// checkAnswer refuses policies whose answer would be too large for one, because they are at very many assets.
func checkAnswer(ctx context.Context, policies []*model.Policy) error {
	bytes := 0
	for _, p := range policies {
		bytes += p.Derived()
	}
	if bytes > page.MaxBytes {
		return fault.One("/items", fault.CodeTooLong, "would be answered with more than %s; split the batch", model.Bytes(page.MaxBytes)).Err()
	}
	return engine.RequestOf(ctx).Expect(ctx, bytes)
}

const (
	// maxPerilsByAsset is how many bytes of perils by asset the policies of a case may have, packed: about what can be judged in a
	// second: 70 policies that name other perils at each of 500 assets.
	maxPerilsByAsset = 2 << 20
	// fewApart is how many assets with perils of their own add too little for it to be looked at: ever so many policies may have
	// them.
	fewApart = 8
)

// checkPerilsByAsset refuses what was saved if the policies of a case then say more of perils at single assets than can be
// judged in time: `quota_exceeded`.
func checkPerilsByAsset(ctx context.Context, policies ...*model.Policy) error {
	heavy := slices.DeleteFunc(slices.Clone(policies), func(p *model.Policy) bool { return p.AssetPerils.Apart() <= fewApart })
	if len(heavy) == 0 {
		return nil
	}
	sizes, err := engine.RequestOf(ctx).Store.PerilsByAsset(ctx, idsIn(storage.Policies, heavy, "case_id"))
	if err != nil {
		return err
	}
	var vs fault.Violations
	for _, s := range sizes {
		if s.Has > maxPerilsByAsset {
			vs.Add("/perilsByAsset", fault.CodeQuotaExceeded, "The policies of the case %s name perils asset by asset in %s, and may in %s; "+
				"give `perils` for all assets where they are the same.", s.ID, model.Bytes(s.Has), model.Bytes(maxPerilsByAsset))
		}
	}
	return vs.Err()
}

// insertPolicies saves new policies with their first versions, and all that follows from their creation.
func insertPolicies(ctx context.Context, policies []*model.Policy) error {
	r := engine.RequestOf(ctx)
	versions, changes := make([]*model.PolicyVersion, len(policies)), make([]renewal.Change, len(policies))
	stampImported(ctx, policies...)
	for i, p := range policies {
		versions[i], changes[i] = p.NextVersion(storage.NewID(), nil, r.Now), renewal.Change{After: p}
	}
	if err := r.Store.InsertPolicies(ctx, policies, versions); err != nil {
		return err
	}
	if err := checkPerilsByAsset(ctx, policies...); err != nil {
		return err
	}
	auditCreated(ctx, storage.Policies, policies...)
	return policiesChanged(ctx, changes...)
}

func (*mutationResolver) UpdatePolicy(ctx context.Context, id uuid.UUID, input model.UpdatePolicyInput) (*model.Policy, error) {
	patch, move := correction(ctx, input)
	return changePolicy(ctx, id, patch, move)
}

// correction is what a change does to a policy: what it says of it, and where it moves it.
func correction(ctx context.Context, input model.UpdatePolicyInput) (patch policyPatch, move policyMove) {
	patch = func(c *model.Case, p *model.Policy) error {
		return patchPolicy(ctx, c, p, input, (*model.Policy).Patch)
	}
	r := engine.RequestOf(ctx)
	if r.Import != uuid.Nil {
		return patch, func(p *model.Policy) error { return p.MoveHeld(input, r.Now) }
	}
	return patch, func(p *model.Policy) error { return p.Move(input, r.Now) }
}

// policyPatch changes a policy of a case but for its status, which a policyMove does.
type (
	policyPatch func(*model.Case, *model.Policy) error
	policyMove  func(*model.Policy) error
)

// patchPolicy changes a locked policy of a locked case by an input, but for its status.
func patchPolicy(
	ctx context.Context, c *model.Case, p *model.Policy, input model.UpdatePolicyInput,
	patch func(*model.Policy, model.UpdatePolicyInput, model.PolicyReferences) fault.Violations,
) error {
	refs, err := engine.RequestOf(ctx).Store.PolicyReferences(ctx, storage.PolicyInput{Case: c, Policy: p, Input: input})
	if err != nil {
		return err
	}
	before := *p
	vs := patch(p, input, refs[0])
	placed, err := placementsOf(ctx, &before)
	if err != nil {
		return err
	}
	for _, of := range placed {
		vs.Append(of.CheckTerms(&before, p))
	}
	return vs.Err()
}

func (*mutationResolver) CreatePolicyTerm(ctx context.Context, id uuid.UUID, input model.CreatePolicyTermInput) (*model.Policy, error) {
	patch, move := nextTerm(ctx, input)
	return changePolicy(ctx, id, patch, move)
}

// nextTerm is what a new term does to a policy.
func nextTerm(ctx context.Context, input model.CreatePolicyTermInput) (patch policyPatch, move policyMove) {
	patch = func(c *model.Case, p *model.Policy) error { return startTerm(ctx, c, p, input) }
	return patch, func(p *model.Policy) error { return p.MoveToTerm(engine.RequestOf(ctx).Now) }
}

func (*mutationResolver) ConfirmPolicy(ctx context.Context, id uuid.UUID, input model.ConfirmPolicyInput) (*model.Policy, error) {
	confirm := func(_ *model.Case, p *model.Policy) error { return p.Confirm(input).Err() }
	return changePolicy(ctx, id, confirm, func(*model.Policy) error { return nil })
}

// startTerm begins the next term of a locked policy of a locked case, but for its status.
func startTerm(ctx context.Context, c *model.Case, p *model.Policy, input model.CreatePolicyTermInput) error {
	store := engine.RequestOf(ctx).Store
	refs, err := store.PolicyReferences(ctx, storage.PolicyInput{Case: c, Input: input.AsUpdate()})
	if err != nil {
		return err
	}
	previous := p.Coverage
	refs[0].PreviousTerm = &previous
	if refs[0].EarlierStart, err = store.EarlierStart(ctx, p.ID, &previous); err != nil {
		return err
	}
	return p.StartTerm(input, refs[0]).Err()
}

// changePolicy locks a policy after its case, as every write below a case does (reliability, trap 4), patches it, checks
// the precondition, moves and saves it, with a version if its coverage differs, and returns it with its selected
// relations.
func changePolicy(
	ctx context.Context, id uuid.UUID, patch policyPatch, move policyMove,
) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	c, p, err := r.Store.LockPolicy(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *p
	if err := patch(c, p); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := c.CheckOpen(); err != nil {
		return nil, err
	}
	if err := move(p); err != nil {
		return nil, err
	}
	if err := checkPlaced(ctx, &before, p); err != nil {
		return nil, err
	}
	if err := savePolicy(ctx, &before, p); err != nil {
		return nil, err
	}
	return related(ctx, p, relatePolicies)
}

// savePolicy saves a policy that differs from before, with all that follows from the change.
func savePolicy(ctx context.Context, before, p *model.Policy) error {
	r := engine.RequestOf(ctx)
	version := p.NextVersion(storage.NewID(), before, r.Now)
	changes := p.ChangesFrom(before)
	if len(changes) == 0 {
		*p = *before
		return nil
	}
	p.UpdatedAt = r.Now
	if stampImported(ctx, p) {
		changes = p.ChangesFrom(before)
	}
	if err := r.Store.UpdatePolicy(ctx, p, version); err != nil {
		return err
	}
	if err := checkPerilsByAsset(ctx, p); err != nil {
		return err
	}
	audit(ctx, storage.Policies, "updated", p, changes)
	return policiesChanged(ctx, renewal.Change{Before: before, After: p})
}

func init() {
	addNodeRelation(relatePolicies)
	addNodeRelation(relatePolicyVersions)
}

// relatePolicies loads the selected relations of policies.
func relatePolicies(ctx context.Context, sel engine.Selection, policies []*model.Policy) error {
	of := relationsOf(sel, policies)
	coverage := func(p *model.Policy) *model.Coverage { return &p.Coverage }
	showCoverage(ctx, of, coverage)
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(p *model.Policy) (*uuid.UUID, **model.Case) { return &p.CaseID, &p.Case })
	toContacts(ctx, of, "insuranceContacts", func(p *model.Policy) ([]uuid.UUID, *[]model.Contact) {
		return p.InsuranceContactIDs, &p.InsuranceContacts
	})
	relateCoverage(ctx, of, coverage)
	hasMany(ctx, of, "versions", storage.PolicyVersions, "policy_id", relatePolicyVersions,
		func(p *model.Policy) (uuid.UUID, *[]*model.PolicyVersion) { return p.ID, &p.Versions })
	hasMany(ctx, of, "tasks", storage.Tasks, "policy_id", relateTasks,
		func(p *model.Policy) (uuid.UUID, *[]*model.Task) { return p.ID, &p.Tasks })
	hasMany(ctx, of, "renewalNotices", storage.RenewalNotices, "policy_id", relateRenewalNotices,
		func(p *model.Policy) (uuid.UUID, *[]*model.RenewalNotice) { return p.ID, &p.RenewalNotices })
	showCancellations(ctx, of)
	relateRenewal(ctx, of)
	return of.err
}

// relateRenewal loads the state of renewal follow-up. A policy that was just made has it already.
func relateRenewal(ctx context.Context, of *relations[model.Policy]) {
	child, ok := of.child("renewal")
	policies := slices.DeleteFunc(slices.Clone(of.parents), func(p *model.Policy) bool { return p.Renewal != nil })
	if !ok || len(policies) == 0 {
		return
	}
	r := engine.RequestOf(ctx)
	var notices []*model.RenewalNotice
	notices, of.err = r.Store.CurrentNoticesOfPolicies(ctx, policies, r.Now)
	if of.err != nil {
		return
	}
	ofPolicy := make(map[uuid.UUID][]*model.RenewalNotice, len(policies))
	for _, n := range notices {
		ofPolicy[*n.PolicyID] = append(ofPolicy[*n.PolicyID], n)
	}
	read := 0
	for _, p := range policies {
		p.Renewal = model.Renewal(p, ofPolicy[p.ID], r.Now)
		read += len(ofPolicy[p.ID]) * of.sel.Times(p)
	}
	of.err = r.Spend(read, child)
}

// relatePolicyVersions loads the selected relations of policy versions.
func relatePolicyVersions(ctx context.Context, sel engine.Selection, versions []*model.PolicyVersion) error {
	of := relationsOf(sel, versions)
	coverage := func(v *model.PolicyVersion) *model.Coverage { return &v.Coverage }
	showCoverage(ctx, of, coverage)
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(v *model.PolicyVersion) (*uuid.UUID, **model.Case) { return &v.CaseID, &v.Case })
	toOne(ctx, of, "policy", storage.Policies, relatePolicies,
		func(v *model.PolicyVersion) (*uuid.UUID, **model.Policy) { return &v.PolicyID, &v.Policy })
	relateCoverage(ctx, of, coverage)
	return of.err
}

// relateCoverage loads the selected relations of the coverage that a policy and its versions have alike.
func relateCoverage[P any](ctx context.Context, of *relations[P], coverage func(*P) *model.Coverage) {
	toMany(ctx, of, "insureds", storage.Insureds, relateInsureds,
		func(p *P) ([]uuid.UUID, *[]*model.Insured) { c := coverage(p); return c.InsuredIDs, &c.Insureds })
	toMany(ctx, of, "mortgageeClauses", storage.MortgageeClauses, relateMortgageeClauses,
		func(p *P) ([]uuid.UUID, *[]*model.MortgageeClause) {
			c := coverage(p)
			return c.MortgageeClauseIDs, &c.MortgageeClauses
		})
}

// showCoverage sets the members that are derived from the catalog, when any of them is selected.
func showCoverage[P any](ctx context.Context, of *relations[P], coverage func(*P) *model.Coverage) {
	embedded(ctx, of, "endorsements", nil, func(p *P) []*catalog.Endorsement { return coverage(p).Endorsements() })
	embedded(ctx, of, "exclusions", nil, func(p *P) []*catalog.Exclusion { return coverage(p).Exclusions() })
	if !of.sel.Has("coverageTypes") && !of.sel.Has("perils") && !of.sel.Has("perilsByAsset") {
		return
	}
	for _, p := range of.parents {
		coverage(p).Show()
	}
	embedded(ctx, of, "coverageTypes", relateCoverageTypes, func(p *P) []*catalog.CoverageType { return coverage(p).CoverageTypes })
	embedded(ctx, of, "perils", nil, func(p *P) []*model.PolicyPeril { return coverage(p).Perils })
	embedded(ctx, of, "perilsByAsset", countPerils, func(p *P) []*model.AssetPerils { return coverage(p).PerilsByAsset })
}

// countPerils counts the perils of assets.
func countPerils(ctx context.Context, sel engine.Selection, assets []*model.AssetPerils) error {
	of := relationsOf(sel, assets)
	embedded(ctx, of, "perils", nil, func(a *model.AssetPerils) []*model.PolicyPeril { return a.Perils })
	return of.err
}

func (*mutationResolver) PutPolicyOnHold(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return changePolicy(ctx, id, unmoved, func(p *model.Policy) error {
		p.HoldByHand(engine.RequestOf(ctx).Now)
		return nil
	})
}

func (*mutationResolver) ReleasePolicyHold(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	mayRelease := r.Principal.Allow("", model.PermissionReleaseImports, true) == nil
	return changePolicy(ctx, id, unmoved, func(p *model.Policy) error {
		waiting, err := waitingForRelease(ctx, p)
		if err != nil {
			return err
		}
		if (p.HeldByImport || len(waiting) > 0) && !mayRelease {
			return fault.New(fault.CodePolicyOnHold, "The policy came by an import and waits for its release, which takes the role `approver`.")
		}
		next, err := p.State().Release()
		if err == nil {
			p.SetState(next, r.Now)
		}
		return err
	})
}

// unmoved is the patch of an action.
func unmoved(*model.Case, *model.Policy) error { return nil }

func (*mutationResolver) DeactivatePolicy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	return changePolicy(ctx, id, unmoved, func(p *model.Policy) error {
		p.SetState(p.State().Deactivate(), engine.RequestOf(ctx).Now)
		return nil
	})
}

func (*mutationResolver) ReactivatePolicy(ctx context.Context, id uuid.UUID) (*model.Policy, error) {
	r := engine.RequestOf(ctx)
	return changePolicy(ctx, id, unmoved, func(p *model.Policy) error {
		next, err := p.State().Reactivate()
		if err != nil {
			return err
		}
		p.SetState(next, r.Now)
		waiting, err := waitingForRelease(ctx, p)
		if len(waiting) > 0 {
			p.HoldWithImport(*p.ImportID, r.Now)
		}
		return err
	})
}
