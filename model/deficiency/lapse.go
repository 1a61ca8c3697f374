package deficiency

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

// Lapse is a target that nobody insures, or whose flood insurance is too low: a placement may begin for it.
type Lapse struct {
	CoverageTypeID uuid.UUID
	AssetID        *uuid.UUID // nil for the loan itself
	IsTooLow       bool
	On             time.Time // the first day of it that is known
}

// Lapses returns the targets for which a placement may begin: those of which a finding says that nobody insures them, and
// those whose flood insurance is too low (42 USC 4012a(e)(1)). What is waived is none; nor is what is not known, for nothing is
// assumed; nor are coverage types that protect no collateral, such as liability: a lender insures what secures its loan.
func Lapses(told []*model.ToldFinding) (lapses []*Lapse) {
	for _, f := range told {
		isTooLow := f.Code == model.FindingCodeLimitTooLow && f.CoverageTypeID == flood
		if !f.IsOpen() || !f.Code.LacksCover() && !isTooLow || !securesLoan(f.CoverageTypeID) {
			continue
		}
		l := &Lapse{CoverageTypeID: f.CoverageTypeID, IsTooLow: isTooLow, On: scalar.DayOf(f.Since)}
		if f.AssetID != uuid.Nil {
			l.AssetID = &f.AssetID
		}
		same := func(o *Lapse) bool { return o.isOf(l.CoverageTypeID, l.AssetID) }
		if at := slices.IndexFunc(lapses, same); at < 0 {
			lapses = append(lapses, l)
		} else {
			lapses[at].merge(l)
		}
	}
	return lapses
}

var flood = catalog.ID("coverageType", "flood")

func securesLoan(coverageType uuid.UUID) bool {
	t, ok := catalog.CoverageTypes.ByID(coverageType)
	return ok && t.CoverageGroup != catalog.CoverageGroupLiability && t.CoverageGroup != catalog.CoverageGroupLife
}

func (l *Lapse) isOf(coverageType uuid.UUID, asset *uuid.UUID) bool {
	return l.CoverageTypeID == coverageType && scalar.OrZero(l.AssetID) == scalar.OrZero(asset)
}

func (l *Lapse) merge(other *Lapse) {
	l.IsTooLow = l.IsTooLow && other.IsTooLow
	if other.On.Before(l.On) {
		l.On = other.On
	}
}

// Begins reports whether a placement is to begin for the lapse, beside those that the case has: none is on its way at the target,
// no placed insurance stands, and the lapse is not one that had its placement. A new lapse is the end of the term of placed
// insurance, and the end of cover that the records had when it cured a placement, and do not have any more. A placement that waits
// for an older gap alone is given up for the new lapse; it is returned.
func (l *Lapse) Begins(placements []*model.Placement, today time.Time) (givenUp *model.Placement, begins bool) {
	placements = slices.DeleteFunc(slices.Clone(placements), func(p *model.Placement) bool { return !l.isOf(p.CoverageTypeID, p.AssetID) })
	for _, p := range placements {
		to, isPlaced := p.InsuredTo()
		if isPlaced && to.After(today) {
			return nil, false
		}
		if isPlaced && p.EndsEarlyOn == nil && l.On.Before(to) {
			l.On = to
		}
	}
	for _, p := range placements {
		switch isEarlier := p.LapsedOn.Before(l.On); {
		case p.IsWaiting() && isEarlier && p.ShowsCover(l.On):
			givenUp = p
		case p.IsWaiting(), !isEarlier && !p.IsProvedByRecords():
			return nil, false
		}
	}
	return givenUp, true
}

// Start begins the placement of a lapse. Where it cannot because something is not known, it returns what there is to record, in the
// trade's words; where none is to begin, neither: that a limit is too low is a matter of the flood programme alone.
func (l *Lapse) Start(id uuid.UUID, refs model.PlacementReferences, now time.Time) (p *model.Placement, missing string, err error) {
	t, ok := catalog.CoverageTypes.ByID(l.CoverageTypeID)
	zone, hasZone := refs.Lender.Zone()
	if !ok || !hasZone {
		return nil, "", nil
	}
	rules, questions := refs.Choose(t, scalar.DayIn(now, zone))
	if l.IsTooLow && !isOfFlood(rules, questions) {
		return nil, "", nil
	}
	in := model.CreatePlacementInput{CaseID: refs.Case.ID, CoverageType: t.Key, LapsedOn: l.On}
	if l.AssetID != nil {
		in.Asset = graphql.OmittableOf(l.AssetID)
	}
	var asked []string
	for _, q := range questions {
		asked = append(asked, model.PlacementQuestion(q))
	}
	if rules != nil && rules.Key == string(model.PlacementProgrammeContract) {
		if days := refs.Lender.Placements().Days; days != nil {
			in.Days = graphql.OmittableOf(&model.PlacementDaysInput{Cure: days.Cure, Refund: days.Refund})
		} else {
			asked = append(asked, "Record the days of the loan agreement: no law has days for this target.")
		}
	}
	if len(asked) > 0 {
		return nil, l.lack(t, refs.Asset) + " " + strings.Join(asked, " "), nil
	}
	p, err = model.NewPlacement(id, in, refs, now)
	return p, "", err
}

func isOfFlood(rules *placement.Programme, questions []placement.Question) bool {
	key := string(model.PlacementProgrammeFlood)
	return rules != nil && rules.Key == key ||
		slices.ContainsFunc(questions, func(q placement.Question) bool { return q.Programme == key })
}

// lack says what a target lacks.
func (l *Lapse) lack(t *catalog.CoverageType, asset *model.Asset) string {
	of, lack := "the loan", "has no cover"
	if asset != nil {
		of = asset.DisplayName
	}
	if l.IsTooLow {
		lack = "has too little cover"
	}
	return fmt.Sprintf("%s: %s %s since %s, and no placement has begun.", t.Name, of, lack, scalar.SpokenDay(l.On))
}

// FactsOrigin returns the unique key of the task that asks what a placement needs to begin.
func (l *Lapse) FactsOrigin(caseID uuid.UUID) string {
	of := caseID
	if l.AssetID != nil {
		of = *l.AssetID
	}
	return fmt.Sprintf("placementFacts/%s/%s/%s", caseID, of, l.CoverageTypeID)
}
