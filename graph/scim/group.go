package scim

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/elimity-com/scim"
	"github.com/google/uuid"
	filter "github.com/scim2/filter-parser/v2"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

const members = "members"

// groups are the groups of the directory that sends a request.
type groups struct{ *door }

// Create adds a group.
func (d groups) Create(r *http.Request, given scim.ResourceAttributes) (scim.Resource, error) {
	var made *identity.DirectoryGroup
	err := d.change(r, func(ctx context.Context, c *change) error {
		made = &identity.DirectoryGroup{ID: storage.NewID(), ProviderID: c.provider.ID, CreatedAt: c.now, UpdatedAt: c.now}
		if err := made.Set(given); err != nil {
			return err
		}
		if err := c.InsertDirectoryGroup(ctx, made); err != nil {
			return err
		}
		return c.AddDirectoryMembers(ctx, made, idsIn(given[members]))
	})
	if err != nil {
		return scim.Resource{}, d.failed(r, err)
	}
	return d.Get(r, made.ID.String())
}

// Get finds a group.
func (d groups) Get(r *http.Request, id string) (scim.Resource, error) {
	of := scalar.ParseID(id)
	found, _, err := d.store.DirectoryGroups(r.Context(), providerOf(r).ID, storage.DirectoryFilter{ID: &of}, 1, 0)
	if err == nil && len(found) == 0 {
		err = fault.NotFound("group")
	}
	if err != nil {
		return scim.Resource{}, d.failed(r, err)
	}
	shown, err := d.shown(r, found)
	if err != nil {
		return scim.Resource{}, d.failed(r, err)
	}
	return shown[0], nil
}

// GetAll lists groups.
func (d groups) GetAll(r *http.Request, params scim.ListRequestParams) (page scim.Page, err error) {
	f, err := filterOf(params)
	if err != nil {
		return page, d.failed(r, err)
	}
	found, total, err := d.store.DirectoryGroups(r.Context(), providerOf(r).ID, f, params.Count, params.StartIndex-1)
	if err != nil {
		return page, d.failed(r, err)
	}
	shown, err := d.shown(r, found)
	return scim.Page{TotalResults: total, Resources: shown}, d.failed(r, err)
}

// shown are groups as they are answered. Their members are read only if they are asked for.
func (d groups) shown(r *http.Request, list []*identity.DirectoryGroup) ([]scim.Resource, error) {
	query := r.URL.Query()
	asked, in := namesIn(query.Get("attributes")), map[uuid.UUID][]any{}
	if (len(asked) == 0 || slices.Contains(asked, members)) && !slices.Contains(namesIn(query.Get("excludedAttributes")), members) {
		ids := make([]uuid.UUID, len(list))
		for i, g := range list {
			ids[i] = g.ID
		}
		all, err := d.store.DirectoryMembers(r.Context(), ids)
		if err != nil {
			return nil, err
		}
		for _, m := range all {
			in[m.GroupID] = append(in[m.GroupID], map[string]any{"value": m.UserID.String(), "display": m.UserName})
		}
	}
	shown := make([]scim.Resource, len(list))
	for i, g := range list {
		attributes := g.Shown()
		attributes[members] = append([]any{}, in[g.ID]...)
		shown[i] = resourceOf(r, g.ID, g.CreatedAt, g.UpdatedAt, attributes)
	}
	return shown, nil
}

// Replace has a group be what is given, and nothing else.
func (d groups) Replace(r *http.Request, id string, given scim.ResourceAttributes) (scim.Resource, error) {
	err := d.update(r, id, func(ctx context.Context, c *change, g *identity.DirectoryGroup) (left []uuid.UUID, err error) {
		if err := g.Set(given); err != nil {
			return nil, err
		}
		return c.setMembers(ctx, g, scim.PatchOperationReplace, idsIn(given[members]))
	})
	if err != nil {
		return scim.Resource{}, d.failed(r, err)
	}
	return d.Get(r, id)
}

// Patch changes some attributes of a group, and answers nothing: a group may have very many members.
func (d groups) Patch(r *http.Request, id string, operations []scim.PatchOperation) (none scim.Resource, err error) {
	err = d.update(r, id, func(ctx context.Context, c *change, g *identity.DirectoryGroup) (left []uuid.UUID, err error) {
		attributes := g.Shown()
		for _, op := range operations {
			gone, err := c.patchMembers(ctx, g, &op)
			if err == nil && !isMembers(op.Path) {
				err = apply(attributes, op)
			}
			if err != nil {
				return nil, err
			}
			left = append(left, gone...)
		}
		return left, g.Set(attributes)
	})
	return none, d.failed(r, err)
}

