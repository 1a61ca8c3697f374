package model_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// notInUpdate are the members that a change does not have. Every other member of a creation must reach the change.
var notInUpdate = map[string][]string{
	"UpdateCaseItem":             {"id"},
	"CreateAssetInput":           {"caseId", "assetType"},
	"CreatePolicyInput":          {"caseId"},
	"CreateTaskInput":            {"caseId", "policyId", "type"},
	"CreateMortgageeClauseInput": {"certificateHolder"},
}

func TestAsUpdate(t *testing.T) {
	t.Parallel()
	for _, in := range []any{
		&model.CreateCaseInput{}, &model.UpdateCaseItem{}, &model.CreatePolicyInput{}, &model.CreatePolicyTermInput{},
		&model.CreateAssetInput{}, &model.CreateTaskInput{}, &model.CreateUserInput{}, &model.CreateBrokerageInput{},
		&model.CreateCertificateHolderInput{}, &model.CreateMortgageeClauseInput{}, &model.CreateProgramInput{},
		&model.CreateRiskProfileInput{},
	} {
		v := reflect.ValueOf(in).Elem()
		t.Run(v.Type().Name(), func(t *testing.T) {
			t.Parallel()
			fill(t, v)
			update := v.MethodByName("AsUpdate").Call(nil)[0]
			got, want := members(t, update), members(t, v)
			for _, name := range notInUpdate[v.Type().Name()] {
				require.Contains(t, want, name)
				require.NotContains(t, got, name)
				delete(want, name)
			}
			for name, value := range want {
				require.Equal(t, value, got[name], name)
				delete(got, name)
			}
			for name, value := range got {
				require.Equal(t, "null", value, "%s: nobody gave it", name)
			}
		})
	}
}

// fill gives every member a value. Omittable members take it as JSON.
func fill(t *testing.T, input reflect.Value) {
	for i := range input.NumField() {
		switch field := input.Field(i).Addr().Interface().(type) {
		case *graphql.Omittable[scalar.Metadata]:
			*field = graphql.OmittableOf(scalar.Metadata(`{"a":1}`))
		case *time.Time:
			*field = time.Now().UTC()
		case json.Unmarshaler:
			encoded, err := json.Marshal(something(t, input.Field(i).MethodByName("Value").Type().Out(0)).Interface())
			require.NoError(t, err)
			require.NoError(t, field.UnmarshalJSON(encoded))
		default:
			input.Field(i).Set(something(t, input.Field(i).Type()))
		}
	}
}

// something is a value that is not the zero value.
func something(t *testing.T, of reflect.Type) reflect.Value {
	v := reflect.New(of).Elem()
	switch v.Interface().(type) {
	case uuid.UUID:
		return reflect.ValueOf(uuid.New())
	case time.Time:
		return reflect.ValueOf(time.Now().UTC())
	}
	switch of.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(of.Elem()))
		v.Elem().Set(something(t, of.Elem()))
	case reflect.Slice:
		v = reflect.Append(v, something(t, of.Elem()))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Struct: // of its own members one is enough
	default:
		require.Fail(t, "no value for this type", of)
	}
	return v
}

// members are the members of an input as JSON.
func members(t *testing.T, input reflect.Value) map[string]string {
	all := map[string]string{}
	for i := range input.NumField() {
		name, _, _ := strings.Cut(input.Type().Field(i).Tag.Get("json"), ",")
		value, err := json.Marshal(input.Field(i).Interface())
		require.NoError(t, err)
		all[name] = string(value)
	}
	return all
}

func TestAsUpdateKeepsWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	update := model.CreatePolicyInput{CaseID: uuid.New(), DisplayName: some("A")}.AsUpdate()
	require.Equal(t, model.UpdatePolicyInput{DisplayName: some("A")}, update)
}

// BenchmarkAsUpdate shows what each input costs of requests that create cases and policies: three allocations.
func BenchmarkAsUpdate(b *testing.B) {
	in := model.CreatePolicyInput{DisplayName: some("A")}
	b.ReportAllocs()
	for b.Loop() {
		_ = in.AsUpdate()
	}
}
