package demo

import (
	"fmt"
	"strconv"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/book"
)

// placing is a placement at one of the cases of stories, and how far it is.
type placing struct {
	on, coverage string
	lapsed       int // so many days ago
	state        model.PlacementState
	overlap      int // since so many days the borrower has cover again; 0 for not at all
}

// placings are placements in each state but those of homes, whose loans other portfolios have.
var placings = []placing{
	{"Juniper Grove Office Park: no workers' compensation", "equipmentBreakdown", 12, model.PlacementStateNoticed, 0},
	{"Larch Valley Inn: wind excluded", "crime", 9, model.PlacementStateNoticed, 0},
	{"Larch Valley Inn: wind excluded", "earthquake", 20, model.PlacementStateNoticed, 0},
	{"Oak Meadow Inn: rating waived until it is renewed", "liquorLiability", 75, model.PlacementStateMayPlace, 0},
	{"Granite Gate Tower: property in three layers", "terrorism", 80, model.PlacementStateMayPlace, 0},
	{"Heron Bay Retail Center: flood limit too low", "equipmentBreakdown", 90, model.PlacementStatePlaced, 0},
	{"Walnut Park Retail: basic form, high deductible", "crime", 120, model.PlacementStateCharged, 0},
	{"Alder Harbor Condominiums: named storm waived", "earthquake", 150, model.PlacementStateCharged, 40},
	{"Granite Gate Tower: property in three layers", "crime", 200, model.PlacementStateRefunded, 100},
	{"Oak Meadow Inn: rating waived until it is renewed", "terrorism", 60, model.PlacementStateCured, 60},
	{"Juniper Grove Office Park: no workers' compensation", "crime", 8, model.PlacementStateNoticed, 0},
}

// lenderZone is the time zone of the lender, see Introduce.
const lenderZone = "America/Chicago"

// placements come last, so that other records keep their ids. Small portfolios lack some of the cases.
func (m *maker) placements() {
	for i, p := range placings {
		if on := m.opened[p.on]; on != nil {
			m.placed(p, on, 2_400_00+i*100_00)
		}
	}
}

// placed takes a placement as far as it is: noticed a day after the lapse, placed and charged when its days were over.
func (m *maker) placed(p placing, on *book.Case, cents int) {
	lapsed := m.today.AddDate(0, 0, -p.lapsed)
	day := func(days int) time.Time { return lapsed.AddDate(0, 0, days).Add(17 * time.Hour) }
	cost := scalar.MoneyInput{Amount: strconv.Itoa(cents / 100), Currency: "USD"}
	made := m.Placement(on, model.CreatePlacementInput{
		CoverageType: p.coverage, LapsedOn: lapsed, Estimate: book.Some(cost), Days: book.Some(model.PlacementDaysInput{Cure: 45, Refund: 15}),
	}, lenderZone, day(1))
	defer func() { made.Looked(m.today.Add(17 * time.Hour)) }() // the worker looks at it when its next day comes
	if p.lapsed < 10 {
		m.written(made, on, day(2), p.lapsed < 9)
		return
	}
	m.Placed(made, day(2), func(today time.Time) error {
		return made.Notice(model.PlacementNoticeInput{
			Step: "first", HandedOverOn: today, Means: model.PlacementMeansPost, PostClass: book.Some("firstClass"),
			Proof: book.Some("Mailing house, batch 2117"), Estimate: book.Some(cost),
		}, "Ada Analyst", today)
	})
	m.Placed(made, day(48), func(today time.Time) error {
		if p.lapsed > 48 {
			made.Advance(today)
		}
		return nil
	})
	if p.state != model.PlacementStateMayPlace && p.state != model.PlacementStateNoticed && p.state != model.PlacementStateCured {
		m.bought(p, made, cost, day)
	}
	if p.overlap > 0 {
		received := m.today.AddDate(0, 0, -min(p.overlap, 5)).Add(17 * time.Hour)
		m.Placed(made, received, func(today time.Time) error {
			return made.Prove(model.PlacementProofInput{ReceivedOn: today, From: m.today.AddDate(0, 0, -p.overlap)}, nil, today)
		})
	}
	if p.state == model.PlacementStateRefunded {
		m.Placed(made, m.today.AddDate(0, 0, -2).Add(17*time.Hour), func(today time.Time) error {
			if err := made.Cancel(model.CancelPlacementInput{From: m.today.AddDate(0, 0, -p.overlap)}, "Ada Analyst", today); err != nil {
				return err
			}
			return made.GiveBack(model.RefundPlacementInput{}, "Ada Analyst", today)
		})
	}
}

// written is the first notice as a letter by post: it waits for paper, or is in a print file whose mailing nobody has confirmed.
func (m *maker) written(made *model.Placement, on *book.Case, at time.Time, isPrinted bool) {
	made.Borrower = &model.PlacementBorrower{
		Name:    book.Some("The borrower of " + on.DisplayName).Value(),
		Address: &scalar.Address{Street1: "12 Example St", City: "Springfield", State: "IL", PostalCode: "62701"},
	}
	l := m.PlacementLetter(on, made, "first", &model.Lender{Name: m.lender}, at)
	if !isPrinted {
		return
	}
	m.PrintFile(at, l)
	m.waitingUpload("mailed.csv", fmt.Appendf(nil, "letterId,mailedOn,postClass,proof\n%s,%s,firstClass,Batch 2119\n", l.ID,
		at.Format(time.DateOnly)))
}

// bought is insurance of a year from the lapse on, and its charge.
func (m *maker) bought(p placing, made *model.Placement, cost scalar.MoneyInput, day func(days int) time.Time) {
	m.Placed(made, day(50), func(today time.Time) error {
		return made.Place(model.PlaceInsuranceInput{
			Carrier: "Example Surplus Lines", PolicyNumber: "LP-" + p.coverage, Amount: &scalar.MoneyInput{Amount: "1000000", Currency: "USD"},
			Premium: &cost, EffectiveOn: made.LapsedOn, EndsOn: made.LapsedOn.AddDate(1, 0, 0),
		}, nil, today)
	})
	if p.state != model.PlacementStatePlaced {
		m.Placed(made, day(51), func(today time.Time) error {
			return made.Charge(model.ChargePlacementInput{}, nil, "Ada Analyst", today)
		})
	}
}
