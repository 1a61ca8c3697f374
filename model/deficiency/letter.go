package deficiency

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// noticeSteps are the steps of notices by the steps of deficiency follow-up.
var noticeSteps = map[model.DeficiencyStep]model.RenewalStep{
	model.DeficiencyStepLetter: model.RenewalStepDeficiency, model.DeficiencyStepReminder: model.RenewalStepDeficiencyReminder,
	model.DeficiencyStepLast:                 model.RenewalStepDeficiencyFinal,
	model.DeficiencyStepForcePlacementReview: model.RenewalStepForcePlacementReview,
}

// Plan returns the letters of a new task, without ids, by the lender's steps; nil for the usual ones.
func Plan(t *model.Task, steps model.DeficiencySteps, now time.Time) (letters []*model.RenewalNotice) {
	if steps == nil {
		steps = model.DefaultDeficiencySteps()
	}
	for _, step := range model.AllDeficiencyStep {
		if days := steps[step]; days > 0 {
			letters = append(letters, &model.RenewalNotice{
				PortfolioID: t.PortfolioID, CaseID: *t.CaseID, TaskID: &t.ID, Step: noticeSteps[step], AttemptNumber: 1,
				DueAt: scalar.DayOf(t.CreatedAt).AddDate(0, 0, days), Mailing: model.NewMailing(), CreatedAt: now, UpdatedAt: now,
			})
		}
	}
	return letters
}

// PickDue returns the letters of a case to carry out now: those of the latest step that is due, and those that somebody has asked
// for. The others that are due are to be passed over.
func PickDue(letters []*model.RenewalNotice) (carryOut, passed []*model.RenewalNotice) {
	var latest *model.RenewalNotice
	for _, n := range letters {
		if latest == nil || n.DueAt.After(latest.DueAt) {
			latest = n
		}
	}
	for _, n := range letters {
		if n.Step == latest.Step || n.RequestedAt != nil {
			carryOut = append(carryOut, n)
		} else {
			passed = append(passed, n)
		}
	}
	return carryOut, passed
}

// Item is an open finding with where it was found.
type Item struct {
	*model.Finding
	CoverageTypeID uuid.UUID
	AssetID        *uuid.UUID // nil for the case itself

	beside []*Item // all of the same demand and place
}

// Items returns what letters may tell of a case: open findings, and beside limits why an umbrella is not counted.
func Items(c *model.Compliance, followedUp map[uuid.UUID]bool) (items []*Item) {
	for _, d := range c.Demands {
		d.Everywhere(func(asset *uuid.UUID, findings []*model.Finding) {
			before := len(items)
			for _, f := range findings {
				isFollowed := f.Code == model.FindingCodeExpired && followedUp[scalar.OrZero(f.PolicyID)]
				if f.Outcome != model.FindingOutcomeWaived && !isFollowed {
					items = append(items, &Item{Finding: f, CoverageTypeID: d.CoverageTypeID, AssetID: asset})
				}
			}
			for _, i := range items[before:] {
				i.beside = items[before:]
			}
		})
	}
	return items
}

// ofLender are the codes that only the lender can mend: its own records lack something.
var ofLender = []model.FindingCode{model.FindingCodeRequiredAmountUnknown, "applicability_unknown"}

// Surroundings are what the recipients of a case's letters follow from.
type Surroundings struct {
	Case     *model.Case
	Policies []*model.Policy // of the case
	Boxes    model.Mailboxes
	// Knows reports whether a recipient was told of a policy by a renewal letter of the last days.
	Knows func(address string, policy uuid.UUID) bool
}

// Contacts returns the ids that Letters may look up.
func (s *Surroundings) Contacts() (ids []uuid.UUID) {
	ids = model.NoticeContacts(s.Case, &model.Policy{})
	for _, p := range s.Policies {
		ids = append(ids, p.InsuranceContactIDs...)
	}
	return ids
}

// Letters returns what each recipient is told, by address, and the addresses in order. Of someone who knows all of it already
// there is an empty list.
func (s *Surroundings) Letters(items []*Item) (told map[string][]*Item, order []string) {
	told = map[string][]*Item{}
	for _, i := range items {
		if slices.Contains(ofLender, i.Code) {
			continue
		}
		for _, address := range s.audience(i) {
			if at := placeOf(order, address); at >= 0 {
				address = order[at]
			} else {
				told[address], order = nil, append(order, address)
			}
			if s.isNews(i, address) {
				told[address] = append(told[address], i)
			}
		}
	}
	for address, list := range told {
		if !slices.ContainsFunc(list, func(i *Item) bool { return i.Counted }) {
			told[address] = nil
		}
	}
	return told, order
}

