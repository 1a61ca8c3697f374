package sandbox

import (
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Letters are the letters in the mailboxes of sandboxes. A letter has one time, which both orders by time use.
var Letters = rows.Define(storage.Table[sandbox.Letter, model.SandboxLetterFilter]{
	Noun: "letter",
	Filter: func(f model.SandboxLetterFilter) []rows.Condition {
		return []rows.Condition{
			rows.In("id", f.ID.Value()),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("policy_id", f.PolicyID.Value()),
			rows.In("notice_id", f.NoticeID.Value()),
			rows.Within("created_at", f.SentAt.Value()),
		}
	},
})
