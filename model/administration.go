package model

import (
	"regexp"
	"time"

	"github.com/google/uuid"
)

var planKeyForm = regexp.MustCompile(`^[A-Za-z0-9-]{1,40}$`)

// NewLender makes a lender of its input.
func NewLender(id uuid.UUID, in CreateLenderInput, now time.Time) (*Lender, error) {
	l := &Lender{ID: id, Name: in.Name, ReviewDays: DefaultReviewDays, CreatedAt: now, UpdatedAt: now}
	return l, CheckName("/name", in.Name).Err()
}

// Patch changes the lender. renewalSteps are all of its steps; null is the default.
func (l *Lender) Patch(in UpdateLenderInput) Violations {
	var vs Violations
	setName(&vs, "/name", &l.Name, in.Name, CheckName)
	l.setLetters(&vs, in)
	if !in.RenewalSteps.IsSet() {
		return vs
	}
	l.Steps = nil
	if given := in.RenewalSteps.Value(); given != nil {
		l.Steps = RenewalSteps{}
		for i, step := range given {
			if _, twice := l.Steps[step.Step]; twice {
				vs.Say(Pointer("/renewalSteps", i, "step"), CodeDuplicate, "is given twice")
			}
			l.Steps[step.Step] = step.Days
		}
		vs.Append(l.Steps.Check("/renewalSteps"))
	}
	return vs
}

// RenewalSteps returns the days of renewal follow-up in the order of the steps: the lender's own, else the default.
func (l *Lender) RenewalSteps() []*RenewalStepDays {
	steps := l.Steps
	if steps == nil {
		steps = DefaultRenewalSteps()
	}
	days := make([]*RenewalStepDays, len(AllRenewalStep))
	for i, step := range AllRenewalStep {
		days[i] = &RenewalStepDays{Step: step, Days: steps[step]}
	}
	return days
}

// NewPlan makes a plan of its input.
func NewPlan(in CreatePlanInput) (*Plan, error) {
	var vs Violations
	if !planKeyForm.MatchString(in.Key) {
		vs.Say("/key", CodeInvalidValue, "is 1 to 40 letters, digits and hyphens")
	}
	vs.Append(CheckName("/name", in.Name))
	return &Plan{Key: in.Key, Name: in.Name, Entitlements: append([]Entitlement{}, in.Entitlements...)}, vs.Err()
}

// Patch changes the plan. The entitlements given are all of its entitlements.
func (p *Plan) Patch(in UpdatePlanInput) Violations {
	var vs Violations
	setName(&vs, "/name", &p.Name, in.Name, CheckName)
	if in.Entitlements.IsSet() {
		p.Entitlements = append([]Entitlement{}, in.Entitlements.Value()...)
	}
	return vs
}

// NewOrganization makes an organization of its input. lender and plan are those that it names, nil if none.
func NewOrganization(id uuid.UUID, in CreateOrganizationInput, lender *Lender, plan *Plan, now time.Time) (*Organization, error) {
	vs := CheckName("/name", in.Name)
	if lender == nil {
		vs.Say("/lender", CodeUnknownReference, "is not the id of a lender")
	}
	vs.Append(checkPlan(plan))
	if err := vs.Err(); err != nil {
		return nil, err
	}
	return &Organization{
		ID: id, Name: in.Name, LenderID: lender.ID, LenderName: lender.Name, PlanKey: plan.Key, Plan: plan,
		CreatedAt: now, UpdatedAt: now,
	}, nil
}

// Patch changes the organization. plan is the one that the input names, nil if none.
func (o *Organization) Patch(in UpdateOrganizationInput, plan *Plan) Violations {
	var vs Violations
	setName(&vs, "/name", &o.Name, in.Name, CheckName)
	if setRequired(&vs, "/plan", &o.PlanKey, in.Plan); in.Plan.Value() != nil {
		vs.Append(checkPlan(plan))
		o.Plan = plan
	}
	return vs
}

func checkPlan(plan *Plan) Violations {
	if plan != nil {
		return nil
	}
	return violation("/plan", CodeUnknownReference, "is not the key of a plan; the query plans lists them")
}

// NewToken makes the record of a token and returns the kind that its text must have. known says whether the
// organization exists. A token belongs to an organization and a mode, or to a staff role.
func (in CreateTokenInput) NewToken(id uuid.UUID, known bool, now time.Time) (*Token, TokenKind, error) {
	token := &Token{
		ID: id, Name: in.Name, OrganizationID: in.Organization.Value(), Mode: in.Mode.Value(), Role: in.Role.Value(),
		CreatedAt: now, Scope: TokenScopeFull,
	}
	vs := CheckName("/name", in.Name)
	vs.Append(token.limit(in, now))
	kind := TokenKindStaff
	switch {
	case token.Role != nil && (token.OrganizationID != nil || token.Mode != nil):
		vs.Say("/role", CodeInvalidValue, "is for staff; a token has a role, or an organization and a mode, not both")
	case token.Role == nil && token.Mode == nil:
		vs.Say("/mode", CodeRequired, "is required for a token of an organization; a token of staff has a role")
	case token.Role == nil:
		kind = TokenKind(*token.Mode)
	}
	switch {
	case token.Role == nil && token.OrganizationID == nil:
		vs.Say("/organization", CodeRequired, "is required for a token that has a mode")
	case token.OrganizationID != nil && !known:
		vs.Say("/organization", CodeUnknownReference, "is not the id of an organization")
	}
	return token, kind, vs.Err()
}

// limit sets how long, for what and from where the token may be used.
func (t *Token) limit(in CreateTokenInput, now time.Time) (vs Violations) {
	never := in.NeverExpires.Value() != nil && *in.NeverExpires.Value()
	switch t.ExpiresAt = in.ExpiresAt.Value(); {
	case t.ExpiresAt != nil && never:
		vs.Say("/neverExpires", CodeInvalidValue, "contradicts expiresAt; give one of them")
	case t.ExpiresAt != nil && !t.ExpiresAt.After(now):
		vs.Say("/expiresAt", CodeInvalidValue, "is in the future")
	case t.ExpiresAt == nil && !never:
		at := now.Add(TokenLifetime)
		t.ExpiresAt = &at
	}
	if scope := in.Scope.Value(); scope != nil {
		t.Scope = *scope
	}
	var wrong Violations
	t.AllowedAddresses, wrong = ParseAllowedAddresses("/allowedAddresses", in.AllowedAddresses.Value())
	vs.Append(wrong)
	return vs
}
