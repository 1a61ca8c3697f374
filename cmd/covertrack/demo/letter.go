package demo

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/placement"
)

// letterTemplates are the lender's own wording of a reminder: one that was replaced, and the one that letters have now.
func (m *maker) letterTemplates() {
	first := m.LetterTemplate(model.CreateLetterTemplateInput{
		Step:    model.RenewalStepReminder,
		Subject: "{{.Lender.Name}}: please renew {{.Place}} ({{.Reference}})",
		Body:    "We have not heard from you yet.",
	}, nil, m.today)
	m.LetterTemplate(model.CreateLetterTemplateInput{
		Step:    model.RenewalStepReminder,
		Subject: "{{.Lender.Name}}: reminder for {{.Place}} ({{.Reference}})",
		Body: "We have not heard from you yet about the insurance below, which {{if .Cancelled}}is cancelled{{else}}ends{{end}}" +
			"{{with .EndsOn}} on {{.}}{{end}}.\n{{if .Findings}}Please note what is not in order today, so that the new " +
			"policy is right from the start.{{else}}Please send the new declarations page as soon as you have it.{{end}}",
	}, first, m.today)
}

// noticeWordings are the lender's own wordings: of its agreements' notice one that was replaced, and the one that letters have now, and
// of the notice about floods.
func (m *maker) noticeWordings() {
	in := model.CreateNoticeWordingInput{
		Programme: model.PlacementProgrammeContract, Step: "first", Text: placement.ByKey("contract").Step("first").Built(),
	}
	first := m.NoticeWording(in, nil, m.today)
	in.Text += "\n\n**Please call us if you have a question:** {servicerPhone}"
	m.NoticeWording(in, first, m.today)
	m.NoticeWording(model.CreateNoticeWordingInput{
		Programme: model.PlacementProgrammeFlood, Step: "first",
		Text: placement.ByKey("flood").Step("first").Built() + "\n\n**Please call us if you have a question:** {servicerPhone}",
	}, nil, m.today)
}
