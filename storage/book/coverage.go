package book

import (
	"github.com/99designs/gqlgen/graphql"

	"github.com/covertrack/covertrack/model"
)

// Carriers are made-up insurers.
var Carriers = []model.CarrierInput{
	{Name: "Beacon Example Insurance", NaicCode: Some("10001"), AmBestRating: Some("A+ XV")},
	{Name: "Cardinal Example Mutual", NaicCode: Some("10002"), AmBestRating: Some("A XII")},
	{Name: "Granite Example Casualty", NaicCode: Some("10003"), AmBestRating: Some("A- IX")},
	{Name: "Meridian Example Specialty", NaicCode: Some("10004"), AmBestRating: Some("B++ VIII")},
	{Name: "Union Example Assurance", NaicCode: Some("10005"), AmBestRating: Some("A XI")},
}

// Cover is what a policy of the Coverage Framework covers.
type Cover struct {
	Layer model.CoverageLayer
	Types []string
}

// Perils returns the perils of the coverage types that are evidenced, each once. It asks about each peril once, in the
// order of the catalog.
func (c Cover) Perils(evidenced func(key string) bool) (keys []string) {
	asked := map[string]bool{}
	for _, ref := range c.Types {
		t, _ := model.CoverageTypes.ByRef(ref)
		for _, p := range t.Perils {
			if !asked[p.Key] && evidenced(p.Key) {
				keys = append(keys, p.Key)
			}
			asked[p.Key] = true
		}
	}
	return keys
}

// Set gives a policy of the Coverage Framework the cover, with one limit.
func (c Cover) Set(in *model.CreatePolicyInput, perils []string, limit *model.MoneyInput) {
	in.CoverageLayer, in.CoverageTypes, in.Perils = Some(c.Layer), List(c.Types...), List(perils...)
	in.Limits = c.Limit(limit)
}

// Limit is a limit for the first of the coverage types.
func (c Cover) Limit(amount *model.MoneyInput) graphql.Omittable[[]*model.LimitInput] {
	return List(&model.LimitInput{CoverageType: Some(c.Types[0]), Kind: model.LimitKindPerOccurrence, Amount: amount})
}

// TotalLimit is one limit for all that a policy covers.
func TotalLimit(amount *model.MoneyInput) graphql.Omittable[[]*model.LimitInput] {
	return List(&model.LimitInput{Kind: model.LimitKindTotal, Amount: amount})
}

// Demands are requirements for coverage types, without any limits.
func Demands(coverageTypes ...string) graphql.Omittable[[]*model.RequirementInput] {
	requirements := make([]*model.RequirementInput, len(coverageTypes))
	for i, t := range coverageTypes {
		requirements[i] = &model.RequirementInput{CoverageType: t}
	}
	return graphql.OmittableOf(requirements)
}
