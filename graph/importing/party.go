package importing

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
)

// contactOf finds a user or a broker by an address; uuid.Nil for none.
func (c *chunk) contactOf(email string) uuid.UUID {
	for _, u := range c.found.Users {
		if strings.EqualFold(u.Email, email) {
			return u.ID
		}
	}
	for _, b := range c.found.Brokers {
		if strings.EqualFold(scalar.OrZero(b.Email), email) {
			return b.ID
		}
	}
	return uuid.Nil
}

// brokers makes the brokers whose addresses nobody has.
func (c *chunk) brokers(ctx context.Context) error {
	var items []*item
	wanted := map[string]bool{}
	add := func(email string, input map[string]any, of *importing.Record) {
		if email == "" || wanted[email] || c.contactOf(email) != uuid.Nil {
			return
		}
		wanted[email] = true
		input["email"] = email
		items = append(items, &item{
			input: input, refuse: c.refuseRecord(of),
			made: func(id uuid.UUID) {
				c.found.Brokers = append(c.found.Brokers, &model.Broker{ID: id, Email: &email})
				c.ids[of] = id
			},
		})
	}
	for _, l := range c.loans {
		for _, r := range l.Brokers {
			for _, email := range r.Emails("email") {
				add(email, maps.Clone(r.Input), r)
			}
		}
		for _, r := range l.Records() {
			for _, email := range slices.Concat(r.Emails("insuranceContacts"), r.Emails("insuranceContactsCC")) {
				add(email, map[string]any{}, r)
			}
		}
	}
	if err := c.createAll(ctx, "broker", items); err != nil {
		return err
	}
	for _, l := range c.loans {
		for _, r := range l.Brokers {
			for _, email := range r.Emails("email") {
				c.ids[r] = c.contactOf(email)
			}
		}
	}
	return nil
}

// contacts are the ids of addresses.
func (c *chunk) contacts(emails []string) (ids []string) {
	for _, email := range emails {
		if id := c.contactOf(email); id != uuid.Nil {
			ids = append(ids, id.String())
		}
	}
	return ids
}

func (c *chunk) groupOf(name string) uuid.UUID {
	for _, g := range c.found.Groups {
		if strings.EqualFold(g.Name, name) || strings.EqualFold(g.ID.String(), name) {
			return g.ID
		}
	}
	return uuid.Nil
}

// insuredGroups makes the groups that there are not yet.
func (c *chunk) insuredGroups(ctx context.Context) error {
	for _, l := range c.loans {
		for _, r := range l.Insureds {
			name := r.Text("insuredGroup")
			if name == "" || c.groupOf(name) != uuid.Nil {
				continue
			}
			id, refused, err := c.createOne(ctx, "insuredGroup", map[string]any{"name": name})
			if err != nil {
				return err
			}
			if refused != nil {
				r.Refuse(refused, c.names)
				continue
			}
			c.found.Groups = append(c.found.Groups, &model.InsuredGroup{ID: id, Name: name})
		}
	}
	return nil
}

// insureds makes and changes insureds. Several loans may have one.
func (c *chunk) insureds(ctx context.Context) error {
	var items []*item
	byKey := map[string][]*importing.Record{}
	for _, l := range c.loans {
		for _, r := range l.Insureds {
			known, isTwice := c.insuredOf(r)
			switch {
			case isTwice:
				r.Refuse(fault.One("/displayName", fault.CodeDuplicate, "is the name of several insureds; give a group or a key of their own"), c.names)
			case known != nil:
				c.ids[r] = known.ID
				if err := c.updateInsured(ctx, r, known); err != nil {
					return err
				}
			default:
				byKey[r.Key] = append(byKey[r.Key], r)
				if len(byKey[r.Key]) == 1 {
					items = append(items, &item{input: c.insuredInput(r), refuse: func(vs violations) {
						for _, same := range byKey[r.Key] {
							same.Refuse(vs, c.names)
						}
					}, made: func(id uuid.UUID) {
						for _, same := range byKey[r.Key] {
							c.ids[same] = id
						}
					}})
				}
			}
		}
	}
	return c.createAll(ctx, "insured", items)
}

func (c *chunk) insuredInput(r *importing.Record) map[string]any {
	input := maps.Clone(r.Input)
	if name := r.Text("insuredGroup"); name != "" {
		delete(input, "insuredGroup")
		if id := c.groupOf(name); id != uuid.Nil {
			input["insuredGroup"] = id.String()
		}
	}
	return input
}

// insuredOf finds an insured by its key, else by its name and its group, if it has one.
func (c *chunk) insuredOf(r *importing.Record) (found *model.Insured, isTwice bool) {
	group := c.groupOf(r.Text("insuredGroup"))
	for _, i := range c.found.Insureds {
		if id := r.Text("externalId"); id != "" && scalar.OrZero(i.ExternalID) == id {
			return i, false
		}
		if !strings.EqualFold(i.DisplayName, nameOf(r)) || r.Text("externalId") != "" && i.ExternalID != nil ||
			group != uuid.Nil && scalar.OrZero(i.InsuredGroupID) != group {
			continue
		}
		if found != nil {
			return nil, true
		}
		found = i
	}
	return found, false
}

func (c *chunk) updateInsured(ctx context.Context, r *importing.Record, i *model.Insured) error {
	now := map[string]any{
		"externalId": i.ExternalID, "displayName": i.DisplayName, "corporateName": i.CorporateName, "firstName": i.FirstName,
		"middleName": i.MiddleName, "lastName": i.LastName, "type": i.Type, "insuredGroup": i.InsuredGroupID,
	}
	input := differing(r, c.insuredInput(r), now)
	if r.Text("externalId") == "" { // its name is its key, however it is written
		for _, member := range []string{"displayName", "corporateName", "firstName", "middleName", "lastName"} {
			delete(input, member)
		}
	}
	return c.changeIfOther(ctx, r, i.ID, input)
}

// changeIfOther changes a record if something differs.
func (c *chunk) changeIfOther(ctx context.Context, r *importing.Record, id uuid.UUID, input map[string]any) error {
	if len(input) == 0 || r.Rows[0].IsRefused() {
		return nil
	}
	refused, err := c.change(ctx, c.ops.update[string(r.Noun)], id, input)
	if refused != nil {
		r.Refuse(refused, c.names)
	}
	return err
}

// differing are the members that differ from what a record has now. A constant is for new records alone.
func differing(r *importing.Record, wanted, now map[string]any) map[string]any {
	input := map[string]any{}
	for member, value := range wanted {
		before, known := now[member]
		if known && r.IsGiven(member) && !sameJSON(before, value) {
			input[member] = value
		}
	}
	return input
}

// sameJSON compares what a record has with what a cell says: amounts by their value, ids as texts.
func sameJSON(a, b any) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && scalar.SameJSON(x, y)
}
