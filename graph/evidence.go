package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func init() { addNodeRelation(relateEvidence) }

// relateEvidence loads the selected relations of submissions.
func relateEvidence(ctx context.Context, sel engine.Selection, all []*model.Evidence) error {
	of := relationsOf(sel, all)
	hasMany(ctx, of, "files", storage.EvidenceFiles, "evidence_id", relateEvidenceFiles,
		func(e *model.Evidence) (uuid.UUID, *[]*model.EvidenceFile) { return e.ID, &e.Files })
	showCurrent(ctx, of)
	toOne(ctx, of, "link", storage.EvidenceLinks, relateEvidenceLinks,
		func(e *model.Evidence) (*uuid.UUID, **model.EvidenceLink) { return &e.LinkID, &e.Link })
	toOne(ctx, of, "policy", storage.Policies, relatePolicies,
		func(e *model.Evidence) (*uuid.UUID, **model.Policy) { return &e.PolicyID, &e.Policy })
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(e *model.Evidence) (*uuid.UUID, **model.Case) { return &e.CaseID, &e.Case })
	toOne(ctx, of, "reply", storage.EvidenceReplies, nil,
		func(e *model.Evidence) (*uuid.UUID, **model.EvidenceReply) { return e.ReplyID, &e.Reply })
	toOne(ctx, of, "task", storage.Tasks, relateTasks,
		func(e *model.Evidence) (*uuid.UUID, **model.Task) { return &e.TaskID, &e.Task })
	return of.err
}

// showCurrent reads what the policies of submissions are today.
func showCurrent(ctx context.Context, of *relations[model.Evidence]) {
	child, ok := of.loaded(ctx, "current")
	if !ok {
		return
	}
	store := engine.RequestOf(ctx).Store.Showing(child.Has)
	policies, err := storage.Policies.ByID(ctx, store, idsIn(storage.Evidence, of.parents, "policy_id"))
	if of.err = err; err != nil {
		return
	}
	found := byID(storage.Policies, policies)
	for _, e := range of.parents {
		e.Current = found[e.PolicyID].CurrentValues()
	}
	embedded(ctx, of, "current", nil, func(e *model.Evidence) []*model.CurrentValues { return []*model.CurrentValues{e.Current} })
}

// relateEvidenceFiles gives files their URLs, if these are selected.
func relateEvidenceFiles(ctx context.Context, sel engine.Selection, files []*model.EvidenceFile) error {
	if !sel.Has("url") {
		return nil
	}
	blobs, now := resolverOf(ctx).Blobs, engine.RequestOf(ctx).Real
	for _, f := range files {
		url, err := blobs.SignDownload(f.BlobKey, f.FileName, f.FileType, now)
		if err != nil {
			return err
		}
		f.URL = url
	}
	return nil
}
