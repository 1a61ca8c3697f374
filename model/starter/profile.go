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
	return profiles
}()

// Profile is a risk profile to begin with.
type Profile struct {
	Key          string            `json:"key"`
	Name         string            `json:"name"`
	About        string            `json:"about"` // which loans it is for, and what it leaves out
	AssetTypes   []string          `json:"assetTypes"`
	CarriedOver  model.CarriedOver `json:"carriedOver"`
	Sources      map[string]Source `json:"sources"`
	Requirements []*Requirement    `json:"requirements"`
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

// Members are what the profile asks, as `key.member`, each with its source, in the order of the requirements.
func (p *Profile) Members() (members []string, sources []Source) {
	for _, r := range p.Requirements {
		for _, member := range slices.Sorted(maps.Keys(r.From)) {
			members = append(members, *r.Ask.Key.Value()+"."+member)
			sources = append(sources, p.Sources[r.From[member]])
		}
	}
	return members, sources
}

// Draft returns the profile as a lender drafts it. Its description says that it is a starting point, and on what it rests.
func (p *Profile) Draft() model.CreateRiskProfileInput {
	asked := make([]*model.RequirementInput, len(p.Requirements))
	for i, r := range p.Requirements {
		asked[i] = r.Ask
	}
	description := p.description()
	return model.CreateRiskProfileInput{
		Name: p.Name, Description: graphql.OmittableOf(&description), AssetTypes: graphql.OmittableOf(p.AssetTypes),
		Requirements: graphql.OmittableOf(asked), CarriedOver: graphql.OmittableOf(&p.CarriedOver),
	}
}

func (p *Profile) description() string {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "A starting point, and no advice: compare it with your loan agreements and with the sources before you publish it. %s\n", p.About)
	resting := map[string][]string{}
	for _, r := range p.Requirements {
		for _, member := range slices.Sorted(maps.Keys(r.From)) {
			resting[r.From[member]] = append(resting[r.From[member]], *r.Ask.Key.Value()+"."+member)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(resting)) {
		s := p.Sources[name]
		_, _ = fmt.Fprintf(&b, "\n%s (%s): %s.", s.Source, s.Edition, strings.Join(resting[name], ", "))
	}
	return b.String()
}
