package dossier

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Page is what a dossier is written on, from top to bottom.
type Page interface {
	// Section begins a part of the dossier.
	Section(title string)
	// Heading begins what is about one record.
	Heading(text string)
	// Text writes a paragraph.
	Text(text string)
	// Facts writes names and what they are, one a line.
	Facts(facts [][2]string)
	// Table writes rows below the names of their columns. The widths are parts of the whole.
	Table(columns []string, widths []float64, rows [][]string)
	// Letter writes a text word for word, in its own lines.
	Letter(text string)
}

// Write writes the dossier.
func (d *Dossier) Write(p Page) {
	d.writeLoan(p)
	p.Section("Verdict on " + scalar.SpokenDay(d.On))
	d.names.writeVerdict(p, d.Verdict, d.profile())
	d.writeHistory(p)
	d.writeRequirements(p)
	d.writeAssets(p)
	d.writePolicies(p)
	d.writeWaivers(p)
	d.writePlacements(p)
	d.writeLetters(p)
	d.writeEvidence(p)
	d.writeDocuments(p)
	d.writeTasks(p)
	d.writeTrail(p)
}

func (d *Dossier) writeLoan(p Page) {
	p.Section(d.Case.DisplayName)
	p.Text("What was known about this loan at the end of " + scalar.SpokenDay(d.On) + " (UTC), and what had been done. Records, " +
		"names and verdicts are as they were then; what was recorded or changed later is not here. How the loan stands today is in " +
		"today.pdf.")
	if since := d.TrailSince; since != nil && since.After(d.until()) {
		p.Text("The trail of changes begins on " + scalar.SpokenDay(*since) +
			": what was changed before then is told as it was on that day.")
	}
	facts := [][2]string{{"Lender", d.Lender}, {"Verdict on the day", sentence(string(d.Verdict.Verdict))}}
	p.Facts(append(facts, d.names.facts(model.MembersOf(*d.Case), "displayName", "name", "metadata")...))
	for _, i := range d.Insureds {
		if slices.Contains(d.Case.InsuredIDs, i.ID) {
			p.Heading("Borrower: " + i.DisplayName)
			p.Facts(d.names.facts(model.MembersOf(*i), "displayName", "name", "pathName", "typeGiven"))
		}
	}
	for _, c := range d.Clauses {
		p.Heading(d.names.of(c.ID))
		p.Facts([][2]string{{"Wording", c.Wording}})
	}
}

// hidden are members that are told otherwise, or mean nothing to people.
var hidden = []string{
	"id", "caseId", "policyId", "createdAt", "currentVersionId", "cancellations", "displayName", "linkId", "evidenceId", "uploadId",
	"gapDays", "noInsureds", "weight", "importId", "quiet",
}

// enums are members whose values are names.
var enums = []string{
	"status", "statusBeforeHold", "state", "stateBeforeHold", "coverageLayer", "placement", "managementType", "type",
	"valuation", "clauseType",
	"limitBasis", "limitPer", "insuredNamed", "codes", "accepted", "carriedOver", "otherCoverages",
}

// facts are the members of a record in words, but some.
func (n names) facts(record scalar.JSON, but ...string) (facts [][2]string) {
	gjson.ParseBytes(record).ForEach(func(name, value gjson.Result) bool {
		if slices.Contains(hidden, name.String()) || slices.Contains(but, name.String()) {
			return true
		}
		if said := n.member(name.String(), value); said != "" {
			facts = append(facts, [2]string{sentence(name.String()), said})
		}
		return true
	})
	return facts
}

// member says the value of a member.
func (n names) member(name string, value gjson.Result) string {
	if !slices.Contains(enums, name) {
		return n.value(value)
	}
	var said []string
	for _, v := range value.Array() {
		said = append(said, sentence(v.String()))
	}
	return strings.Join(said, ", ")
}

// writeVerdict writes a verdict with its reasons.
func (n names) writeVerdict(p Page, c *model.Compliance, profile *model.RiskProfile) {
	if profile == nil {
		p.Text("No risk profile was set: nothing was required.")
		return
	}
	p.Text(sentence(string(c.Verdict)) + ", held against the risk profile " + profile.Name + ", version " +
		strconv.Itoa(profile.Version) + ".")
	var rows, reasons [][]string
	for _, d := range c.Demands {
		of := n.of(d.CoverageTypeID)
		if len(d.Targets) == 0 {
			rows = append(rows, []string{of, "", sentence(string(d.Verdict)), "", "", ""})
		}
		for _, t := range d.Targets {
			at := n.target(t.AssetID)
			rows = append(rows, []string{
				of, at, sentence(string(t.Verdict)), t.RequiredLimit.Spoken(), t.FoundLimit.Spoken(), t.Shortfall.Spoken(),
			})
			reasons = append(reasons, n.reasons(of, at, t.Findings)...)
		}
		reasons = append(reasons, n.reasons(of, "All together", d.Findings)...)
	}
	p.Table([]string{"Requirement", "For", "Verdict", "Required limit", "Found", "Shortfall"}, []float64{22, 22, 14, 15, 14, 13}, rows)
	if len(reasons) > 0 {
		p.Heading("Reasons")
		p.Table([]string{"Requirement", "For", "Result", "Reason", "Since"}, []float64{16, 16, 12, 42, 14}, reasons)
	}
}

