package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/placement"
)

// NoticeWording is how a lender words a notice of lender-placed insurance. Only IsCurrent ever changes.
type NoticeWording struct {
	bun.BaseModel `bun:"table:notice_wordings,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	ID          uuid.UUID `bun:",pk"`
	Programme   PlacementProgramme
	Step        string // of the programme
	Version     int    // among the portfolio's wordings of the notice, from 1
	Text        string
	IsCurrent   bool // of each notice at most one is
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// NewNoticeWording makes the notice's next wording, after the latest one; nil if there is none. It reports everything by which
// the text falls short of what the notice must say.
func NewNoticeWording(id uuid.UUID, in CreateNoticeWordingInput, latest *NoticeWording, now time.Time) (*NoticeWording, error) {
	w := &NoticeWording{
		ID: id, Programme: in.Programme, Step: in.Step, Version: 1, Text: in.Text, IsCurrent: true, CreatedAt: now, UpdatedAt: now,
	}
	if latest != nil {
		w.Version = latest.Version + 1
	}
	step, vs := noticeStep(in.Programme, in.Step)
	vs.Append(checkWording("/text", in.Text))
	if vs == nil {
		vs = step.CheckWording("/text", in.Text)
	}
	return w, vs.Err()
}

// Retire ends the use of a wording that is current; `invalid_transition`.
func (w *NoticeWording) Retire() error {
	if !w.IsCurrent {
		return fault.New(fault.CodeInvalidTransition, "Version %d of the wording of the notice %s is not current any more.", w.Version, w.Step)
	}
	w.IsCurrent = false
	return nil
}

// TextOfNotice returns what letters of a notice say: the lender's own wording, or the law's where it is nil.
func TextOfNotice(own *NoticeWording, step *placement.Step) string {
	if own != nil {
		return own.Text
	}
	return step.Built()
}

// PreviewOf is the placement whose values a preview fills in.
type PreviewOf struct {
	*Placement // nil if it does not exist
	Facts      LetterFacts
	Today      time.Time
}

// Preview shows what the input's text would say, or what letters say now where it has none, and all by which it falls short. of is nil
// if the input names no placement.
func (in PreviewNoticeWordingInput) Preview(current *NoticeWording, of *PreviewOf) (*NoticePreview, error) {
	step, vs := noticeStep(in.Programme, in.Step)
	switch {
	case of == nil:
	case of.Placement == nil:
		vs.Say("/placementId", fault.CodeUnknownReference, "is not the id of a placement")
	case of.Programme != in.Programme:
		vs.Say("/placementId", fault.CodeInvalidValue, "is of a placement by the programme %s", of.Programme)
	}
	text := in.Text.Value()
	if text != nil {
		vs.Append(checkWording("/text", *text))
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	if text == nil {
		text = new(TextOfNotice(current, step))
	}
	preview := &NoticePreview{Passages: []*NoticePassage{}, Problems: []*NoticeProblem{}, Missing: []string{}}
	passages := step.Preview(*text)
	if of != nil {
		d := of.draft(step, *text, of.Facts, of.Today)
		passages, preview.Missing = d.Passages, notNil(d.Missing)
	}
	for _, p := range passages {
		preview.Passages = append(preview.Passages, passageOf(p))
	}
	for _, v := range step.CheckWording("/text", *text) {
		preview.Problems = append(preview.Problems, &NoticeProblem{Code: string(v.Code), Message: v.Message})
	}
	return preview, nil
}

func passageOf(p placement.Passage) *NoticePassage {
	passage := &NoticePassage{Text: p.Text, IsBold: p.Bold}
	if s := p.Statement; s != nil {
		passage.Statement, passage.Citation, passage.Say = &s.Key, &s.Citation, new(NoticeSaying(s.Say))
	}
	return passage
}

// noticeStep finds a step of a programme; `invalid_value`.
func noticeStep(programme PlacementProgramme, key string) (step *placement.Step, vs fault.Violations) {
	rules := placement.ByKey(string(programme))
	if step = rules.Step(key); step == nil {
		keys := make([]string, len(rules.Steps))
		for i, s := range rules.Steps {
			keys[i] = s.Key
		}
		vs.Say("/step", fault.CodeInvalidValue, "is not a notice of the programme %s; it has %v", programme, keys)
	}
	return step, vs
}

// NoticeProgrammes are the programmes of model/placement as the schema shows them.
func NoticeProgrammes() []*NoticeProgramme {
	programmes, _ := placement.Load()
	shown := make([]*NoticeProgramme, len(programmes))
	for i, p := range programmes {
		shown[i] = &NoticeProgramme{
			Key: PlacementProgramme(p.Key), Name: p.Name, Source: p.Source.Name, Edition: p.Source.Edition, ValidFrom: p.ValidFrom.Time,
			ValidTo: dayOrNil(p.ValidTo.Time), AppliesTo: shownScope(p.AppliesTo), Delivery: shownDelivery(p.Delivery),
			Steps: shownSteps(p.Steps), Waits: shownWaits(p.Waits), RenewalWaits: shownWaits(p.RenewalWaits),
			RefundDays: numberOrNil(p.Refund.Days), RefundSource: p.Refund.Citation, Readings: []*NoticeReading{},
		}
		for _, r := range p.Readings {
			shown[i].Readings = append(shown[i].Readings, &NoticeReading{
				Question: r.Question, Taken: r.Taken, Other: r.Other, Source: r.Citation,
			})
		}
	}
	return shown
}

func shownScope(s placement.Scope) *NoticeScope {
	return &NoticeScope{
		Source: s.Citation, AssetTypes: notNil(s.AssetTypes), CoverageTypes: notNil(s.CoverageTypes), MaxUnits: numberOrNil(s.MaxUnits),
		IsOfFloodHazardArea: s.FloodZone != "", IsFederallyRelated: s.FederallyRelated, IsBorrowerOccupied: s.BorrowerOccupied,
	}
}

func shownDelivery(d placement.Delivery) *NoticeHandover {
	return &NoticeHandover{
		Source: d.Citation, PostClasses: notNil(d.PostClasses), AsksConsent: d.Electronic == "consent",
		ConsentSource: textOrNil(d.ElectronicCitation),
	}
}

func shownSteps(steps []*placement.Step) []*NoticeStep {
	shown := make([]*NoticeStep, len(steps))
	for i, s := range steps {
		shown[i] = &NoticeStep{
			Key: s.Key, Name: s.Name, ModelForm: textOrNil(s.Model), Source: s.Citation, CountsAs: textOrNil(s.CountsAs),
			IsOfRenewal: s.OfRenewal, CountsBeforeLapse: s.BeforeLapse, IsDueAtOnce: s.DueAtOnce, After: shownWaits(s.After),
			OnlyStatementsSource: textOrNil(s.OnlyStatements), EstimateSource: textOrNil(s.AsksEstimate),
			Statements: []*NoticeStatement{}, BuiltIn: s.Built(),
		}
		for _, stated := range s.Statements {
			shown[i].Statements = append(shown[i].Statements, &NoticeStatement{
				Key: stated.Key, Source: stated.Citation, Say: NoticeSaying(stated.Say), IsBold: stated.Bold, Plain: notNil(stated.Plain),
				IsOptional: stated.Optional, Text: stated.Text,
			})
		}
	}
	return shown
}

func shownWaits(waits []placement.Wait) []*NoticeWait {
	shown := make([]*NoticeWait, len(waits))
	for i, w := range waits {
		shown[i] = &NoticeWait{Step: w.Step, Days: numberOrNil(w.Days), IsWholeDays: w.WholeDays, Source: w.Citation, Rule: w.Rule}
	}
	return shown
}

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func numberOrNil(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func notNil(texts []string) []string { return append([]string{}, texts...) }
