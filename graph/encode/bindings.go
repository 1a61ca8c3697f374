package encode

import (
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/identity"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/sandbox"
)

// methods are the methods to which gqlgen binds fields.
var methods = []method{
	methodOf("fields", (*model.Asset).Fields),
	methodOf("category", (*model.Document).Category),
	methodOf("fileExt", (*model.Document).FileExt),
	methodOf("type", (*model.Event).Type),
	methodOf("subject", (*model.Event).Subject),
	methodOf("actor", (*model.Event).Actor),
	methodOf("requestId", (*model.Event).RequestID),
	methodOf("changes", (*model.Event).Changes),
	methodOf("category", (*model.EvidenceFile).Category),
	methodOf("deliveries", (*model.EvidenceReply).Deliveries),
	methodOf("hasScimToken", (*identity.Provider).HasScimToken),
	methodOf("roles", (*identity.Provider).Roles),
	methodOf("columns", (*importing.Import).Columns),
	methodOf("constants", (*importing.Import).Constants),
	methodOf("createdBy", (*importing.Import).CreatedBy),
	methodOf("left", func(i *importing.Import) []*model.ImportLeft { return i.LeftBehind }),
	methodOf("mapping", func(i *importing.Import) *string { return i.MappingName }),
	methodOf("questions", (*importing.Import).Questions),
	methodOf("logo", (*model.Lender).Logo),
	methodOf("deficiencyDays", (*model.Lender).DeficiencyDays),
	methodOf("deficiencySteps", (*model.Lender).DeficiencySteps),
	methodOf("placements", (*model.Lender).Placements),
	methodOf("renewalSteps", (*model.Lender).RenewalSteps),
	methodOf("holdReason", (*model.Policy).HoldReason),
	methodOf("deductibles", func(p *model.Policy) []*model.Deductible { return p.AllDeductibles() }),
	methodOf("endorsements", func(p *model.Policy) []*catalog.Endorsement { return p.Endorsements() }),
	methodOf("exclusions", func(p *model.Policy) []*catalog.Exclusion { return p.Exclusions() }),
	methodOf("deductibles", func(p *model.PolicyVersion) []*model.Deductible { return p.AllDeductibles() }),
	methodOf("endorsements", func(p *model.PolicyVersion) []*catalog.Endorsement { return p.Endorsements() }),
	methodOf("exclusions", func(p *model.PolicyVersion) []*catalog.Exclusion { return p.Exclusions() }),
	methodOf("deliveries", (*model.PlacementLetter).Deliveries),
	methodOf("wordingId", (*model.PlacementLetter).WordingID),
	methodOf("wordingVersion", (*model.PlacementLetter).WordingVersion),
	methodOf("deliveries", (*model.RenewalNotice).Deliveries),
	methodOf("id", (*sandbox.Sandbox).ID),
	methodOf("reachedAt", (*sandbox.Sandbox).ReachedAt),
	methodOf("expiresAt", (*sandbox.Sandbox).ExpiresAt),
	methodOf("sentAt", func(l *sandbox.Letter) time.Time { return l.CreatedAt }),
	methodOf("subject", (*model.WebhookDelivery).Subject),
	methodOf("types", (*model.WebhookEndpoint).Types),
}

// shared are the values that many records have, by their type: they never change, so each is written once for a selection.
var shared = map[reflect.Type][]reflect.Value{
	reflect.TypeFor[*model.PolicyPeril](): valuesOf(model.PolicyPerils()),
}

func valuesOf[T any](list []T) []reflect.Value {
	values := make([]reflect.Value, len(list))
	for i, v := range list {
		values[i] = reflect.ValueOf(v)
	}
	return values
}

// method is a method of owner that gives the value of a field.
type method struct {
	owner  reflect.Type
	field  string
	result reflect.Type
	// then returns an appender that calls the method and appends the result by next.
	then func(next appender) appender
}

func methodOf[T, R any](field string, call func(*T) R) method {
	results := sync.Pool{New: func() any { return new(R) }}
	then := func(next appender) appender {
		return func(b []byte, v reflect.Value) ([]byte, bool) {
			r := results.Get().(*R)
			*r = call(v.Addr().Interface().(*T))
			b, ok := next(b, reflect.ValueOf(r).Elem())
			*r = *new(R)
			results.Put(r)
			return b, ok
		}
	}
	return method{owner: reflect.TypeFor[T](), field: field, result: reflect.TypeFor[R](), then: then}
}

// hasMethod reports whether gqlgen, by its rule for names, may bind the field to a method.
func hasMethod(owner reflect.Type, field string) bool {
	for m := range reflect.PointerTo(owner).Methods() {
		if strings.EqualFold(m.Name, field) {
			return true
		}
	}
	return false
}
