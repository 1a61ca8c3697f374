package starter

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
)

//go:embed profiles.json
var profilesJSON []byte

// Profiles are the risk profiles to begin with, in the order in which people see them.
var Profiles = func() (profiles []*Profile) {
	if err := json.Unmarshal(profilesJSON, &profiles); err != nil {
		panic(err)
	}
	for _, p := range profiles {
		p.Members = p.members()
		p.Description = p.description()
	}
	return profiles
}()

// ByKey returns a profile; nil if there is none with the key.
func ByKey(key string) *Profile {
	if at := slices.IndexFunc(Profiles, func(p *Profile) bool { return p.Key == key }); at >= 0 {
		return Profiles[at]
	}
	return nil
}

// Profile is a risk profile to begin with.
type Profile struct {
	Key          string            `json:"key"`
	Name         string            `json:"name"`
	About        string            `json:"about"` // which loans it is for, and what it leaves out
	AssetTypes   []string          `json:"assetTypes"`
	CarriedOver  model.CarriedOver `json:"carriedOver"`
	Sources      map[string]Source `json:"sources"`
	Requirements []*Requirement    `json:"requirements"`

	Description string    `json:"-"` // as the draft has it: a starting point, and on what it rests
	Members     []*Member `json:"-"` // of all requirements, in their order
}

// Member is what a profile asks by one member of a requirement, with its source.
type Member struct {
	Requirement     string // its key
	Name            string
	Source, Edition string
}

// Source is where a demand comes from.
type Source struct {
	Source  string `json:"source"`
	Edition string `json:"edition"` // or what was not compared
}

// Requirement is one demand, and of each of its members the name of the source.
type Requirement struct {
	Ask  *model.RequirementInput `json:"ask"`
	From map[string]string       `json:"from"`
}

func (p *Profile) members() (members []*Member) {
	for _, r := range p.Requirements {
		for _, name := range slices.Sorted(maps.Keys(r.From)) {
			from := p.Sources[r.From[name]]
			members = append(members, &Member{*r.Ask.Key.Value(), name, from.Source, from.Edition})
		}
	}
	return members
}

// Draft returns the profile as a lender drafts it.
func (p *Profile) Draft() model.CreateRiskProfileInput {
	asked := make([]*model.RequirementInput, len(p.Requirements))
	for i, r := range p.Requirements {
		asked[i] = r.Ask
	}
	return model.CreateRiskProfileInput{
		Name: p.Name, Description: graphql.OmittableOf(&p.Description), AssetTypes: graphql.OmittableOf(p.AssetTypes),
		Requirements: graphql.OmittableOf(asked), CarriedOver: graphql.OmittableOf(&p.CarriedOver),
	}
}

func (p *Profile) description() string {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b,
		"A starting point, and no advice: compare it with your loan agreements and with the sources before you publish it. %s\n", p.About)
	resting := map[Source][]string{}
	for _, m := range p.Members {
		from := Source{m.Source, m.Edition}
		resting[from] = append(resting[from], m.Requirement+"."+m.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Sources)) {
		if s := p.Sources[name]; resting[s] != nil {
			_, _ = fmt.Fprintf(&b, "\n%s (%s): %s.", s.Source, s.Edition, strings.Join(resting[s], ", "))
		}
	}
	return b.String()
}
