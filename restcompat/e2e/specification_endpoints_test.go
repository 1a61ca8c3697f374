package e2e

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// kinds are the types of the specification's tables of fields. A trailing ? allows null, where the specification
// leaves open whether a member is optional.
var kinds = map[string]func(value any) bool{
	"string":    func(v any) bool { _, ok := v.(string); return ok },
	"date-time": func(v any) bool { s, ok := v.(string); return ok && dateTime.MatchString(s) },
	"object":    func(v any) bool { _, ok := v.(object); return ok },
	"boolean":   func(v any) bool { _, ok := v.(bool); return ok },
	"number":    func(v any) bool { _, ok := v.(float64); return ok },
	"integer":   func(v any) bool { n, ok := v.(float64); return ok && n == float64(int(n)) },
	"array":     func(v any) bool { _, ok := v.([]any); return ok },
	"strings": func(v any) bool {
		list, ok := v.([]any)
		return ok && !slices.ContainsFunc(list, func(item any) bool { _, ok := item.(string); return !ok })
	},
	"objects": func(v any) bool {
		list, ok := v.([]any)
		return ok && !slices.ContainsFunc(list, func(item any) bool { _, ok := item.(object); return !ok })
	},
}

var dateTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

// resources are the specification's tables of fields, each by its list, and then what the contract adds to them.
var resources = map[string]struct{ path, members, added string }{
	"document": {"/rest/documents",
		`id string, caseId string, fileName string, fileType string, url string, createdAt date-time, updatedAt date-time,
		categoryId string, name string, fileExt object, versions strings, metadata object`, "evidences objects"},
	"asset": {"/rest/assets",
		`id string, caseId string, displayName string, assetType string, documents strings, fields objects, createdAt date-time,
		updatedAt date-time, metadata object`, `externalId string?, importId string?`},
	"insured": {"/rest/insureds",
		`id string, type string, displayName string, insuredGroup string?, pathName string, createdAt date-time, updatedAt date-time,
		metadata object, corporateName string?, prefix string?, firstName string?, middleName string?, lastName string?, suffix string?`,
		`externalId string?, importId string?`},
	"insured_group": {"/rest/insured-groups", `id string, name string, createdAt date-time, updatedAt date-time, metadata object`, ""},
	"risk_profile": {"/rest/risk-profiles",
		`id string, name string, description string, version integer, type string, protectionScore number, assetTypes strings,
		certificateHolders strings, certificateHolderClauseTypes objects, isPublished boolean, isLatestVersion boolean, publishedAt date-time?,
		createdAt date-time, updatedAt date-time`, "requirements objects, otherCoverages string, carriedOver string"},
	"broker": {"/rest/brokers",
		`id string, email string?, phone string?, brokerage string?, firstName string?, lastName string?, displayName string, pathName string,
		phoneExtension string?, phoneType string?`, ""},
	"brokerage": {"/rest/brokerages",
		`id string, name string, mailingAddress string?, streetAddress string?, city string?, state string?, postalCode string?`, ""},
	"case": {"/rest/cases",
		`managementType string, status string, program string?, riskProfile string?, insuranceContacts strings, insuranceContactsCC strings`,
		`id string, createdAt date-time, updatedAt date-time, metadata object, displayName string, loanNumber string?, loanAmount object?,
			outstandingBalance object?, maturityDate date-time?, federallyRelated boolean?,
		insureds strings, mortgageeClauses strings, onHoldAt date-time?, statusBeforeHold string?, closure object?, externalId string?,
			importId string?, quiet boolean`},
	"policy": {"/rest/policies",
		`displayName string, productType string?, status string, coverageLayer string?, coverageTypes strings, perils objects,
		perilsByAsset objects, insuranceContacts strings, startDate date-time?, endDate date-time?, coverageFormType string?`,
		`id string, caseId string, createdAt date-time, updatedAt date-time, metadata object, policyNumber string?, carrier object?,
			insureds strings,
		mortgageeClauses strings, limits objects, deductible object?, deductibles objects?, statedValues objects?, valuation string?,
		coinsurancePercent string?, noticeDays object?, claimsMade boolean?, attachment object?, endorsements strings?, exclusions strings?,
		placement string, carriedOver strings, premium object?, termNumber integer, currentVersion string, statusBeforeHold string?,
		onHoldAt date-time?, deactivatedAt date-time?, cancellation object?, renewal object, externalId string?, holdReason string?,
			importId string?`},
	"policy_version": {"/rest/policy-versions", `perils objects, perilsByAsset objects`,
		`id string, policyId string, caseId string, versionNumber integer, termNumber integer, reason string, isCurrent boolean, gapDays integer,
		displayName string, productType string?, coverageLayer string?, coverageTypes strings, startDate date-time?, endDate date-time?,
			coverageFormType string?,
		createdAt date-time, updatedAt date-time, policyNumber string?, carrier object?, insureds strings, mortgageeClauses strings,
			limits objects,
		deductible object?, deductibles objects?, statedValues objects?, valuation string?, coinsurancePercent string?, noticeDays object?,
		claimsMade boolean?, attachment object?, endorsements strings?, exclusions strings?, placement string, carriedOver strings,
			premium object?`},
	"coverage_type": {"/rest/coverage-types", `name string, key string, coverageGroup string`,
		`id string, createdAt date-time, updatedAt date-time`},
	"endorsement": {"/rest/endorsements", ``, `name string, key string, id string, createdAt date-time, updatedAt date-time`},
	"exclusion":   {"/rest/exclusions", ``, `name string, key string, id string, createdAt date-time, updatedAt date-time`},
	"peril":       {"/rest/perils", `name string, key string, coverageTypes strings`, `id string, createdAt date-time, updatedAt date-time`},
	"task": {"/rest/tasks", ``,
		`id string, caseId string, policyId string?, type string, state string, stateBeforeHold string?, dueAt date-time?, assignee string?,
		reason string?, evidence string?, waiver string?, text string?, completedBy object?, createdAt date-time, updatedAt date-time,
		metadata object`},
	"waiver": {"/rest/waivers", ``,
		`id string, caseId string, coverageType string, asset string?, codes strings, details strings, reason string, document string?,
		expiresOn date-time?, state string, requestedBy string, requestedAt date-time, decidedBy string?, decidedAt date-time?,
			createdAt date-time,
		updatedAt date-time, metadata object`},
	"letter_template": {"/rest/letter-templates", ``, `id string, step string, version integer, subject string, body string, isCurrent boolean,
		createdAt date-time, updatedAt date-time`},
	"print_file": {"/rest/print-files", ``, `id string, letterCount integer, state string, url string, confirmedAt date-time?, createdAt date-time,
		updatedAt date-time`},
	"placement_letter": {"/rest/placement-letters", ``, `id string, placementId string, caseId string, step string, number integer, means string,
		borrower object, estimate object?, state string, recipients strings, skipReason string?, subject string?, body string?,
		deliveries objects, wordingId string?, wordingVersion integer?, printFileId string?, mailedOn date-time?, postClass string?,
		proof string?, nextAttemptAt date-time?, settledAt date-time?, createdAt date-time, updatedAt date-time`},
	"notice_wording": {"/rest/notice-wordings", ``, `id string, programme string, step string, version integer, text string, isCurrent boolean,
		createdAt date-time, updatedAt date-time`},
	"renewal_notice": {"/rest/renewal-notices", ``,
		`id string, policyId string?, taskId string?, caseId string, termNumber integer, step string, dueAt date-time, state string,
		recipients strings, copies strings, skipReason string?, subject string?, body string?, templateId string?, templateVersion integer?,
			deliveries objects, attemptNumber integer,
		attempts objects, blockedBy string?, lastAttempt object?, nextAttemptAt date-time?, settledAt date-time?, createdAt date-time,
		updatedAt date-time`},
	"audit_event": {"/rest/audit-events", ``,
		`id string, actorKind string, actorId string?, actorName string, action string, subjectType string, subjectId string?,
		changes object?, requestId string, at date-time`},
	"user": {"/rest/users", `createdAt date-time`,
		`id string, email string, firstName string?, lastName string?, displayName string, role string, active boolean, updatedAt date-time`},
}

