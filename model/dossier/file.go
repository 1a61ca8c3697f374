package dossier

import (
	"encoding/json"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/scalar"
)

// Dossier is what was known about a loan at the end of a day.
type Dossier struct {
	*Records

	On      time.Time         // the day, midnight UTC
	AsOf    time.Time         // the moment of the knowledge: the end of the day, or the last change of a day that is not over
	Verdict *model.Compliance // of the day, by what was known
	Files   []*File           // of the documents, in their order
	Left    int               // events of the trail that are left out, the oldest
	names   names
}

// File is the file of a document in the archive.
type File struct {
	Document *model.Document
	Name     string     // in the archive; "" if it is not there
	Size     int64      // of what is in the archive
	SHA256   string     // "" if nobody knows
	Removed  *time.Time // since when it is gone; nil if it is not
}

// Compliance evaluates the case on a day by these records, and since when findings are told.
func (r *Records) Compliance(day time.Time) *model.Compliance {
	facts := compliance.Facts{
		Case: r.Case, Assets: r.Assets, Policies: r.Policies, Versions: r.Versions, Clauses: r.Clauses, Cancellations: r.Cancellations,
		Waivers: r.Waivers, Documents: r.Documents, Insureds: r.Insureds,
	}
	if p := r.profile(); p != nil {
		pinned := *p
		pinned.CertificateHolders = r.Holders
		facts.RiskProfile = &pinned
	}
	c := facts.On(day)
	facts.TellSince(c)
	return c
}

// profile is the risk profile that the case pins; nil if none.
func (r *Records) profile() *model.RiskProfile {
	i := slices.IndexFunc(r.RiskProfiles, func(p *model.RiskProfile) bool { return p.ID == scalar.OrZero(r.Case.RiskProfileID) })
	if i < 0 {
		return nil
	}
	return r.RiskProfiles[i]
}

// New makes the dossier of a day of records as they were known then, of which it leaves out those that nothing named. Later are the
// actors and names of today, by which people are called who had no name then.
func New(r *Records, removed []*Removed, on, asOf time.Time) *Dossier {
	called := namesOf(r) // also of whom only the trail tells
	r.narrow()
	called.addActors(r.Events)
	d := &Dossier{Records: r, On: on, AsOf: asOf, Verdict: r.Compliance(on), names: called}
	for _, doc := range r.Documents {
		f := &File{Document: doc}
		for _, gone := range removed {
			if gone.ID == doc.ID {
				f.Removed, f.SHA256 = &gone.On, gone.SHA256
			}
		}
		d.Files = append(d.Files, f)
	}
	return d
}

// member is one member of a JSON object.
type member struct {
	name  string
	value any
}

// object is a JSON object whose members keep their order.
type object []member

// MarshalJSON writes the members.
func (o object) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			text = append(text, ',')
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		text = append(append(append(text, scalar.EncodeJSON(m.name)...), ':'), value...)
	}
	return append(text, '}'), nil
}

// WriteJSON writes the dossier for programs, a record a line: records have the members of the API.
func (d *Dossier) WriteJSON(w io.Writer) error {
	o := object{
		{"case", model.MembersOf(*d.Case)},
		{"on", d.On.Format(time.DateOnly)},
		{"asOf", d.AsOf.UTC().Format(scalar.TimeLayout)},
		{"lender", d.Lender},
		{"verdict", told(d.Verdict)},
		{"verdictHistory", listOf(d.Verdicts)},
		{"riskProfile", nil},
		{"certificateHolders", listOf(d.Holders)},
		{"mortgageeClauses", listOf(d.Clauses)},
		{"insureds", listOf(d.Insureds)},
		{"assets", listOf(d.Assets)},
		{"policies", each(d.Policies, d.policyJSON)},
		{"waivers", each(d.Waivers, d.waiverJSON)},
		{"placements", each(d.Placements, d.placementJSON)},
		{"letters", each(d.letters(), encoded)},
		{"steps", each(d.steps(), encoded)},
		{"evidence", each(d.Evidence, d.evidenceJSON)},
		{"documents", each(d.Files, fileJSON)},
		{"tasks", listOf(d.Tasks)},
		{"trail", listOf(d.Events)},
		{"trailLeftOut", d.Left},
	}
	if p := d.profile(); p != nil {
		o[6].value = model.MembersOf(*p)
	}
	return o.write(w)
}

// write writes the members one after the other, and the records of lists: never all of them are in memory as text.
func (o object) write(w io.Writer) error {
	mark := "{\n"
	for _, m := range o {
		if _, err := io.WriteString(w, mark+string(scalar.EncodeJSON(m.name))+": "); err != nil {
			return err
		}
		mark = ",\n"
		if list, isList := m.value.(iter.Seq[scalar.JSON]); isList {
			if err := writeList(w, list); err != nil {
				return err
			}
			continue
		}
		text, err := json.Marshal(m.value)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n}\n")
	return err
}

func writeList(w io.Writer, list iter.Seq[scalar.JSON]) error {
	mark := "[\n"
	for record := range list {
		if _, err := io.WriteString(w, mark+string(record)); err != nil {
			return err
		}
		mark = ",\n"
	}
	end := "\n]"
	if mark == "[\n" {
		end = "[]"
	}
	_, err := io.WriteString(w, end)
	return err
}

