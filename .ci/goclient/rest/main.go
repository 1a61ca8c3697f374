// Command rest uses the client that oapi-codegen generates of the OpenAPI document, as an integrator would:
// rest <base URL> <token>.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/oapi-codegen/nullable"
)

func main() {
	ctx, base, token := context.Background(), os.Args[1], os.Args[2]
	authorize := WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	})
	api, err := NewClientWithResponses(base, authorize)
	must(err == nil, err)

	limit := QueryLimit(1)
	programs, err := api.ListProgramsWithResponse(ctx, &ListProgramsParams{Limit: &limit})
	must(err == nil && programs.JSON200 != nil && len(programs.JSON200.Data) == 1, err)
	program, loan, key := programs.JSON200.Data[0].Id.String(), "GO-1", IdempotencyKey("go-1")

	body := CreateCaseJSONRequestBody{Program: nullable.NewNullableWithValue(program), LoanNumber: nullable.NewNullableWithValue(loan)}
	made, err := api.CreateCaseWithResponse(ctx, &CreateCaseParams{IdempotencyKey: &key}, body)
	must(err == nil && made.JSON201 != nil && made.JSON201.LoanNumber.MustGet() == loan, err)
	again, err := api.CreateCaseWithResponse(ctx, &CreateCaseParams{IdempotencyKey: &key}, body)
	must(err == nil && again.JSON201 != nil && again.JSON201.Id == made.JSON201.Id, "the same key, the same case")

	held, err := api.PutCaseOnHoldWithResponse(ctx, made.JSON201.Id.String(), &PutCaseOnHoldParams{})
	must(err == nil && held.JSON200 != nil && held.JSON200.Status == "onHold", err)

	cleared, err := api.UpdateCaseWithResponse(ctx, made.JSON201.Id.String(), &UpdateCaseParams{},
		UpdateCaseJSONRequestBody{LoanNumber: nullable.NewNullNullable[string]()})
	must(err == nil && cleared.JSON200 != nil && cleared.JSON200.LoanNumber.IsNull(), "null clears")

	refused, err := api.CreateCaseWithResponse(ctx, &CreateCaseParams{},
		CreateCaseJSONRequestBody{LoanNumber: nullable.NewNullableWithValue(loan)})
	must(err == nil && refused.ApplicationproblemJSONDefault != nil &&
		refused.ApplicationproblemJSONDefault.Code == "program_xor_risk_profile", err)
	mustReadFieldValues(ctx, api, made.JSON201.Id.String())
}

// mustReadFieldValues writes and reads values of an asset, which are texts, numbers or objects.
func mustReadFieldValues(ctx context.Context, api *ClientWithResponses, caseID string) {
	var text, year AnyValue
	must(text.FromAnyValue0("joistedMasonry") == nil && year.FromAnyValue1(1987) == nil, "values")
	fields := []AssetFieldInput{{FieldType: "constructionType", Value: nullable.NewNullableWithValue(text)},
		{FieldType: "yearBuilt", Value: nullable.NewNullableWithValue(year)}}
	made, err := api.CreateAssetWithResponse(ctx, &CreateAssetParams{}, CreateAssetJSONRequestBody{
		CaseId: caseID, AssetType: "multifamily", Fields: nullable.NewNullableWithValue(fields),
	})
	must(err == nil && made.JSON201 != nil && len(made.JSON201.Fields) == 2, err)
	for _, field := range made.JSON201.Fields {
		if field.Key == "yearBuilt" {
			value, err := field.Value.AsAnyValue1()
			must(err == nil && value == 1987, err)
		}
	}
}

func must(ok bool, why any) {
	if !ok {
		log.Fatal("not as the document says: ", why)
	}
}
