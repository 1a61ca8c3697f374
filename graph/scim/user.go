package scim

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/elimity-com/scim"
	"github.com/elimity-com/scim/schema"
	"github.com/google/uuid"
	filter "github.com/scim2/filter-parser/v2"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"

	scimerrors "github.com/elimity-com/scim/errors"
)

const externalID = schema.CommonAttributeExternalID

// users are the users of the directory that sends a request.
type users struct{ *door }

// Create adds a user.
func (d users) Create(r *http.Request, given scim.ResourceAttributes) (scim.Resource, error) {
	var made *identity.DirectoryUser
	err := d.change(r, func(ctx context.Context, c *change) error {
		made = &identity.DirectoryUser{ID: storage.NewID(), ProviderID: c.provider.ID, IsActive: true, CreatedAt: c.now, UpdatedAt: c.now}
		if err := made.Set(given); err != nil {
			return err
		}
		if err := c.InsertDirectoryUser(ctx, c.provider, made); err != nil {
			return err
		}
		return c.follow(ctx, made, !made.MaySignIn())
	})
	return d.shown(r, made, err)
}

// Get finds a user.
func (d users) Get(r *http.Request, id string) (scim.Resource, error) {
	of := scalar.ParseID(id)
	found, _, err := d.store.DirectoryUsers(r.Context(), providerOf(r).ID, storage.DirectoryFilter{ID: &of}, 1, 0)
	if err == nil && len(found) == 0 {
		err = fault.NotFound("user")
	}
	if err != nil {
		return scim.Resource{}, d.failed(r, err)
	}
	return d.shown(r, found[0], nil)
}

// GetAll lists users.
func (d users) GetAll(r *http.Request, params scim.ListRequestParams) (page scim.Page, err error) {
	f, err := filterOf(params)
	if err != nil {
		return page, d.failed(r, err)
	}
	found, total, err := d.store.DirectoryUsers(r.Context(), providerOf(r).ID, f, params.Count, params.StartIndex-1)
	page = scim.Page{TotalResults: total, Resources: []scim.Resource{}}
	for _, u := range found {
		page.Resources = append(page.Resources, resourceOf(r, u.ID, u.CreatedAt, u.UpdatedAt, u.Shown()))
	}
	return page, d.failed(r, err)
}

// Replace has a user be what is given, and nothing else. What the directory calls them stays, as Okta does not say it again.
func (d users) Replace(r *http.Request, id string, given scim.ResourceAttributes) (scim.Resource, error) {
	return d.update(r, id, func(u *identity.DirectoryUser) error {
		if _, isSaid := given[externalID]; !isSaid && u.ExternalID != nil {
			given[externalID] = *u.ExternalID
		}
		return u.Set(given)
	})
}

// Patch changes some attributes of a user.
func (d users) Patch(r *http.Request, id string, operations []scim.PatchOperation) (scim.Resource, error) {
	return d.update(r, id, func(u *identity.DirectoryUser) error {
		attributes := u.Shown()
		for _, op := range operations {
			if err := apply(attributes, op); err != nil {
				return err
			}
		}
		return u.Set(attributes)
	})
}

func (d users) update(r *http.Request, id string, fn func(u *identity.DirectoryUser) error) (scim.Resource, error) {
	var u *identity.DirectoryUser
	err := d.change(r, func(ctx context.Context, c *change) (err error) {
		if u, err = c.LockDirectoryUser(ctx, c.provider.ID, scalar.ParseID(id)); err != nil {
			return err
		}
		could := u.MaySignIn()
		if err := fn(u); err != nil {
			return err
		}
		u.UpdatedAt = c.now
		wasKnown := u.PersonID != nil
		if err := c.UpdateDirectoryUser(ctx, c.provider, u); err != nil {
			return err
		}
		if !wasKnown && u.PersonID != nil { // by another id, and is from now on what the directory says
			could = !u.MaySignIn()
		}
		return c.follow(ctx, u, could)
	})
	return d.shown(r, u, err)
}

// Delete removes a user, who cannot sign in from now on.
func (d users) Delete(r *http.Request, id string) error {
	return d.failed(r, d.change(r, func(ctx context.Context, c *change) error {
		u, err := c.LockDirectoryUser(ctx, c.provider.ID, scalar.ParseID(id))
		if err != nil {
			return err
		}
		could := u.MaySignIn()
		u.DeletedAt, u.UpdatedAt, u.Attributes = &c.now, c.now, map[string]any{}
		if err := c.UpdateDirectoryUser(ctx, c.provider, u); err != nil {
			return err
		}
		if err := c.LeaveDirectoryGroups(ctx, u.ID); err != nil {
			return err
		}
		return c.follow(ctx, u, could)
	}))
}

func (d users) shown(r *http.Request, u *identity.DirectoryUser, err error) (scim.Resource, error) {
	if err != nil {
		return scim.Resource{}, d.failed(r, err)
	}
	return resourceOf(r, u.ID, u.CreatedAt, u.UpdatedAt, u.Shown()), nil
}

// resourceOf is a user or a group as it is answered, with the attributes that the request asks for (RFC 7644, section 3.9).
func resourceOf(r *http.Request, id uuid.UUID, created, updated time.Time, attributes map[string]any) scim.Resource {
	query := r.URL.Query()
	asked, not := namesIn(query.Get("attributes")), namesIn(query.Get("excludedAttributes"))
	for name := range attributes {
		lower := strings.ToLower(name)
		if len(asked) > 0 && !slices.Contains(asked, lower) || slices.Contains(not, lower) {
			delete(attributes, name)
		}
	}
	return scim.Resource{ID: id.String(), Attributes: attributes, Meta: scim.Meta{Created: &created, LastModified: &updated}}
}

// namesIn are the attributes that a list names, in small letters, without schemas and parts of attributes.
func namesIn(list string) (names []string) {
	for name := range strings.SplitSeq(list, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		name, _, _ = strings.Cut(name[strings.LastIndexByte(name, ':')+1:], ".")
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// filterOf is the filter of a list: one attribute that is equal to a text.
func filterOf(params scim.ListRequestParams) (f storage.DirectoryFilter, err error) {
	if params.FilterValidator == nil {
		return f, nil
	}
	e, _ := params.FilterValidator.GetFilter().(*filter.AttributeExpression)
	if e == nil || !strings.EqualFold(string(e.Operator), string(filter.EQ)) || e.AttributePath.SubAttribute != nil {
		return f, badFilter()
	}
	text, ok := e.CompareValue.(string)
	if !ok {
		return f, badFilter()
	}
	switch strings.ToLower(e.AttributePath.AttributeName) {
	case "username":
		f.UserName = &text
	case "displayname":
		f.DisplayName = &text
	case "externalid":
		f.ExternalID = &text
	case "id":
		id := scalar.ParseID(text)
		f.ID = &id
	default:
		return f, badFilter()
	}
	if strings.ContainsRune(text, 0) {
		return f, badFilter()
	}
	return f, nil
}

func badFilter() error {
	const says = `A filter is one of userName, displayName, externalId and id, and its value: userName eq "ann@example.com".`
	return fault.New(fault.CodeInvalidValue, says).Because(scimerrors.ScimErrorInvalidFilter)
}
