package evidence

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

//go:embed operations/*.graphql
var operations embed.FS

// operationWithin is how long one operation may take.
const operationWithin = 30 * time.Second

// releaseWithin is how long an answer waits until the room of what was refused is free.
const releaseWithin = 2 * time.Second

// Links authenticates those who come with an evidence link: it returns the caller that a link stands for, found by its
// secret or, once that was shown, by its id. The error is `not_found` unless the link is usable.
type Links interface {
	BySecret(ctx context.Context, secret model.EvidenceSecret) (*model.Principal, error)
	ByID(ctx context.Context, id uuid.UUID) (*model.Principal, error)
	// Release frees the room of files that the link has announced, by their keys.
	Release(ctx context.Context, link *model.Principal, keys []uuid.UUID) error
}

// A desk runs the operations of the page as the principal of a link.
type desk struct {
	engine *engine.Engine
	links  Links
	enter  func(ctx context.Context, organization uuid.UUID) (leave func(), err error)

	asking, announcing, submitting *engine.Operation
}

func newDesk(e *engine.Engine, links Links, enter func(context.Context, uuid.UUID) (func(), error)) (*desk, error) {
	d := &desk{engine: e, links: links, enter: enter}
	all := map[string]**engine.Operation{"ask": &d.asking, "announce": &d.announcing, "submit": &d.submitting}
	for name, op := range all {
		source, err := operations.ReadFile("operations/" + name + ".graphql")
		if err != nil {
			return nil, err
		}
		if *op, err = e.Compile(name, string(source)); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// redeem returns the link of a secret; `not_found` unless it is usable.
func (d *desk) redeem(ctx context.Context, secret model.EvidenceSecret) (uuid.UUID, error) {
	ctx, cancel := context.WithTimeout(ctx, operationWithin)
	defer cancel()
	principal, err := d.links.BySecret(ctx, secret)
	if err != nil {
		return uuid.Nil, err
	}
	return *principal.Actor.ID, nil
}

// ask returns what the link asks for.
func (d *desk) ask(ctx context.Context, link uuid.UUID) (*request, error) {
	asked := &request{}
	principal, err := d.run(ctx, link, engine.Call{Operation: d.asking}, nil, asked)
	if err != nil {
		return asked, err
	}
	asked.nameCoverage()
	asked.lender = principal.Lender()
	return asked, nil
}

// announce announces files. It returns their upload keys, and their keys in the object store.
func (d *desk) announce(ctx context.Context, link uuid.UUID, files []announced) ([]storing, error) {
	var uploads []struct{ DirectUploadKey string }
	principal, err := d.run(ctx, link, engine.Call{Operation: d.announcing}, map[string]any{"files": files}, &uploads)
	if err != nil {
		return nil, err
	}
	stored := make([]storing, len(uploads))
	for i, u := range uploads {
		upload := model.Upload{PortfolioID: principal.PortfolioID, ID: scalar.ParseID(u.DirectUploadKey)}
		stored[i] = storing{u.DirectUploadKey, upload.UploadKey()}
	}
	return stored, nil
}

// release frees the room of files that were announced.
func (d *desk) release(ctx context.Context, link uuid.UUID, keys []uuid.UUID) error {
	ctx, cancel := context.WithTimeout(ctx, releaseWithin)
	defer cancel()
	principal, err := d.links.ByID(ctx, link)
	if err != nil {
		return err
	}
	return d.links.Release(ctx, principal, keys)
}

// submit hands evidence in, and returns the submission's id. What is sent again under the same name is handed in once.
func (d *desk) submit(ctx context.Context, link uuid.UUID, name string, in any) (id uuid.UUID, err error) {
	var made struct{ ID uuid.UUID }
	key := &engine.Idempotency{Key: "evidence/" + link.String() + "/" + name}
	call := engine.Call{Operation: d.submitting, Idempotency: key}
	_, err = d.run(ctx, link, call, map[string]any{"input": in}, &made)
	return made.ID, err
}

// check returns what is wrong with the form of a submission besides its files, and hands nothing in: without a file that is
// refused.
func (d *desk) check(ctx context.Context, link uuid.UUID, in submission) error {
	in.Files = []submittedFile{}
	_, err := d.run(ctx, link, engine.Call{Operation: d.submitting}, map[string]any{"input": in}, &struct{}{})
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok || len(refused.Violations) == 0 {
		return err
	}
	return slices.DeleteFunc(refused.Violations, func(v fault.Violation) bool { return v.Pointer == "/files" }).Err()
}

// run runs an operation and decodes its root field. The error is a domain error.
func (d *desk) run(
	ctx context.Context, link uuid.UUID, call engine.Call, variables map[string]any, into any,
) (*model.Principal, error) {
	ctx, cancel := context.WithTimeout(ctx, operationWithin)
	defer cancel()
	principal, err := d.links.ByID(ctx, link)
	if err != nil {
		return nil, err
	}
	if d.enter != nil {
		leave, err := d.enter(ctx, principal.OrganizationID)
		if err != nil {
			return nil, err
		}
		defer leave()
	}
	if call.Variables, err = d.bind(call.Operation, variables); err != nil {
		return nil, err
	}
	call.Principal = principal
	if seen := engine.SeenOf(ctx); seen != nil {
		call.RequestID = seen.RequestID
	}
	var refused error
	call.Render = func(o engine.Outcome) engine.Reply {
		if refused = errorOf(o); refused != nil {
			return engine.Reply{Status: http.StatusUnprocessableEntity, Header: http.Header{}}
		}
		return engine.Reply{Status: http.StatusOK, Header: http.Header{}, Body: o.Data}
	}
	reply := d.engine.Do(ctx, call)
	if reply.Status != http.StatusOK {
		return principal, refused
	}
	return principal, json.Unmarshal(reply.Body, &struct{ Body any }{into})
}

// errorOf is the domain error of an outcome, nil if there is none.
func errorOf(o engine.Outcome) error {
	if len(o.Errors) == 0 {
		return nil
	}
	if domain, ok := errors.AsType[*fault.Error](o.Errors[0]); ok {
		return domain
	}
	return o.Errors[0]
}

// bind makes the variables of an operation, as both other doors do.
func (d *desk) bind(op *engine.Operation, values map[string]any) (map[string]any, error) {
	variables := make(map[string]any, len(values))
	binder := strict.Binder{Schema: d.engine.Schema(), Door: pageWords{}}
	for _, variable := range op.Definition.VariableDefinitions {
		value, err := strict.Decode(scalar.EncodeJSON(values[variable.Variable]))
		if err != nil {
			return nil, err
		}
		variables[variable.Variable] = binder.Value(variable.Type, value, "")
	}
	return variables, binder.Violations.Err()
}

// pageWords are the words of the page for the binder. Most are replaced by words for the form's fields.
type pageWords struct{}

// Label is the member's name.
func (pageWords) Label(pointer string) string { return fault.Label(pointer) }

// Unknown refuses a member that the page should not send.
func (pageWords) Unknown(_ *ast.Definition, name, _ string) (fault.Code, string) {
	return fault.CodeUnknownMember, "There is no member " + fault.Quote(name) + " here."
}

// Items accepts every size: the operations have bounds of their own.
func (pageWords) Items(*ast.Definition, string, int) (fault.Code, string) { return "", "" }

// Reason is what the value must be.
func (pageWords) Reason(_ *ast.Definition, err error) string { return err.Error() }
