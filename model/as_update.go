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
func (in UpdateCaseItem) AsUpdate() UpdateCaseInput { return caseItemAsUpdate(in) }

// AsUpdate returns the creation as a change, without the case.
func (in CreatePolicyInput) AsUpdate() UpdatePolicyInput { return policyAsUpdate(in) }

// AsUpdate returns the new term as a change of the policy.
func (in CreatePolicyTermInput) AsUpdate() UpdatePolicyInput {
	update := policyTermAsUpdate(in)
	update.StartDate, update.EndDate = graphql.OmittableOf(&in.StartDate), graphql.OmittableOf(&in.EndDate)
	return update
}

// AsUpdate returns the creation as a change, without case and type.
func (in CreateAssetInput) AsUpdate() UpdateAssetInput { return assetAsUpdate(in) }

// AsUpdate returns the creation as a change, without case, policy and type.
func (in CreateTaskInput) AsUpdate() UpdateTaskInput { return taskAsUpdate(in) }

// AsUpdate returns the creation as a change.
func (in CreateUserInput) AsUpdate() UpdateUserInput {
	update := userAsUpdate(in)
	update.Email = graphql.OmittableOf(&in.Email)
	return update
}

// AsUpdate returns the creation as a change.
func (in CreateBrokerageInput) AsUpdate() UpdateBrokerageInput {
	update := brokerageAsUpdate(in)
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
	update := webhookEndpointAsUpdate(in)
	update.URL = graphql.OmittableOf(&in.URL)
	return update
}

// AsUpdate returns the creation as a change.
func (in CreateProgramInput) AsUpdate() UpdateProgramInput {
	return UpdateProgramInput{Name: graphql.OmittableOf(&in.Name), ProductTypes: graphql.OmittableOf(in.ProductTypes)}
}

// AsUpdate returns the creation as a change.
func (in CreateRiskProfileInput) AsUpdate() UpdateRiskProfileInput {
	update := riskProfileAsUpdate(in)
	update.Name = graphql.OmittableOf(&in.Name)
	return update
}

var (
	caseItemAsUpdate    = asUpdate[UpdateCaseItem, UpdateCaseInput]()
	policyAsUpdate      = asUpdate[CreatePolicyInput, UpdatePolicyInput]()
	policyTermAsUpdate  = asUpdate[CreatePolicyTermInput, UpdatePolicyInput]()
	assetAsUpdate       = asUpdate[CreateAssetInput, UpdateAssetInput]()
	taskAsUpdate        = asUpdate[CreateTaskInput, UpdateTaskInput]()
	userAsUpdate        = asUpdate[CreateUserInput, UpdateUserInput]()
	brokerageAsUpdate   = asUpdate[CreateBrokerageInput, UpdateBrokerageInput]()
	riskProfileAsUpdate = asUpdate[CreateRiskProfileInput, UpdateRiskProfileInput]()

	webhookEndpointAsUpdate = asUpdate[CreateWebhookEndpointInput, UpdateWebhookEndpointInput]()
)

// asUpdate returns a function that copies the members that have the same name and type in both inputs. They are matched
// here, so keep the function. TestAsUpdate fails for a member that is left behind.
func asUpdate[C, U any]() func(C) U {
	type inputs struct {
		in  C
		out U
	}
	var members [][2]int // the index of each in C and in U
	for member := range reflect.TypeFor[C]().Fields() {
		if to, ok := reflect.TypeFor[U]().FieldByName(member.Name); ok && to.Type == member.Type {
			members = append(members, [2]int{member.Index[0], to.Index[0]})
		}
	}
	pairs := sync.Pool{New: func() any { return new(inputs) }} // reflection needs both on the heap
	return func(in C) U {
		p := pairs.Get().(*inputs)
		defer pairs.Put(p)
		p.in = in
		from, to := reflect.ValueOf(&p.in).Elem(), reflect.ValueOf(&p.out).Elem()
		for _, m := range members {
			to.Field(m[1]).Set(from.Field(m[0]))
		}
		out := p.out
		*p = inputs{} // keeps nothing of the client's
		return out
	}
}
