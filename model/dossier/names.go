package dossier

import (
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// names are what people call records and entries of the catalog, by their ids.
type names map[uuid.UUID]string

func namesOf(r *Records) names {
	n := names{r.Case.ID: r.Case.DisplayName}
	for _, u := range r.Users {
		n[u.ID] = u.DisplayName
	}
	for _, b := range r.Brokers {
		n[b.ID] = b.DisplayName
	}
	for _, a := range r.Actors {
		n[a.ID] = a.Name
	}
	n.addActors(r.Events)
	for _, h := range r.Holders {
		n[h.ID] = h.Name
	}
	for _, c := range r.Clauses {
		n[c.ID] = sentence(string(c.ClauseType)) + " clause in favor of " + n[c.CertificateHolderID]
	}
	for _, i := range r.Insureds {
		n[i.ID] = i.DisplayName
	}
	for _, g := range r.Groups {
		n[g.ID] = g.Name
	}
	for _, p := range r.Programs {
		n[p.ID] = p.Name
	}
	for _, a := range r.Assets {
		n[a.ID] = a.DisplayName
	}
	for _, p := range r.Policies {
		n[p.ID] = policyName(&p.Coverage)
	}
	for _, d := range r.Documents {
		n[d.ID] = d.Name
	}
	for _, p := range r.Placements {
		n[p.ID] = n.of(p.CoverageTypeID) + ", " + n.target(p.AssetID)
	}
	for _, l := range r.PlacementLetters {
		n[l.ID] = "letter to the borrower, " + n[l.PlacementID]
	}
	for _, p := range r.RiskProfiles {
		n[p.ID] = p.Name
	}
	return n
}

// addActors adds who did what, by the names that they had then.
func (n names) addActors(events []*model.AuditEvent) {
	for _, e := range events {
		if e.ActorID != nil {
			n[*e.ActorID] = e.ActorName
		}
	}
}

// policyName is what a policy is called in a text: its name and its number.
func policyName(c *model.Coverage) string {
	if number := scalar.OrZero(c.PolicyNumber); number != "" && number != c.DisplayName {
		return c.DisplayName + ", " + number
	}
	return c.DisplayName
}

// of returns the name of a record, or of an entry of the catalog; the id itself if there is none.
func (n names) of(id uuid.UUID) string {
	if name := n[id]; name != "" {
		return name
	}
	if t, ok := catalog.CoverageTypes.ByID(id); ok {
		return t.Name
	}
	if p, ok := catalog.Perils.ByID(id); ok {
		return p.Name
	}
	if e, ok := catalog.Endorsements.ByID(id); ok {
		return e.Name
	}
	if e, ok := catalog.Exclusions.ByID(id); ok {
		return e.Name
	}
	if t, ok := catalog.AssetTypes.ByID(id); ok {
		return t.Name
	}
	if c, ok := catalog.DocumentCategories.ByID(id); ok {
		return c.Name
	}
	return id.String()
}

// person returns the name of who acted, as the trail has it; "" for nobody.
func (n names) person(id *uuid.UUID) string {
	if id == nil {
		return ""
	}
	return n.of(*id)
}
