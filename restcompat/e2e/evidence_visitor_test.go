package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// visitor is somebody who came with an evidence link. The page runs the same operations, in the same way.
type visitor struct {
	s      *resttest.Server
	secret model.EvidenceSecret
}

// visit follows the address of an evidence link.
func visit(t testing.TB, s *resttest.Server, url string) *visitor {
	t.Helper()
	text, ok := strings.CutPrefix(url, s.URL+model.EvidencePath)
	require.True(t, ok, "%s", url)
	secret, ok := model.ParseEvidenceSecret(text)
	require.True(t, ok)
	return &visitor{s: s, secret: secret}
}

// Enter makes the link a principal.
func (v *visitor) Enter(t testing.TB) (*model.Principal, error) {
	t.Helper()
	return v.s.Links.BySecret(t.Context(), v.secret)
}

// Run runs an operation for a principal that was let in before, and returns the data and the errors.
func (v *visitor) Run(t testing.TB, p *model.Principal, text string, variables object) (data object, errs []error) {
	t.Helper()
	op, err := v.s.Engine.Compile("test", text)
	require.NoError(t, err)
	call := engine.Call{Principal: p, RequestID: uuid.NewString(), Operation: op}
	call.Variables, call.Refused = v.bind(t, op.Definition.VariableDefinitions, variables)
	call.Render = func(o engine.Outcome) engine.Reply {
		errs = nil
		for _, err := range o.Errors {
			errs = append(errs, err)
		}
		return engine.Reply{Body: o.Data}
	}
	reply := v.s.Engine.Do(t.Context(), call)
	if len(errs) == 0 {
		require.NoError(t, json.Unmarshal(reply.Body, &data))
	}
	return data, errs
}

// Query runs an operation, expects no error, and returns `data`.
func (v *visitor) Query(t testing.TB, text string, variables object) object {
	t.Helper()
	p, err := v.Enter(t)
	require.NoError(t, err)
	data, errs := v.Run(t, p, text, variables)
	require.Empty(t, errs)
	return data
}

// Refused runs an operation and expects one error with the code and exactly these violations, each as `pointer code`.
func (v *visitor) Refused(t testing.TB, text string, variables object, code fault.Code, violations ...string) {
	t.Helper()
	p, err := v.Enter(t)
	require.NoError(t, err)
	_, errs := v.Run(t, p, text, variables)
	requireEvidenceRefused(t, errs, code, violations...)
}

// requireEvidenceRefused expects one error with the code and exactly these violations, each as `pointer code`, in this order.
func requireEvidenceRefused(t testing.TB, errs []error, code fault.Code, violations ...string) {
	t.Helper()
	require.Len(t, errs, 1)
	require.Equal(t, code, fault.CodeOf(errs[0]), "%v", errs[0])
	var all fault.Violations
	all.AppendErr(errs[0])
	var got []string
	for _, v := range all {
		got = append(got, v.Pointer+" "+string(v.Code))
	}
	if len(violations) > 0 {
		require.Equal(t, violations, got)
	}
}

// Upload announces files and puts their contents where the page puts them. All are PDFs.
func (v *visitor) Upload(t testing.TB, contents ...string) (keys []string) {
	t.Helper()
	p, err := v.Enter(t)
	require.NoError(t, err)
	var files []object
	for _, content := range contents {
		files = append(files, object{"fileName": "evidence.pdf", "fileType": "application/pdf", "size": len(content)})
	}
	const announce = `mutation($files: [AnnouncedFileInput!]!) { announceEvidence(files: $files) { directUploadKey } }`
	announced := v.Query(t, announce, object{"files": files})["announceEvidence"].([]any)
	require.Len(t, announced, len(contents))
	for i, content := range contents {
		key := announced[i].(object)["directUploadKey"].(string)
		upload := model.Upload{PortfolioID: p.PortfolioID, ID: uuid.MustParse(key)}
		require.NoError(t, v.s.Blobs.Write(t.Context(), upload.UploadKey(), "application/pdf", strings.NewReader(content)))
		keys = append(keys, key)
	}
	return keys
}

// submitEvidence is the operation that hands in.
const submitEvidence = `mutation($input: SubmitEvidenceInput!) {
  submitEvidence(input: $input) { id state submittedAt decidedAt reason files { fileName size state } }
}`

// submission is the input that hands in files, with more members.
func submission(keys []string, more object) object {
	files := []object{}
	for _, key := range keys {
		files = append(files, object{"directUploadKey": key, "fileName": "evidence.pdf"})
	}
	input := object{"files": files}
	for name, value := range more {
		input[name] = value
	}
	return object{"input": input}
}

// Submit hands in a file with more members, and returns the submission.
func (v *visitor) Submit(t testing.TB, more object) object {
	t.Helper()
	return v.Query(t, submitEvidence, submission(v.Upload(t, "%PDF-1.7"), more))["submitEvidence"].(object)
}

// bind makes variables of what was sent, as doors do.
func (v *visitor) bind(t testing.TB, declared ast.VariableDefinitionList, sent object) (map[string]any, error) {
	text, err := json.Marshal(sent)
	require.NoError(t, err)
	decoded, err := strict.Decode(text)
	require.NoError(t, err)
	b := strict.Binder{Schema: v.s.Engine.Schema(), Door: pageDoor{}}
	bound := map[string]any{}
	if given, ok := decoded.(*strict.Object); ok {
		for _, m := range given.Members {
			bound[m.Name] = b.Value(declared.ForName(m.Name).Type, m.Value, "")
		}
	}
	return bound, b.Violations.Err()
}

// pageDoor has words for what is wrong with variables.
type pageDoor struct{}

func (pageDoor) Label(pointer string) string { return pointer }

func (pageDoor) Unknown(in *ast.Definition, name, _ string) (fault.Code, string) {
	return fault.CodeUnknownMember, in.Name + " has no member " + name
}

func (pageDoor) Items(*ast.Definition, string, int) (fault.Code, string) { return "", "" }

func (pageDoor) Reason(_ *ast.Definition, err error) string { return err.Error() }
