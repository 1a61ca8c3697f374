package letter

import (
	"bytes"
	"context"
	"fmt"
	htmltemplate "html/template"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

var noticeLayout = htmltemplate.Must(htmltemplate.New("notice.html").ParseFS(templateFiles, "templates/notice.html"))

// Notice is a notice of lender-placed insurance to be filled in.
type Notice struct {
	Lender    *model.Lender
	Case      *model.Case
	Placement *model.Placement
	Step      *placement.Step
}

// Draft fills in a notice as it would be handed over now.
func (n Notice) Draft(ctx context.Context, store *storage.Portfolio, now time.Time) (*model.NoticeDraft, error) {
	facts, err := n.Facts(ctx, store, now)
	if err != nil {
		return nil, err
	}
	return n.Placement.Draft(n.Step, facts, n.Placement.Today(now)), nil
}

// Facts reads what a notice says beside its placement.
func (n Notice) Facts(ctx context.Context, store *storage.Portfolio, now time.Time) (facts model.LetterFacts, err error) {
	p := n.Placement
	facts = model.LetterFacts{Lender: n.Lender, Case: n.Case}
	if p.AssetID != nil {
		if facts.Asset, err = storage.Assets.One(ctx, store, *p.AssetID); err != nil {
			return facts, err
		}
	}
	if p.RenewsID != nil {
		if facts.Renews, err = storage.Placements.One(ctx, store, *p.RenewsID); err != nil {
			return facts, err
		}
	}
	if facts.Insureds, err = storage.Insureds.ByID(ctx, store, n.Case.InsuredIDs); err != nil {
		return facts, err
	}
	if facts.Own, err = store.CurrentNoticeWording(ctx, p.Programme, n.Step.Key); err != nil || !n.Case.IsFrameworkCase() {
		return facts, err
	}
	judged, err := store.CaseFactsInWords(ctx, []uuid.UUID{p.CaseID})
	if err != nil || len(judged) == 0 {
		return facts, err
	}
	facts.Required, facts.IsTooLow = demandAt(judged[0].On(p.Today(now)), p)
	return facts, nil
}

// demandAt returns the limit that is required at a placement's target, nil if it is not known, and whether cover is there whose limit
// is too low.
func demandAt(c *model.Compliance, p *model.Placement) (required *scalar.Money, isTooLow bool) {
	for _, d := range c.Demands {
		if d.CoverageTypeID != p.CoverageTypeID {
			continue
		}
		for _, t := range d.Targets {
			if scalar.OrZero(t.AssetID) != scalar.OrZero(p.AssetID) {
				continue
			}
			if required == nil {
				required = t.RequiredLimit
			}
			isTooLow = isTooLow || tells(t.Findings, model.FindingCodeLimitTooLow)
		}
	}
	return required, isTooLow
}

func tells(findings []*model.Finding, code model.FindingCode) bool {
	for _, f := range findings {
		if f.Code == code && f.Counted {
			return true
		}
	}
	return false
}

// NoticeHTML lays out the passages of a notice for mail programs.
func NoticeHTML(subject string, passages []placement.Passage) (string, error) {
	var html bytes.Buffer
	err := noticeLayout.Execute(&html, struct {
		Subject    string
		Paragraphs [][]placement.Passage
	}{subject, placement.Paragraphs(passages)})
	if err != nil {
		return "", fmt.Errorf("lay out a notice: %w", err)
	}
	return html.String(), nil
}
