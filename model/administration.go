package model

import (
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

var planKeyForm = regexp.MustCompile(`^[A-Za-z0-9-]{1,40}$`)

// NewLender makes a lender of its input.
func NewLender(id uuid.UUID, in CreateLenderInput, now time.Time) (*Lender, error) {
	l := &Lender{ID: id, Name: in.Name, ReviewDays: DefaultReviewDays, CreatedAt: now, UpdatedAt: now}
	return l, scalar.CheckName("/name", in.Name).Err()
}

// Patch changes the lender. renewalSteps are all of its steps; null is the default.
func (l *Lender) Patch(in UpdateLenderInput) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/name", &l.Name, in.Name, scalar.CheckName)
	l.setLetters(&vs, in)
	l.setDeficiencies(&vs, in)
	l.setTimeZone(&vs, in)
	l.setPlacements(&vs, in)
	if !in.RenewalSteps.IsSet() {
		return vs
	}
	l.Steps = nil
	if given := in.RenewalSteps.Value(); given != nil {
		l.Steps = RenewalSteps{}
		for i, step := range given {
			if _, twice := l.Steps[step.Step]; twice {
				vs.Say(fault.Pointer("/renewalSteps", i, "step"), fault.CodeDuplicate, "is given twice")
			}
			l.Steps[step.Step] = step.Days
		}
		vs.Append(l.Steps.Check("/renewalSteps"))
	}
	return vs
}

// setTimeZone stores the zone, which is never cleared: days have been counted in it.
func (l *Lender) setTimeZone(vs *fault.Violations, in UpdateLenderInput) {
	zone := scalar.OrZero(l.TimeZone)
	if patch.Name(vs, "/timeZone", &zone, in.TimeZone, scalar.CheckTimeZone); zone != "" {
		l.TimeZone = &zone
	}
}

// setPlacements stores what follows where cover has ended; null is the default. Nothing begins without a time zone.
func (l *Lender) setPlacements(vs *fault.Violations, in UpdateLenderInput) {
	if !in.Placements.IsSet() {
		return
	}
	given := in.Placements.Value()
	if given == nil {
		l.Placing = nil
		return
	}
	p := *l.Placements()
	patch.Required(vs, "/placements/startsAtLapse", &p.StartsAtLapse, given.StartsAtLapse)
	patch.Required(vs, "/placements/letters", &p.Letters, given.Letters)
	if given.Days.IsSet() {
		p.Days = agreedDays(vs, "/placements/days", given.Days.Value())
	}
	if _, ok := l.Zone(); p.StartsAtLapse && !ok {
		vs.Say("/placements/startsAtLapse", fault.CodeInvalidValue, "needs a `timeZone`, in whose days notices are counted")
	}
	l.Placing = &p
}

// Placements returns what follows where cover has ended: the lender's choice, else that nothing does.
func (l *Lender) Placements() *LenderPlacements {
	if l.Placing == nil {
		return &LenderPlacements{Letters: PlacementLettersNone}
	}
	return l.Placing
}

// Zone returns the zone in whose days lender-placed insurance is counted; false if nobody has named it, so that nothing can be.
func (l *Lender) Zone() (*time.Location, bool) { return scalar.TimeZone(scalar.OrZero(l.TimeZone)) }

// RenewalSteps returns the days of renewal follow-up in the order of the steps: the lender's own, else the default.
func (l *Lender) RenewalSteps() []*RenewalStepDays {
	steps := l.Steps
	if steps == nil {
		steps = DefaultRenewalSteps()
	}
	days := make([]*RenewalStepDays, len(StepsOfRenewal))
	for i, step := range StepsOfRenewal {
		days[i] = &RenewalStepDays{Step: step, Days: steps[step]}
	}
	return days
}

// NewPlan makes a plan of its input.
func NewPlan(in CreatePlanInput) (*Plan, error) {
	var vs fault.Violations
	if !planKeyForm.MatchString(in.Key) {
		vs.Say("/key", fault.CodeInvalidValue, "must be 1 to 40 letters, digits and hyphens")
	}
	vs.Append(scalar.CheckName("/name", in.Name))
	return &Plan{Key: in.Key, Name: in.Name, Entitlements: append([]Entitlement{}, in.Entitlements...)}, vs.Err()
}

// Patch changes the plan. The entitlements given are all of its entitlements.
func (p *Plan) Patch(in UpdatePlanInput) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/name", &p.Name, in.Name, scalar.CheckName)
	if in.Entitlements.IsSet() {
		p.Entitlements = append([]Entitlement{}, in.Entitlements.Value()...)
	}
	return vs
}