// parseMembers reads "name kind, name kind".
func parseMembers(text string) map[string]string {
	members := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		if name, kind, ok := strings.Cut(strings.TrimSpace(part), " "); ok {
			members[name] = kind
		}
	}
	return members
}

// TestResources compares every resource with its table of fields: exactly these members, of these types.
func TestResources(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	s.Broker(t, s.Harbor)
	s.Insert(t, s.Harbor, "brokerages", storagetest.Row{"name": "A brokerage"})
	for name, resource := range resources {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := parseMembers(resource.members)
			maps.Copy(want, parseMembers(resource.added))
			records := f.client().Get(t, resource.path)["data"].([]any)
			require.NotEmpty(t, records)
			for _, record := range records {
				require.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(record.(object))))
				for member, value := range record.(object) {
					kind, nullable := strings.CutSuffix(want[member], "?")
					require.True(t, kinds[kind](value) || (nullable && value == nil), "%s is %v, no %s", member, value, want[member])
				}
			}
		})
	}
}

// TestConventions checks the specification's conventions for every endpoint: paths below /rest, JSON, times in UTC.
func TestConventions(t *testing.T) {
	t.Parallel()
	for _, ep := range resttest.New(t).REST.Endpoints() {
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			f := usual.fixture(t)
			require.True(t, strings.HasPrefix(ep.Path, "/rest/"))
			for _, a := range f.asks(ep) {
				answer := f.send(t, ep, a)
				require.Equal(t, ep.Status, answer.Status)
				if ep.Status == http.StatusNoContent {
					require.Empty(t, answer.Body)
					continue
				}
				require.Equal(t, "application/json", answer.Header.Get("Content-Type"))
				var body any
				require.NoError(t, json.Unmarshal(answer.Body, &body))
				requireTimes(t, body)
				isMade := ep.Status == http.StatusCreated && body != nil && !strings.HasPrefix(string(answer.Body), "[")
				require.Equal(t, isMade || ep.Status == http.StatusSeeOther, answer.Header.Get("Location") != "")
			}
		})
	}
}