// listOf are records with the members of the API.
func listOf[T any](records []*T) iter.Seq[scalar.JSON] {
	return each(records, func(r *T) scalar.JSON { return model.MembersOf(*r) })
}

// each are records as JSON, each when it is asked for.
func each[T any](records []*T, text func(*T) scalar.JSON) iter.Seq[scalar.JSON] {
	return func(yield func(scalar.JSON) bool) {
		for _, r := range records {
			if !yield(text(r)) {
				return
			}
		}
	}
}

// all are records as JSON at once, within another one.
func all[T any](records []*T) []scalar.JSON {
	if len(records) == 0 {
		return []scalar.JSON{}
	}
	return slices.Collect(listOf(records))
}

// with adds members to those of a record.
func with(record scalar.JSON, more ...member) scalar.JSON {
	added := scalar.EncodeJSON(object(more))
	if len(record) == 2 {
		return added
	}
	return append(append(record[:len(record)-1:len(record)-1], ','), added[1:]...)
}

func (d *Dossier) policyJSON(p *model.Policy) scalar.JSON {
	return with(model.MembersOf(*p), member{"versions", all(d.versionsOf(p))}, member{"cancellations", all(d.cancellationsOf(p))})
}

func (d *Dossier) versionsOf(p *model.Policy) (of []*model.PolicyVersion) {
	for _, v := range d.Versions {
		if v.PolicyID == p.ID {
			of = append(of, v)
		}
	}
	return of
}

func (d *Dossier) cancellationsOf(p *model.Policy) (of []*model.Cancellation) {
	for _, c := range d.Cancellations {
		if c.PolicyID == p.ID {
			of = append(of, c)
		}
	}
	return of
}

func (d *Dossier) waiverJSON(w *model.Waiver) scalar.JSON {
	return with(model.MembersOf(*w), member{"requestedByName", d.names.person(&w.RequestedBy)},
		member{"decidedByName", d.names.person(w.DecidedBy)})
}

func (d *Dossier) evidenceJSON(e *model.Evidence) scalar.JSON {
	return with(model.MembersOf(*e), member{"files", all(d.filesOf(e))})
}

func (d *Dossier) filesOf(e *model.Evidence) (of []*model.EvidenceFile) {
	for _, f := range d.Records.Files {
		if f.EvidenceID == e.ID {
			of = append(of, f)
		}
	}
	return of
}

func fileJSON(f *File) scalar.JSON {
	if f.Name == "" {
		return with(model.MembersOf(*f.Document), member{"file", nil}, member{"sha256", nullIfEmpty(f.SHA256)})
	}
	return with(model.MembersOf(*f.Document), member{"file", f.Name}, member{"size", f.Size}, member{"sha256", f.SHA256})
}

func nullIfEmpty(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// finding is a finding as GraphQL has it.
type finding struct {
	Code            model.FindingCode    `json:"code"`
	Outcome         model.FindingOutcome `json:"outcome"`
	PolicyID        *uuid.UUID           `json:"policyId"`
	PolicyVersionID *uuid.UUID           `json:"policyVersionId"`
	Peril           *uuid.UUID           `json:"perilId"`
	Item            *string              `json:"item"`
	Required        *string              `json:"required"`
	Found           *string              `json:"found"`
	Message         string               `json:"message"`
	WaiverID        *uuid.UUID           `json:"waiverId"`
	Since           *time.Time           `json:"since"`
	Counted         bool                 `json:"counted"`
}

// told is a verdict as GraphQL has it.
func told(c *model.Compliance) object {
	demands := []object{}
	for _, r := range c.Demands {
		targets := []object{}
		for _, t := range r.Targets {
			targets = append(targets, object{
				{"assetId", t.AssetID}, {"verdict", t.Verdict}, {"requiredLimit", t.RequiredLimit}, {"foundLimit", t.FoundLimit},
				{"shortfall", t.Shortfall}, {"findings", findingsOf(t.Findings)},
			})
		}
		demands = append(demands, object{
			{"key", r.Key}, {"coverageTypeId", r.CoverageTypeID}, {"verdict", r.Verdict}, {"targets", targets},
			{"findings", findingsOf(r.Findings)}, {"requiredLimit", r.RequiredLimit},
			{"foundLimit", r.FoundLimit}, {"shortfall", r.Shortfall},
		})
	}
	return object{
		{"on", c.On.Format(time.DateOnly)}, {"verdict", c.Verdict}, {"riskProfileId", c.RiskProfileID}, {"demands", demands},
	}
}

func findingsOf(findings []*model.Finding) []scalar.JSON {
	list := []scalar.JSON{}
	for _, f := range findings {
		list = append(list, scalar.EncodeTimesJSON(finding{
			f.Code, f.Outcome, f.PolicyID, f.PolicyVersionID, f.PerilID, f.Item, f.Required, f.Found, f.Message, f.WaiverID,
			f.Since, f.Counted,
		}))
	}
	return list
}