// target is what a requirement is held against.
func (n names) target(asset *uuid.UUID) string {
	if asset == nil {
		return "The loan"
	}
	return n.of(*asset)
}

func (n names) reasons(of, at string, findings []*model.Finding) (rows [][]string) {
	for _, f := range findings {
		since := ""
		if f.Since != nil {
			since = scalar.SpokenDay(*f.Since)
		}
		rows = append(rows, []string{of, at, sentence(string(f.Outcome)), f.Message, since})
	}
	return rows
}

func (d *Dossier) writeHistory(p Page) {
	var rows [][]string
	for _, v := range d.Verdicts {
		var codes []string
		for _, c := range v.Codes {
			codes = append(codes, sentence(string(c)))
		}
		from := ""
		if v.From != nil {
			from = sentence(string(*v.From))
		}
		rows = append(rows, []string{instant(v.At), from, sentence(string(v.To)), strings.Join(codes, ", ")})
	}
	if len(rows) > 0 {
		p.Heading("Verdicts as they were recorded")
		p.Table([]string{"When", "Before", "Verdict", "Reasons"}, []float64{30, 15, 15, 40}, rows)
	}
}

func (d *Dossier) writeRequirements(p Page) {
	profile := d.profile()
	if profile == nil {
		return
	}
	p.Section("Requirements")
	p.Facts(d.names.facts(model.MembersOf(*profile), "requirements", "name", "protectionScore", "lineageId", "sourceId", "sourceLineageId",
		"isLatestVersion", "isPublished", "certificateHolderClauseTypes"))
	for _, r := range profile.Requirements {
		p.Heading(cmp.Or(d.names.of(r.CoverageType), r.Key))
		p.Facts(d.names.facts(scalar.EncodeTimesJSON(r), "coverageType"))
	}
}

func (d *Dossier) writeAssets(p Page) {
	p.Section("Assets")
	for _, a := range d.Assets {
		p.Heading(a.DisplayName)
		facts := [][2]string{{"Type", d.names.of(a.AssetTypeID)}}
		t, _ := catalog.AssetTypes.ByID(a.AssetTypeID)
		for _, f := range a.Values {
			label := sentence(f.Key)
			if t != nil {
				if known, ok := t.FieldTypeByRef(f.Key); ok {
					label = known.Label
				}
			}
			facts = append(facts, [2]string{label, d.names.value(gjson.ParseBytes(f.Value))})
		}
		p.Facts(append(facts, [2]string{"Recorded", instant(a.CreatedAt)}))
	}
	none(p, len(d.Assets), "No asset was recorded.")
}

// none says that there is nothing in a section.
func none(p Page, count int, text string) {
	if count == 0 {
		p.Text(text)
	}
}

func (d *Dossier) writePolicies(p Page) {
	p.Section("Policies")
	none(p, len(d.Policies), "No policy was recorded.")
	for _, policy := range d.Policies {
		p.Heading(policyName(&policy.Coverage))
		versions := d.versionsOf(policy)
		facts := [][2]string{{"Status", sentence(string(policy.Status))}, {"Recorded", instant(policy.CreatedAt)}}
		if len(versions) > 0 {
			v := versions[len(versions)-1]
			facts = append(facts, [2]string{"Version", fmt.Sprintf("%d, of %s", v.VersionNumber, instant(v.CreatedAt))})
		}
		p.Facts(append(facts, d.names.facts(model.MembersOf(policy.Coverage))...))
		for _, c := range d.cancellationsOf(policy) {
			p.Facts([][2]string{{"Cancelled as of", scalar.SpokenDay(c.EffectiveDate)}})
			p.Facts(d.names.facts(model.MembersOf(*c), "effectiveDate"))
		}
		d.writeVersions(p, versions)
	}
}

