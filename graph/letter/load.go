package letter

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/deficiency"
	"github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/storage"
)

// Subject is what a letter is about.
type Subject struct {
	Case   *model.Case
	Policy *model.Policy
	Step   model.RenewalStep  // empty if no step asks
	Gap    *model.CoverGap    // that it tells of; nil for the end of the current term
	Items  []*deficiency.Item // that a letter about findings tells of; nil for all that are open
}

// Draft is a letter that is not laid out yet.
type Draft struct {
	Request  *letter.Request
	Template *model.LetterTemplate // the lender's own; nil for the built-in one
	Refusal  *Refusal              // answers evidence; nil for a letter of follow-up
	HasLogo  bool                  // whether the letter shows the lender's picture
	facts    letter.Facts
}

// Asked is what the page of the letter's link asks to be typed.
func (d *Draft) Asked() *letter.Asked { return d.facts.Asked() }

// Load makes the drafts of letters of one portfolio, in the order of their subjects, with a fixed number of statements.
// The requests are as of now, and have no links.
func Load(
	ctx context.Context, store *storage.Portfolio, lender *model.Lender, subjects []Subject, now time.Time,
) ([]*Draft, error) {
	if len(subjects) == 0 {
		return nil, nil
	}
	l := &loaded{lender: lender, cases: map[uuid.UUID]*storage.CaseFacts{}, now: now}
	if err := l.load(ctx, store, subjects); err != nil {
		return nil, err
	}
	drafts := make([]*Draft, len(subjects))
	for i, s := range subjects {
		drafts[i] = l.draft(s)
	}
	return drafts, nil
}

// loaded are the records that drafts are made of.
type loaded struct {
	lender    *model.Lender
	cases     map[uuid.UUID]*storage.CaseFacts
	insureds  []*model.Insured
	clauses   []*model.MortgageeClause
	templates map[model.RenewalStep]*model.LetterTemplate
	now       time.Time
}

func (l *loaded) load(ctx context.Context, store *storage.Portfolio, subjects []Subject) error {
	var cases, insureds, clauses []uuid.UUID
	for _, s := range subjects {
		cases = append(cases, s.Case.ID)
		insureds = append(append(insureds, s.Policy.InsuredIDs...), s.Case.InsuredIDs...)
		clauses = append(append(clauses, s.Policy.MortgageeClauseIDs...), s.Case.MortgageeClauseIDs...)
	}
	facts, err := store.CaseFactsInWords(ctx, distinct(cases))
	if err != nil {
		return err
	}
	for _, f := range facts {
		l.cases[f.Case.ID] = f
	}
	if l.insureds, err = storage.Insureds.ByID(ctx, store, distinct(insureds)); err != nil {
		return err
	}
	if err := l.loadClauses(ctx, store, distinct(clauses)); err != nil {
		return err
	}
	l.templates, err = store.CurrentLetterTemplates(ctx)
	return err
}

// loadClauses reads the clauses with their holders.
func (l *loaded) loadClauses(ctx context.Context, store *storage.Portfolio, ids []uuid.UUID) (err error) {
	if l.clauses, err = storage.MortgageeClauses.ByID(ctx, store, ids); err != nil {
		return err
	}
	var holderIDs []uuid.UUID
	for _, c := range l.clauses {
		holderIDs = append(holderIDs, c.CertificateHolderID)
	}
	holders, err := storage.CertificateHolders.ByID(ctx, store, distinct(holderIDs))
	for _, c := range l.clauses {
		for _, h := range holders {
			if h.ID == c.CertificateHolderID {
				c.CertificateHolder = h
			}
		}
	}
	return err
}

func (l *loaded) draft(s Subject) *Draft {
	facts := letter.Facts{
		Lender: l.lender, Case: s.Case, Policy: s.Policy, Insureds: l.insureds, Clauses: l.clauses, Step: s.Step, Gap: s.Gap, Now: l.now,
	}
	if f := l.cases[s.Case.ID]; f != nil {
		facts.Compliance = f.Facts
	}
	request := letter.NewRequest
	if s.Step.IsOfDeficiency() {
		request = func(f letter.Facts) *letter.Request { return letter.NewFindingsRequest(f, s.Items) }
	}
	return &Draft{
		Request: request(facts), Template: l.templates[s.Step], HasLogo: l.lender.LogoID != nil, facts: facts,
	}
}

// distinct returns each id once.
func distinct(ids []uuid.UUID) []uuid.UUID {
	sorted := slices.SortedFunc(slices.Values(ids), func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(sorted)
}
