package model

import (
	"reflect"
	"sync"

	"github.com/99designs/gqlgen/graphql"
)

// The AsUpdate methods give a creation, or an item of a batch, as a change, so that one code checks both.

// AsUpdate returns the creation as a change.
func (in CreateCaseInput) AsUpdate() UpdateCaseInput { return UpdateCaseInput(in) }

// AsUpdate returns the change without the id.
func (in UpdateCaseItem) AsUpdate() UpdateCaseInput { return asUpdate[UpdateCaseInput](in) }

// AsUpdate returns the creation as a change, without the case.
func (in CreatePolicyInput) AsUpdate() UpdatePolicyInput { return asUpdate[UpdatePolicyInput](in) }

// AsUpdate returns the new term as a change of the policy.
func (in CreatePolicyTermInput) AsUpdate() UpdatePolicyInput {
	update := asUpdate[UpdatePolicyInput](in)
	update.StartDate, update.EndDate = graphql.OmittableOf(&in.StartDate), graphql.OmittableOf(&in.EndDate)
	return update
}

// AsUpdate returns the creation as a change, without case and type.
func (in CreateAssetInput) AsUpdate() UpdateAssetInput { return asUpdate[UpdateAssetInput](in) }

// AsUpdate returns the creation as a change, without case, policy and type.
func (in CreateTaskInput) AsUpdate() UpdateTaskInput { return asUpdate[UpdateTaskInput](in) }

// AsUpdate returns the creation as a change.
func (in CreateUserInput) AsUpdate() UpdateUserInput {
	update := asUpdate[UpdateUserInput](in)
	update.Email = graphql.OmittableOf(&in.Email)
	return update
}

// AsUpdate returns the creation as a change.
func (in CreateBrokerageInput) AsUpdate() UpdateBrokerageInput {
	update := asUpdate[UpdateBrokerageInput](in)
	update.Name = graphql.OmittableOf(&in.Name)
	return update
}

// AsUpdate returns the creation as a change.
func (in CreateCertificateHolderInput) AsUpdate() UpdateCertificateHolderInput {
	return UpdateCertificateHolderInput{
		Name: graphql.OmittableOf(&in.Name), Address: in.Address, ClauseTypes: graphql.OmittableOf(in.ClauseTypes),
	}
}

// AsUpdate returns the creation as a change, without the certificate holder.
func (in CreateMortgageeClauseInput) AsUpdate() UpdateMortgageeClauseInput {
	return UpdateMortgageeClauseInput{ClauseType: graphql.OmittableOf(&in.ClauseType), Wording: graphql.OmittableOf(&in.Wording)}
}

// AsUpdate returns the creation as a change.
func (in CreateWebhookEndpointInput) AsUpdate() UpdateWebhookEndpointInput {
	update := asUpdate[UpdateWebhookEndpointInput](in)
	update.URL = graphql.OmittableOf(&in.URL)
	return update
}

// AsUpdate returns the creation as a change.
func (in CreateProgramInput) AsUpdate() UpdateProgramInput {
	return UpdateProgramInput{Name: graphql.OmittableOf(&in.Name), ProductTypes: graphql.OmittableOf(in.ProductTypes)}
}

// AsUpdate returns the creation as a change.
func (in CreateRiskProfileInput) AsUpdate() UpdateRiskProfileInput {
	update := asUpdate[UpdateRiskProfileInput](in)
	update.Name = graphql.OmittableOf(&in.Name)
	return update
}

// members are the indices in C and in U of the members that have the same name and type in both, by the two types.
var members sync.Map

// asUpdate copies the members that have the same name and type in both inputs: reflection spares some 80 lines of assignments
// for two allocations. TestAsUpdate fails for one that is left behind.
func asUpdate[U, C any](in C) (out U) {
	from, to := reflect.ValueOf(&in).Elem(), reflect.ValueOf(&out).Elem()
	key := [2]reflect.Type{from.Type(), to.Type()}
	known, ok := members.Load(key)
	if !ok {
		var pairs [][2]int
		for member := range from.Type().Fields() {
			if same, ok := to.Type().FieldByName(member.Name); ok && same.Type == member.Type {
				pairs = append(pairs, [2]int{member.Index[0], same.Index[0]})
			}
		}
		known, _ = members.LoadOrStore(key, pairs)
	}
	for _, pair := range known.([][2]int) {
		to.Field(pair[1]).Set(from.Field(pair[0]))
	}
	return out
}