// Delete removes a group.
func (d groups) Delete(r *http.Request, id string) error {
	return d.failed(r, d.change(r, func(ctx context.Context, c *change) error {
		g, err := c.LockDirectoryGroup(ctx, c.provider.ID, scalar.ParseID(id))
		if err != nil {
			return err
		}
		left, err := c.RemoveDirectoryMembers(ctx, g.ID, nil, true)
		if err != nil {
			return err
		}
		if err := c.DeleteDirectoryGroup(ctx, g.ID); err != nil {
			return err
		}
		return c.takeAway(ctx, c.provider.RolesOf(g.Values()), left)
	}))
}

// update changes a group by fn, which returns who has left it. With another name all have left the old one.
func (d groups) update(
	r *http.Request, id string, fn func(ctx context.Context, c *change, g *identity.DirectoryGroup) ([]uuid.UUID, error),
) error {
	return d.change(r, func(ctx context.Context, c *change) error {
		g, err := c.LockDirectoryGroup(ctx, c.provider.ID, scalar.ParseID(id))
		if err != nil {
			return err
		}
		was := g.Values()
		left, err := fn(ctx, c, g)
		if err != nil {
			return err
		}
		g.UpdatedAt = c.now
		if err := c.UpdateDirectoryGroup(ctx, g); err != nil {
			return err
		}
		if !slices.Equal(was, g.Values()) {
			in, err := c.DirectoryMembers(ctx, []uuid.UUID{g.ID})
			if err != nil {
				return err
			}
			for _, m := range in {
				left = append(left, m.UserID)
			}
		}
		return c.takeAway(ctx, c.provider.RolesOf(was), left)
	})
}

func isMembers(path *filter.Path) bool {
	return path != nil && strings.EqualFold(path.AttributePath.AttributeName, members)
}

// patchMembers does what an operation says of members, and takes them from its value. It returns who has left.
func (c *change) patchMembers(ctx context.Context, g *identity.DirectoryGroup, op *scim.PatchOperation) (left []uuid.UUID, err error) {
	values, isObject := op.Value.(map[string]any)
	switch {
	case isMembers(op.Path) && op.Path.ValueExpression != nil:
		e, _ := op.Path.ValueExpression.(*filter.AttributeExpression)
		if e == nil || !strings.EqualFold(e.AttributePath.AttributeName, "value") || op.Op != scim.PatchOperationRemove {
			return nil, badPath()
		}
		id, _ := e.CompareValue.(string)
		return c.setMembers(ctx, g, op.Op, []uuid.UUID{scalar.ParseID(id)})
	case isMembers(op.Path) && op.Op == scim.PatchOperationRemove && op.Value == nil: // all of them
		return c.setMembers(ctx, g, scim.PatchOperationReplace, nil)
	case isMembers(op.Path):
		return c.setMembers(ctx, g, op.Op, idsIn(op.Value))
	case op.Path == nil && isObject:
		values = maps.Clone(values)
		for name, value := range values {
			if strings.EqualFold(name, members) {
				delete(values, name)
				op.Value = values
				return c.setMembers(ctx, g, op.Op, idsIn(value))
			}
		}
	}
	return nil, nil
}

// setMembers adds members, removes them, or has the group have no others, and returns who has left.
func (c *change) setMembers(ctx context.Context, g *identity.DirectoryGroup, op string, ids []uuid.UUID) (left []uuid.UUID, err error) {
	if op != scim.PatchOperationAdd {
		left, err = c.RemoveDirectoryMembers(ctx, g.ID, ids, op == scim.PatchOperationReplace)
	}
	if err == nil && op != scim.PatchOperationRemove {
		err = c.AddDirectoryMembers(ctx, g, ids)
	}
	return left, err
}

// idsIn are the ids of the members that a value has; uuid.Nil for what is none.
func idsIn(value any) (ids []uuid.UUID) {
	list, _ := value.([]any)
	for _, one := range list {
		object, _ := one.(map[string]any)
		id, _ := object["value"].(string)
		ids = append(ids, scalar.ParseID(id))
	}
	return ids
}