// requireTimes expects every member that is named like a time to be one, at any place.
func requireTimes(t *testing.T, node any) {
	t.Helper()
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			requireTimes(t, item)
		}
	case object:
		for name, value := range node {
			if s, ok := value.(string); ok && (strings.HasSuffix(name, "At") || strings.HasSuffix(name, "Date")) {
				require.Regexp(t, dateTime, s, name)
			}
			requireTimes(t, value)
		}
	}
}

// TestLists checks the envelope of every list, and the parameters that all lists have.
func TestLists(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	for _, ep := range s.REST.Endpoints() {
		if ep.Filter == nil {
			continue
		}
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			list := f.as(ep).Get(t, f.pathOf(ep))
			require.Len(t, list, 2)
			meta := list["meta"].(object)
			require.True(t, kinds["objects"](list["data"]))
			require.Len(t, meta, 3)
			for _, member := range []string{"limit", "offset", "total"} {
				require.True(t, kinds["integer"](meta[member]), member)
			}
			require.Equal(t, []any{50.0, 0.0}, []any{meta["limit"], meta["offset"]}, "the defaults")
			for _, query := range []string{
				"limit=0", "limit=200", "offset=0", "offset=1000", "sort=createdAt", "sort=-createdAt", "sort=updatedAt", "sort=-updatedAt",
				"id=" + unknownID, "id=x,y",
				"createdAt[gt]=2026-01-01T00:00:00Z", "createdAt[gte]=2026-01-01T00:00:00Z&createdAt[lt]=2027-01-01T00:00:00.000Z",
				"updatedAt[lte]=2026-01-01T01:00:00%2B01:00", "metadata[a]=b",
			} {
				if filtersBy(ep, query) {
					require.Equal(t, http.StatusOK, f.as(ep).Do(t, http.MethodGet, f.pathOf(ep)+"?"+query, nil).Status, query)
				}
			}
			for query, want := range map[string]string{
				"limit=201": "limit invalid_value", "limit=-1": "limit invalid_value", "limit=": "limit invalid_value",
				"limit=1&limit=2": "limit invalid_value",
				"offset=-1":       "offset invalid_value", "sort=name": "sort invalid_value", "after=x": "after invalid_value",
				"createdAt[gt]=yesterday": "createdAt[gt] invalid_value", "createdAt[around]=2026-01-01": "createdAt[around] unknown_parameter",
				"colour=red": "colour unknown_parameter",
			} {
				if filtersBy(ep, query) {
					f.as(ep).Do(t, http.MethodGet, f.pathOf(ep)+"?"+query, nil).Violations(t, want)
				}
			}
		})
	}
}

// filtersBy reports whether the list has the filter of a query. The audit trail has no createdAt, updatedAt and metadata:
// an event has one time, `at`, and is nobody's to write. A delivery is nobody's to write either.
func filtersBy(ep restcompat.Endpoint, query string) bool {
	switch ep.Operation {
	case "ListImportRows":
		return strings.HasPrefix(query, "limit") || strings.HasPrefix(query, "offset") || strings.HasPrefix(query, "colour")
	case "ListExports", "ListExportSchedules", "ListImports", "ListSandboxAnswers":
		return !strings.HasPrefix(query, "metadata[")
	case "ListWebhookDeliveries":
		return !strings.HasPrefix(query, "updatedAt[") && !strings.HasPrefix(query, "metadata[")
	case "ListAuditEvents", "ListSandboxLetters":
	default:
		return true
	}
	return !strings.HasPrefix(query, "createdAt[") && !strings.HasPrefix(query, "updatedAt[") && !strings.HasPrefix(query, "metadata[")
}
