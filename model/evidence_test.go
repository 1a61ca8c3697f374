package model_test

import (
	"slices"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func TestEvidenceSecret(t *testing.T) {
	t.Parallel()
	key, notice := []byte("a signing key"), uuid.MustParse("0197c6c4-0000-7000-8000-000000000001")
	secret := model.NoticeEvidenceSecret(key, notice, 1)
	require.Equal(t, secret, model.NoticeEvidenceSecret(key, notice, 1), "each delivery has the same words")
	others := []model.EvidenceSecret{
		model.NoticeEvidenceSecret(key, notice, 2), model.NoticeEvidenceSecret([]byte("another key"), notice, 1),
		model.NoticeEvidenceSecret(key, uuid.MustParse("0197c6c4-0000-7000-8000-000000000002"), 1),
	}
	for _, other := range others {
		require.NotEqual(t, secret.Digest(), other.Digest())
	}
	parsed, ok := model.ParseEvidenceSecret(secret.Reveal())
	require.True(t, ok)
	require.Equal(t, secret, parsed)
	require.Equal(t, "https://example.com/evidence/"+secret.Reveal(), secret.URL("https://example.com"))
	require.NotContains(t, secret.String()+secret.GoString(), secret.Reveal())
	for _, text := range []string{"", secret.Reveal()[1:], secret.Reveal() + "A", secret.Reveal()[:42] + "=", secret.Reveal()[:42] + "\n",
		secret.Reveal()[:42] + "B"} {
		_, ok := model.ParseEvidenceSecret(text)
		require.False(t, ok, "%q", text)
	}
}

// drawnEvidence is a submission for a policy, both as chance has them.
type drawnEvidence struct {
	*model.Evidence
	policy *model.Policy
}

func drawEvidence(t *rapid.T) drawnEvidence {
	days := func(label string) *time.Time {
		if n := rapid.IntRange(-3, 3).Draw(t, label); n > -3 {
			at := termEnd.AddDate(0, 0, n)
			return &at
		}
		return nil
	}
	limits := func(label string) (list []*model.Limit) {
		for _, kind := range model.AllLimitKind {
			if amount := rapid.SampledFrom([]string{"", "1.00", "2.00"}).Draw(t, label); amount != "" {
				list = append(list, &model.Limit{Kind: kind, Amount: &scalar.Money{Amount: amount, Currency: "USD"}})
			}
		}
		return list
	}
	d := drawnEvidence{
		&model.Evidence{
			State: rapid.SampledFrom(model.AllEvidenceState).Draw(t, "state"), TermNumber: 1,
			Proposed: &model.ProposedValues{StartDate: days("start"), EndDate: days("end"), Limits: limits("proposed limit")},
		},
		&model.Policy{Coverage: model.Coverage{
			TermNumber: rapid.IntRange(1, 2).Draw(t, "term"), EndDate: days("policy's end"), Limits: limits("limit"),
		}},
	}
	if rapid.Bool().Draw(t, "has number") {
		number := "EX-1"
		d.Proposed.PolicyNumber = &number
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "files") {
		d.Files = append(d.Files,
			&model.EvidenceFile{ID: uuid.UUID{1, byte(i)}, UploadID: uuid.UUID{2, byte(i)}, State: model.EvidenceFileStateProposed})
	}
	return d
}

// choose draws what of the submission is accepted; nil is all of it.
func (d drawnEvidence) choose(t *rapid.T) (in model.AcceptEvidenceInput) {
	if rapid.Bool().Draw(t, "some members") {
		members := []model.EvidenceMember{}
		for _, m := range d.Proposed.Members() {
			if rapid.Bool().Draw(t, string(m)) {
				members = append(members, m)
			}
		}
		slices.Reverse(members)
		in.Members = graphql.OmittableOf(members)
	}
	if rapid.Bool().Draw(t, "some files") {
		files := []*model.AcceptEvidenceFileInput{}
		for _, f := range d.Files {
			if rapid.Bool().Draw(t, f.ID.String()) {
				files = append(files, &model.AcceptEvidenceFileInput{ID: f.ID})
			}
		}
		in.Files = graphql.OmittableOf(files)
	}
	return in
}

// TestEvidenceDecisions: whatever is accepted, each file and each value is settled once, and the state says how much.
func TestEvidenceDecisions(t *testing.T) {
	t.Parallel()
	by, now := uuid.UUID{9}, termEnd
	rapid.Check(t, func(t *rapid.T) {
		d := drawEvidence(t)
		decision, err := d.Decision(d.choose(t))
		if err != nil {
			require.Equal(t, fault.CodeRequired, fault.CodeOf(err), "nothing is accepted")
			return
		}
		open := d.State == model.EvidenceStateProposed && (len(decision.Members) == 0 || d.policy.TermNumber == 1)
		if err := d.CheckOpen(d.policy, len(decision.Members) > 0); !open {
			require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(err))
			return
		}
		d.checkChange(t, decision)
		next := byte(0)
		docs := d.Accept(decision, 1, by, func() uuid.UUID { next++; return uuid.UUID{3, next} }, now)
		require.Equal(t, []any{&by, &now, decision.Members}, []any{d.DecidedBy, d.DecidedAt, d.Accepted})
		require.Len(t, docs, len(decision.Files))
		made := 0
		for _, f := range d.Files {
			if decision.Files[f.ID] == nil {
				require.Equal(t, []any{model.EvidenceFileStateRejected, (*uuid.UUID)(nil)}, []any{f.State, f.DocumentID})
				continue
			}
			require.Equal(t, model.EvidenceFileStateAccepted, f.State)
			require.Equal(t, []any{docs[made].ID, []uuid.UUID{f.UploadID}}, []any{*f.DocumentID, docs[made].Versions})
			made++
		}
		whole := len(decision.Members) == len(d.Proposed.Members()) && made == len(d.Files)
		require.Equal(t, whole, d.State == model.EvidenceStateAccepted)
		require.Equal(t, !whole, d.State == model.EvidenceStatePartlyAccepted)
		require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(d.CheckOpen(d.policy, false)), "once")
	})
}

