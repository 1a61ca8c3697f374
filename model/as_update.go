package model

import (
	"reflect"
	"sync"

	"github.com/99designs/gqlgen/graphql"
)

// The AsUpdate methods return a creation, or an item of a batch, as a change of the same record. They give all members
// that both have, so that creation and change check and store them by the same code.

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
)

// asUpdate returns a function that copies the members that have the same name and type in both inputs. The members are
// matched when a pair is made, so keep the function. TestAsUpdate fails for a member that is left behind.
func asUpdate[C, U any]() func(C) U {
	pairs := sync.Pool{New: func() any { return newInputPair[C, U]() }}
	return func(in C) U {
		p := pairs.Get().(*inputPair[C, U])
		defer pairs.Put(p)
		return p.copy(in)
	}
}

// inputPair is the place where members are copied. Reflection needs both inputs on the heap, so a pair is used again.
type inputPair[C, U any] struct {
	in       C
	out      U
	from, to []reflect.Value // the members of in and of out that belong together
}

func newInputPair[C, U any]() *inputPair[C, U] {
	p := new(inputPair[C, U])
	in, out := reflect.ValueOf(&p.in).Elem(), reflect.ValueOf(&p.out).Elem()
	for i := range in.NumField() {
		from, to := in.Field(i), out.FieldByName(in.Type().Field(i).Name)
		if to.IsValid() && to.Type() == from.Type() {
			p.from, p.to = append(p.from, from), append(p.to, to)
		}
	}
	return p
}

// copy keeps nothing of the client's in the pair.
func (p *inputPair[C, U]) copy(in C) U {
	p.in = in
	for i, from := range p.from {
		p.to[i].Set(from)
	}
	out := p.out
	p.in, p.out = *new(C), *new(U)
	return out
}