// writeVersions tells what each version changed.
func (d *Dossier) writeVersions(p Page, versions []*model.PolicyVersion) {
	var rows [][]string
	for i, v := range versions[:max(len(versions)-1, 0)] {
		next := versions[i+1]
		for _, c := range d.changes(scalar.EncodeTimesJSON(model.Changes(v.Coverage, next.Coverage))) {
			of := fmt.Sprintf("%d, %s, %s", next.VersionNumber, sentence(string(next.Reason)), instant(next.CreatedAt))
			rows = append(rows, append([]string{of}, c...))
		}
	}
	if len(rows) > 0 {
		p.Table([]string{"Version", "What", "Before", "After"}, []float64{25, 15, 30, 30}, rows)
	}
}

// changes are the members of a change in words, each with what it was before and after.
func (d *Dossier) changes(changes scalar.JSON) (rows [][]string) {
	gjson.ParseBytes(changes).ForEach(func(name, change gjson.Result) bool {
		if !change.IsObject() {
			rows = append(rows, []string{sentence(name.String()), "", d.names.value(change)})
			return true
		}
		rows = append(rows, []string{
			sentence(name.String()), d.names.member(name.String(), change.Get("from")), d.names.member(name.String(), change.Get("to")),
		})
		return true
	})
	return rows
}

func (d *Dossier) writeWaivers(p Page) {
	p.Section("Exceptions")
	none(p, len(d.Waivers), "No exception was asked for.")
	for _, w := range d.Waivers {
		p.Heading(d.names.of(w.CoverageTypeID) + ", " + d.names.target(w.AssetID))
		facts := [][2]string{{"State", sentence(string(w.State))},
			{"Asked by", d.names.person(&w.RequestedBy) + ", " + instant(w.RequestedAt)}}
		if w.DecidedBy != nil && w.DecidedAt != nil {
			facts = append(facts, [2]string{sentence(string(w.State)) + " by", d.names.person(w.DecidedBy) + ", " + instant(*w.DecidedAt)})
		}
		p.Facts(append(facts, d.names.facts(model.MembersOf(*w), "state", "coverageTypeId", "assetId", "requestedBy", "requestedAt",
			"decidedBy", "decidedAt")...))
	}
}

func (d *Dossier) writeLetters(p Page) {
	p.Section("Letters")
	letters := d.letters()
	if len(d.PlacementLetters) > 0 {
		p.Text("Those to the borrower are told with lender-placed insurance.")
	}
	none(p, len(letters)+len(d.PlacementLetters), "No letter had been written.")
	for _, l := range letters {
		heading := sentence(l.Step)
		if l.PolicyID != nil {
			heading += ", " + d.names.of(*l.PolicyID)
		}
		p.Heading(heading)
		p.Facts(d.letterFacts(l))
		if l.Body != nil {
			p.Letter("Subject: " + scalar.OrZero(l.Subject) + "\n\n" + *l.Body)
		}
	}
	var rows [][]string
	for _, s := range d.steps() {
		about := ""
		if s.PolicyID != nil {
			about = d.names.of(*s.PolicyID)
		}
		why := d.names.text(scalar.OrZero(s.Reason))
		rows = append(rows, []string{sentence(string(s.Step)), about, scalar.SpokenDay(s.DueAt), sentence(string(s.State)), why})
	}
	if len(rows) > 0 {
		p.Heading("Steps without a letter")
		p.Table([]string{"Step", "Policy", "Due", "State", "Why"}, []float64{24, 28, 16, 14, 18}, rows)
	}
}

func (d *Dossier) letterFacts(l *letter) [][2]string {
	facts := [][2]string{{"To", strings.Join(l.Recipients, ", ")}}
	if len(l.Copies) > 0 {
		facts = append(facts, [2]string{"Copies", strings.Join(l.Copies, ", ")})
	}
	facts = append(facts, [2]string{"State", sentence(string(l.State))}, [2]string{"Handed over", orNever(l.HandedOver)})
	facts = append(facts, deliveryFacts(l.Deliveries)...)
	if l.Reason != nil {
		facts = append(facts, [2]string{"Reason", d.names.text(*l.Reason)})
	}
	return facts
}

// deliveryFacts say how a letter fared at each address.
func deliveryFacts(all []*model.NoticeDelivery) (facts [][2]string) {
	for _, one := range all {
		said := one.Address + ": " + deliveryWords[one.State]
		if one.SettledAt != nil {
			said += ", " + instant(*one.SettledAt)
		}
		if one.Reply != nil {
			said += " (" + *one.Reply + ")"
		}
		facts = append(facts, [2]string{"Delivery", said})
	}
	return facts
}

var deliveryWords = map[model.NoticeDeliveryState]string{
	model.NoticeDeliveryStatePending: "waiting", model.NoticeDeliveryStateSent: "accepted by the mail server",
	model.NoticeDeliveryStateRefused: "refused by the mail server", model.NoticeDeliveryStateAbandoned: "given up",
}

// orNever says a time, or that there was none.
func orNever(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return instant(*t)
}