// checkChange holds the change of the policy to what is accepted: no other member is given, and every limit that the
// policy has of another kind is kept.
func (d drawnEvidence) checkChange(t *rapid.T, decision *model.EvidenceDecision) {
	change := decision.Change(d.Evidence, d.policy)
	takes := func(m model.EvidenceMember) bool { return slices.Contains(decision.Members, m) }
	require.Equal(t, takes(model.EvidenceMemberStartDate), change.StartDate.IsSet())
	require.Equal(t, takes(model.EvidenceMemberEndDate), change.EndDate.IsSet())
	require.Equal(t, takes(model.EvidenceMemberPolicyNumber), change.PolicyNumber.IsSet())
	require.Equal(t, takes(model.EvidenceMemberLimits), change.Limits.IsSet())
	want := map[model.LimitKind]string{}
	for _, l := range append(slices.Clone(d.policy.Limits), d.Proposed.Limits...) {
		want[l.Kind] = l.Amount.Amount
	}
	if change.Limits.IsSet() {
		require.Len(t, change.Limits.Value(), len(want))
	}
	for _, l := range change.Limits.Value() {
		require.Equal(t, want[l.Kind], l.Amount.Value().Amount)
	}
	starts := takes(model.EvidenceMemberEndDate) && d.policy.EndDate != nil && d.Proposed.EndDate.After(*d.policy.EndDate)
	require.Equal(t, starts, decision.StartsTerm(d.Evidence, d.policy))
	if !starts {
		return
	}
	term, begins := decision.Term(d.Evidence, d.policy), *d.policy.EndDate
	if takes(model.EvidenceMemberStartDate) {
		begins = *d.Proposed.StartDate
	}
	require.Equal(t, []time.Time{begins, *d.Proposed.EndDate}, []time.Time{term.StartDate, term.EndDate})
}

func TestPauseForReview(t *testing.T) {
	t.Parallel()
	now := termEnd
	p := &model.Policy{}
	require.False(t, p.InReview(now))
	p.PauseForReview(0, true, now)
	require.Nil(t, p.ReviewUntil, "no days are no pause")
	p.PauseForReview(5, false, now)
	require.Nil(t, p.ReviewUntil, "only the first submission pauses")
	p.PauseForReview(5, true, now)
	require.Equal(t, now.AddDate(0, 0, 5), *p.ReviewUntil)
	require.True(t, p.InReview(now.AddDate(0, 0, 5).Add(-time.Millisecond)))
	require.False(t, p.InReview(now.AddDate(0, 0, 5)))
}