// audience returns who can mend a finding and, of a reason, who is told what it is the reason of.
func (s *Surroundings) audience(i *Item) []string {
	to := s.recipients(i)
	for _, of := range i.beside {
		if !i.IsReasonOf(of.Finding) {
			continue
		}
		for _, address := range s.recipients(of) {
			if s.isNews(of, address) && !Includes(to, address) {
				to = append(slices.Clip(to), address)
			}
		}
	}
	return to
}

// isNews reports whether a recipient was not told of the finding's policy by a renewal letter just now.
func (s *Surroundings) isNews(i *Item, address string) bool {
	return i.PolicyID == nil || !s.Knows(strings.ToLower(address), *i.PolicyID)
}

// Includes reports whether a list has an address. Letter case does not matter.
func Includes(addresses []string, address string) bool { return placeOf(addresses, address) >= 0 }

// Spelled is an address as a list has it, none if it has not.
func Spelled(addresses []string, address string) []string {
	if at := placeOf(addresses, address); at >= 0 {
		return addresses[at : at+1]
	}
	return nil
}

func placeOf(addresses []string, address string) int {
	return slices.IndexFunc(addresses, func(a string) bool { return strings.EqualFold(a, address) })
}

// Copies returns who gets copies of a letter to somebody.
func (s *Surroundings) Copies(to string) []string {
	_, copies := s.Boxes.Recipients(s.Case, &model.Policy{})
	return slices.DeleteFunc(copies, func(address string) bool { return strings.EqualFold(address, to) })
}

// recipients returns who can mend a finding: those who are asked about its policy; of a finding without one, about the policies
// of its coverage type, else whom the case names, else about all of its policies. Of a policy that the lender placed nobody is asked:
// the borrower's own is asked for in its place.
func (s *Surroundings) recipients(i *Item) []string {
	isPlaced := func(p *model.Policy) bool { return i.PolicyID != nil && p.ID == *i.PolicyID && p.IsLenderPlaced() }
	hasOwn := i.PolicyID != nil && !slices.ContainsFunc(s.Policies, isPlaced)
	isIts := func(p *model.Policy) bool {
		if hasOwn {
			return p.ID == *i.PolicyID
		}
		return slices.Contains(p.CoverageTypeIDs, i.CoverageTypeID)
	}
	if to := s.askedAbout(isIts); len(to) > 0 {
		return to
	}
	if to, _ := s.Boxes.Recipients(s.Case, &model.Policy{}); len(to) > 0 {
		return to
	}
	return s.askedAbout(func(*model.Policy) bool { return true })
}

func (s *Surroundings) askedAbout(is func(*model.Policy) bool) (addresses []string) {
	for _, p := range s.Policies {
		if p.IsLenderPlaced() || !is(p) {
			continue
		}
		to, _ := s.Boxes.Recipients(s.Case, p)
		for _, address := range to {
			if !Includes(addresses, address) {
				addresses = append(addresses, address)
			}
		}
	}
	return addresses
}

// PolicyOf returns the policy that most of the items that count name, for the link of their letter; of a letter that names none, one of
// their coverage types; nil if there is none. It is none that the lender placed.
func (s *Surroundings) PolicyOf(items []*Item) *model.Policy {
	var best *model.Policy
	most := 0
	for _, p := range s.Policies {
		if p.IsLenderPlaced() {
			continue
		}
		score := 0
		for _, i := range items {
			switch {
			case !i.Counted:
			case i.PolicyID != nil && *i.PolicyID == p.ID:
				score += len(items) + 1
			case i.PolicyID == nil && slices.Contains(p.CoverageTypeIDs, i.CoverageTypeID):
				score++
			}
		}
		if score > most {
			best, most = p, score
		}
	}
	return best
}

// InReview reports whether evidence for one of the policies is being looked at.
func (s *Surroundings) InReview(now time.Time) bool {
	return slices.ContainsFunc(s.Policies, func(p *model.Policy) bool { return p.InReview(now) })
}
