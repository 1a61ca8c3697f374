package encode

import (
	"reflect"
	"strings"
	"sync"

	"github.com/covertrack/covertrack/model"
)

// methods are the methods to which gqlgen binds fields.
var methods = []method{
	methodOf("fields", (*model.Asset).Fields),
	methodOf("category", (*model.Document).Category),
	methodOf("fileExt", (*model.Document).FileExt),
	methodOf("renewalSteps", (*model.Lender).RenewalSteps),
}

// members are the structs of the types that implement interfaces or are in unions.
var members = map[string]reflect.Type{
	"Asset":             reflect.TypeFor[model.Asset](),
	"AssetType":         reflect.TypeFor[model.AssetType](),
	"AuditEvent":        reflect.TypeFor[model.AuditEvent](),
	"Broker":            reflect.TypeFor[model.Broker](),
	"Brokerage":         reflect.TypeFor[model.Brokerage](),
	"Case":              reflect.TypeFor[model.Case](),
	"CertificateHolder": reflect.TypeFor[model.CertificateHolder](),
	"CoverageType":      reflect.TypeFor[model.CoverageType](),
	"Document":          reflect.TypeFor[model.Document](),
	"DocumentCategory":  reflect.TypeFor[model.DocumentCategory](),
	"Insured":           reflect.TypeFor[model.Insured](),
	"InsuredGroup":      reflect.TypeFor[model.InsuredGroup](),
	"MortgageeClause":   reflect.TypeFor[model.MortgageeClause](),
	"Peril":             reflect.TypeFor[model.Peril](),
	"Policy":            reflect.TypeFor[model.Policy](),
	"PolicyVersion":     reflect.TypeFor[model.PolicyVersion](),
	"Program":           reflect.TypeFor[model.Program](),
	"RenewalNotice":     reflect.TypeFor[model.RenewalNotice](),
	"RiskProfile":       reflect.TypeFor[model.RiskProfile](),
	"Task":              reflect.TypeFor[model.Task](),
	"User":              reflect.TypeFor[model.User](),
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
