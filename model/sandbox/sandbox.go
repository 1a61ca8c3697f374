package sandbox

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
)

const (
	// Most is how many sandboxes an organization has at most.
	Most = 20
	// mostLeft is how many removed ones of a lender may wait for the clean-up, which comes every hour.
	mostLeft = 500
	// KeptFor is how long a sandbox is kept after its last request.
	KeptFor = 30 * 24 * time.Hour
	// share is the part of the test portfolio's quotas that a sandbox has.
	share = 10
	// longestStep is how many years a clock is moved at once.
	longestStep = 2
)

// The clocks of sandboxes stay between these years.
const (
	firstYear = 1970
	lastYear  = 2199
)

// Sandbox is a portfolio in which time stands still until it is moved. Its portfolio, and the lender that only this portfolio
// has, have its id.
type Sandbox struct {
	bun.BaseModel `bun:"table:sandboxes,alias:t"`

	PortfolioID    uuid.UUID `bun:"id,pk,type:uuid"`
	OrganizationID uuid.UUID `bun:"type:uuid"`
	LenderID       uuid.UUID `bun:"type:uuid"` // the real one
	Name           string
	From           model.SandboxOrigin `bun:"origin"`
	Now            time.Time
	State          model.SandboxState
	Target         *time.Time // nil while it is ready
	Failure        *string
	LeasedUntil    time.Time // this and what follows is real time
	Claim          int
	UsedAt         time.Time
	CreatedAt      time.Time
	UpdatedAt      time.Time

	Token *string `bun:"-"` // only in the answer of its creation
}

// Page is a page of a list of sandboxes.
type Page struct {
	Nodes    []*Sandbox
	PageInfo *page.Info
}

// ID is that of the portfolio.
func (s *Sandbox) ID() uuid.UUID { return s.PortfolioID }

// ReachedAt is how far the clock has come.
func (s *Sandbox) ReachedAt() time.Time { return s.Now }

// ExpiresAt is when it is removed, unless a request comes.
func (s *Sandbox) ExpiresAt() time.Time { return s.UsedAt.Add(KeptFor) }

// New makes a sandbox of an organization that has so many already, of a lender of which so many removed ones are left; `required`,
// `too_long`, `invalid_value`, `quota_exceeded`.
func New(id uuid.UUID, in model.CreateSandboxInput, organization, lender uuid.UUID, has, left int, now time.Time) (*Sandbox, error) {
	s := &Sandbox{
		PortfolioID: id, OrganizationID: organization, LenderID: lender, Name: in.Name, From: model.SandboxOriginEmpty, Now: now,
		State: model.SandboxStateReady, LeasedUntil: now, UsedAt: now, CreatedAt: now, UpdatedAt: now,
	}
	vs := scalar.CheckName("/name", in.Name)
	if from := in.From.Value(); from != nil {
		s.From = *from
	}
	if at := in.Now.Value(); at != nil {
		s.Now = *at
		checkYear(&vs, "/now", s.Now)
	}
	if has >= Most {
		vs.Add("", fault.CodeQuotaExceeded, "An organization has at most %d sandboxes; remove one first.", Most)
	}
	if left >= mostLeft {
		vs.Add("", fault.CodeQuotaExceeded, "%d sandboxes of the lender were removed and still take room; come again in an hour.", left)
	}
	return s, vs.Err()
}

func checkYear(vs *fault.Violations, pointer string, at time.Time) {
	if at.Year() < firstYear || at.Year() > lastYear {
		vs.Say(pointer, fault.CodeInvalidValue, "must be in the years %d to %d", firstYear, lastYear)
	}
}

// Advance has the clock go to a time, after now, unless an import is at work: what it writes would be written at the end of the way;
// `invalid_value`, `required`, `sandbox_advancing`, `invalid_transition`.
func (s *Sandbox) Advance(in model.AdvanceSandboxInput, isImporting bool, now time.Time) error {
	to, vs := s.target(in)
	switch err := vs.Err(); {
	case err != nil:
		return err
	case s.State == model.SandboxStateAdvancing:
		return Advancing()
	case isImporting:
		return fault.New(fault.CodeInvalidTransition, "An import is at work in the sandbox; advance the clock when its `state` says that it is done.")
	}
	s.State, s.Target, s.Failure = model.SandboxStateAdvancing, &to, nil
	s.LeasedUntil, s.UsedAt, s.UpdatedAt = now, now, now
	return nil
}

// target is the time that an input means.
func (s *Sandbox) target(in model.AdvanceSandboxInput) (to time.Time, vs fault.Violations) {
	at, by, pointer := in.To.Value(), in.By.Value(), "/to"
	switch {
	case at != nil && by != nil:
		vs.Say("/by", fault.CodeInvalidValue, "contradicts `to`; give one of them")
		return to, vs
	case at == nil && by == nil:
		vs.Say("/to", fault.CodeRequired, "or `by` says where the clock goes; give one of them")
		return to, vs
	case at != nil:
		to = *at
	default:
		d, ok := ParseDuration(*by)
		if pointer = "/by"; !ok {
			vs.Say(pointer, fault.CodeInvalidValue, "must be a duration as ISO 8601 has it, like P45D, P1Y6M or PT12H")
			return to, vs
		}
		to = d.After(s.Now)
	}
	switch {
	case !to.After(s.Now):
		vs.Say(pointer, fault.CodeInvalidValue, "must lead to a time after the clock's, %s", s.Now.Format(time.RFC3339))
	case to.After(s.Now.AddDate(longestStep, 0, 0)):
		vs.Say(pointer, fault.CodeInvalidValue, "must lead at most %d years ahead", longestStep)
	default:
		checkYear(&vs, pointer, to)
	}
	return to, vs
}

// Advancing refuses what has to wait until a clock stands still.
func Advancing() error {
	return fault.New(fault.CodeSandboxAdvancing, "The sandbox's clock is moving; come again when its state is `ready`.")
}

// QuotasOf returns those of a sandbox, of the test portfolio's: a tenth of what the portfolio may have.
func QuotasOf(test model.Quotas) model.QuotaOverrides {
	part := func(n, share int64) *int64 {
		if n == 0 {
			return nil
		}
		return new(max(1, n/share))
	}
	return model.QuotaOverrides{
		Claimed: part(test.Claimed, share), Unclaimed: part(test.Unclaimed, share), Records: part(test.Records, share),
		CaseAssets: part(test.CaseAssets, 1), CasePolicies: part(test.CasePolicies, 1),
	}
}
