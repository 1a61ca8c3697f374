package placement

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"
)

// Programme is the rules of one law, or of loan agreements, by which insurance is placed.
type Programme struct {
	Key          string
	Name         string
	Source       Source
	ValidFrom    Date  `yaml:"validFrom"` // a placement that begins on a day has the programme of that day
	ValidTo      Date  `yaml:"validTo"`   // the last day; zero for none
	AppliesTo    Scope `yaml:"appliesTo"`
	Delivery     Delivery
	Steps        []*Step
	Waits        []Wait // before insurance is placed or charged
	RenewalWaits []Wait `yaml:"renewalWaits"` // the same where a placement is renewed
	Refund       Refund
	Readings     []Reading
}

// Source is where rules come from, and as of when they were read.
type Source struct{ Name, Edition string }

// Scope is which targets a programme is for. Without asset types or coverage types it is for all.
type Scope struct {
	Citation         string
	AssetTypes       []string `yaml:"assetTypes"`
	MaxUnits         int      `yaml:"maxUnits"`
	CoverageTypes    []string `yaml:"coverageTypes"`
	FloodZone        string   `yaml:"floodZone"` // sfha: a special flood hazard area
	FederallyRelated bool     `yaml:"federallyRelated"`
	BorrowerOccupied bool     `yaml:"borrowerOccupied"`
}

// Delivery is how a notice must go out to count.
type Delivery struct {
	Citation           string
	PostClasses        []string `yaml:"postClasses"`
	Electronic         string   // consent: only where the borrower agreed; accepted: always
	ElectronicCitation string   `yaml:"electronicCitation"`
}

// Step is a notice of a programme.
type Step struct {
	Key            string
	Name           string
	Model          string // of the law's model forms; "" without one
	Citation       string
	CountsAs       string `yaml:"countsAs"`    // another step, of which this is a variant
	OfRenewal      bool   `yaml:"ofRenewal"`   // sent when a placement is renewed, and never before
	BeforeLapse    bool   `yaml:"beforeLapse"` // counts also if it is handed over before cover ended
	DueAtOnce      bool   `yaml:"dueAtOnce"`   // due on the day on which the lack is determined
	After          []Wait
	OnlyStatements string `yaml:"onlyStatements"` // the citation by which it says nothing else; "" where it may
	AsksEstimate   string `yaml:"asksEstimate"`   // the citation by which it tells the cost; "" where it need not
	Statements     []*Statement
}

// Wait is how many days lie between a notice and what may follow.
type Wait struct {
	Step      string
	Days      int
	WholeDays bool   `yaml:"wholeDays"` // the last day is over, too
	Agreed    string // the member of AgreedDays that gives the days
	Citation  string
	Rule      string
}

// Refund is by when overlapping premiums are given back and the placement ends.
type Refund struct {
	Days      int
	Agreed    string
	Citation  string
	ShortRate string `yaml:"shortRate"` // ifMore: the carrier's, if it gives more than by days; asRecorded: always
}

// Reading is what was decided where a rule can be read in two ways.
type Reading struct{ Question, Taken, Other, Citation string }

// AgreedDays are the days that a loan agreement gives.
type AgreedDays struct {
	Cure   int `json:"cure"`   // between the notice and the placement
	Refund int `json:"refund"` // between evidence and what is given back
}

// Date is a calendar day of a programme's file.
type Date struct{ time.Time }

// UnmarshalYAML reads a day as YYYY-MM-DD.
func (d *Date) UnmarshalYAML(node *yaml.Node) (err error) {
	d.Time, err = time.Parse(time.DateOnly, node.Value)
	return err
}

//go:embed programmes/*.yaml
var programmeFiles embed.FS

// Load reads and checks all programmes once. An error is a mistake in the program's own files.
var Load = sync.OnceValues(func() ([]*Programme, error) {
	var programmes []*Programme
	var problems []error
	for _, key := range []string{"regX", "flood", "contract"} { // in the order in which they are tried
		text, err := programmeFiles.ReadFile(path.Join("programmes", key+".yaml"))
		if err != nil {
			return nil, err
		}
		p, err := read(text)
		problems = append(problems, err)
		programmes = append(programmes, p)
	}
	return programmes, errors.Join(problems...)
})

// ByKey returns a programme; nil if there is none with the key. Call Load at the start of the program.
func ByKey(key string) *Programme {
	programmes, _ := Load()
	if at := slices.IndexFunc(programmes, func(p *Programme) bool { return p.Key == key }); at >= 0 {
		return programmes[at]
	}
	return nil
}

func read(text []byte) (*Programme, error) {
	p := &Programme{}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(p); err != nil {
		return p, err
	}
	return p, p.check()
}

// Step returns a step; nil if there is none with the key.
func (p *Programme) Step(key string) *Step {
	if at := slices.IndexFunc(p.Steps, func(s *Step) bool { return s.Key == key }); at >= 0 {
		return p.Steps[at]
	}
	return nil
}

// StepsOf returns the notices that are due one after another: those of a renewal, or all others. Variants are left out.
func (p *Programme) StepsOf(renewal bool) []*Step {
	var steps []*Step
	for _, w := range p.waits(renewal) {
		steps = append(steps, p.Step(w.Step))
	}
	return steps
}

func (p *Programme) waits(renewal bool) []Wait {
	if renewal {
		return p.RenewalWaits
	}
	return p.Waits
}

// IsAgreed reports whether a loan agreement gives the programme's days.
func (p *Programme) IsAgreed() bool { return p.Refund.Agreed != "" }

// With returns the programme with the days of a loan agreement.
func (p *Programme) With(days AgreedDays) *Programme {
	agreed := *p
	named := map[string]int{"cure": days.Cure, "refund": days.Refund}
	resolve := func(waits []Wait) []Wait {
		resolved := slices.Clone(waits)
		for i := range resolved {
			if name := resolved[i].Agreed; name != "" {
				resolved[i].Days = named[name]
			}
		}
		return resolved
	}
	agreed.Waits, agreed.RenewalWaits = resolve(p.Waits), resolve(p.RenewalWaits)
	if p.Refund.Agreed != "" {
		agreed.Refund.Days = named[p.Refund.Agreed]
	}
	return &agreed
}

// isValidOn reports whether the programme's rules are in force.
func (p *Programme) isValidOn(day time.Time) bool {
	return !day.Before(p.ValidFrom.Time) && (p.ValidTo.IsZero() || !day.After(p.ValidTo.Time))
}

// earliestAfter returns the first day that a wait allows.
func (w Wait) earliestAfter(handedOver time.Time) time.Time {
	if w.WholeDays {
		return plus(handedOver, w.Days+1)
	}
	return plus(handedOver, w.Days)
}

// latestBefore returns the last day of a notice that lets a day pass.
func (w Wait) latestBefore(day time.Time) time.Time {
	if w.WholeDays {
		return plus(day, -w.Days-1)
	}
	return plus(day, -w.Days)
}

func (p *Programme) problem(format string, args ...any) error {
	return fmt.Errorf("programme %s: "+format, append([]any{p.Key}, args...)...)
}