// NewOrganization makes an organization of its input. lender and plan are those that it names, nil if none.
func NewOrganization(id uuid.UUID, in CreateOrganizationInput, lender *Lender, plan *Plan, now time.Time) (*Organization, error) {
	vs := scalar.CheckName("/name", in.Name)
	if lender == nil {
		vs.Say("/lender", fault.CodeUnknownReference, "is not the id of a lender")
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
func (o *Organization) Patch(in UpdateOrganizationInput, plan *Plan) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/name", &o.Name, in.Name, scalar.CheckName)
	if patch.Required(&vs, "/plan", &o.PlanKey, in.Plan); in.Plan.Value() != nil {
		vs.Append(checkPlan(plan))
		o.Plan = plan
	}
	return vs
}

func checkPlan(plan *Plan) fault.Violations {
	if plan != nil {
		return nil
	}
	return fault.One("/plan", fault.CodeUnknownReference, "is not the key of a plan; the query plans lists them")
}

// NewToken makes the record of a token and returns the kind that its text must have. known says whether the
// organization exists. A token belongs to an organization and a mode, or to a staff role.
func (in CreateTokenInput) NewToken(id uuid.UUID, known bool, now time.Time) (*Token, credentials.TokenKind, error) {
	token := &Token{
		ID: id, Name: in.Name, OrganizationID: in.Organization.Value(), Mode: in.Mode.Value(), Role: in.Role.Value(),
		CreatedAt: now, Scope: TokenScopeFull, AccountRole: in.AccountRole.Value(),
	}
	vs := scalar.CheckName("/name", in.Name)
	vs.Append(token.limit(in, now))
	kind := credentials.TokenKindStaff
	switch {
	case token.Role != nil && (token.OrganizationID != nil || token.Mode != nil):
		vs.Say("/role", fault.CodeInvalidValue, "is for staff; a token has a role, or an organization and a mode, not both")
	case token.Role == nil && token.Mode == nil:
		vs.Say("/mode", fault.CodeRequired, "is required for a token of an organization; a token of staff has a role")
	case token.Role == nil:
		kind = credentials.TokenKind(*token.Mode)
	}
	if token.Role != nil && token.AccountRole != nil {
		vs.Say("/accountRole", fault.CodeInvalidValue, "is for service accounts; `role` says what staff may do")
	}
	switch {
	case token.Role == nil && token.OrganizationID == nil:
		vs.Say("/organization", fault.CodeRequired, "is required for a token that has a mode")
	case token.OrganizationID != nil && !known:
		vs.Say("/organization", fault.CodeUnknownReference, "is not the id of an organization")
	}
	return token, kind, vs.Err()
}

// limit sets how long, for what and from where the token may be used.
func (t *Token) limit(in CreateTokenInput, now time.Time) (vs fault.Violations) {
	never := in.NeverExpires.Value() != nil && *in.NeverExpires.Value()
	switch t.ExpiresAt = in.ExpiresAt.Value(); {
	case t.ExpiresAt != nil && never:
		vs.Say("/neverExpires", fault.CodeInvalidValue, "contradicts expiresAt; give one of them")
	case t.ExpiresAt != nil && !t.ExpiresAt.After(now):
		vs.Say("/expiresAt", fault.CodeInvalidValue, "must be in the future")
	case t.ExpiresAt == nil && !never:
		at := now.Add(TokenLifetime)
		t.ExpiresAt = &at
	}
	if scope := in.Scope.Value(); scope != nil {
		t.Scope = *scope
	}
	var wrong fault.Violations
	t.AllowedAddresses, wrong = ParseAllowedAddresses("/allowedAddresses", in.AllowedAddresses.Value())
	vs.Append(wrong)
	return vs
}

// Expire sets when the token ends. `invalid_value` for a time that has passed, `invalid_transition` for one that has ended.
func (t *Token) Expire(at, now time.Time) error {
	if !t.Usable(now) {
		return fault.New(fault.CodeInvalidTransition, "The token has expired or was revoked, which is for good; make another one.")
	}
	if !at.After(now) {
		return fault.One("at", fault.CodeInvalidValue, "must be in the future").Err()
	}
	t.ExpiresAt = &at
	return nil
}

// DefaultReviewDays is for how many days evidence that was handed in delays the further steps, unless a lender has
// chosen another number.
const DefaultReviewDays = 5

// mostReviewDays bounds the choice: two steps are 15 days apart by default.
const mostReviewDays = 30

// setLetters stores what a lender's letters say of it. Whether the logo is a picture is for who can read it.
func (l *Lender) setLetters(vs *fault.Violations, in UpdateLenderInput) {
	patch.Text(vs, "/contactName", &l.ContactName, in.ContactName, scalar.CheckLine)
	patch.Text(vs, "/contactEmail", &l.ContactEmail, in.ContactEmail, checkLetterEmail)
	patch.Text(vs, "/contactPhone", &l.ContactPhone, in.ContactPhone, scalar.CheckPhone)
	patch.Text(vs, "/replyTo", &l.ReplyTo, in.ReplyTo, checkLetterEmail)
	patch.Text(vs, "/address", &l.Address, in.Address, scalar.CheckDescription)
	patch.Optional(&l.LogoID, in.Logo)
	patch.Required(vs, "/reviewDays", &l.ReviewDays, in.ReviewDays)
	if l.ReviewDays < 0 || l.ReviewDays > mostReviewDays {
		vs.Say("/reviewDays", fault.CodeInvalidValue, "must be a number from 0 to %d", mostReviewDays)
	}
}

// checkLetterEmail is CheckEmail for an address that stands in a header: mail programs read a comma or a semicolon in it
// as the end of the address.
func checkLetterEmail(pointer, s string) fault.Violations {
	if vs := scalar.CheckEmail(pointer, s); vs != nil {
		return vs
	}
	if strings.ContainsAny(s, `,;:<>()[]\" `) {
		return fault.One(pointer, fault.CodeInvalidValue, "must be an e-mail address such as name@example.com")
	}
	return nil
}

// ReplyAddress returns where a lender's letters are answered; nil if by their link only.
func (l *Lender) ReplyAddress() *string {
	if scalar.OrZero(l.ReplyTo) != "" {
		return l.ReplyTo
	}
	if scalar.OrZero(l.ContactEmail) != "" {
		return l.ContactEmail
	}
	return nil
}

// Logo returns the id of the document whose picture the lender's letters show; nil if none.
func (l *Lender) Logo() *uuid.UUID { return l.LogoID }

// FileName returns what the picture is called in a letter.
func (l *LenderLogo) FileName() string { return "logo." + catalog.NewFileExt("", l.FileType).Extension }
