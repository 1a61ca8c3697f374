package model

import "github.com/99designs/gqlgen/graphql"

// AsUpdate is the members that creation and change have in common: all but the case and the status.
func (in CreatePolicyInput) AsUpdate() UpdatePolicyInput {
	return UpdatePolicyInput{
		DisplayName:       in.DisplayName,
		ProductType:       in.ProductType,
		CoverageLayer:     in.CoverageLayer,
		CoverageTypes:     in.CoverageTypes,
		Perils:            in.Perils,
		PerilsByAsset:     in.PerilsByAsset,
		CoverageFormType:  in.CoverageFormType,
		InsuranceContacts: in.InsuranceContacts,
		StartDate:         in.StartDate,
		EndDate:           in.EndDate,
		PolicyNumber:      in.PolicyNumber,
		Carrier:           in.Carrier,
		Insureds:          in.Insureds,
		MortgageeClauses:  in.MortgageeClauses,
		Limits:            in.Limits,
		Deductible:        in.Deductible,
		Premium:           in.Premium,
		Metadata:          in.Metadata,
	}
}

// AsUpdate is the new term as a change of the policy.
func (in CreatePolicyTermInput) AsUpdate() UpdatePolicyInput {
	return UpdatePolicyInput{
		DisplayName:       in.DisplayName,
		ProductType:       in.ProductType,
		CoverageLayer:     in.CoverageLayer,
		CoverageTypes:     in.CoverageTypes,
		Perils:            in.Perils,
		PerilsByAsset:     in.PerilsByAsset,
		CoverageFormType:  in.CoverageFormType,
		InsuranceContacts: in.InsuranceContacts,
		StartDate:         graphql.OmittableOf(&in.StartDate),
		EndDate:           graphql.OmittableOf(&in.EndDate),
		PolicyNumber:      in.PolicyNumber,
		Carrier:           in.Carrier,
		Insureds:          in.Insureds,
		MortgageeClauses:  in.MortgageeClauses,
		Limits:            in.Limits,
		Deductible:        in.Deductible,
		Premium:           in.Premium,
		Metadata:          in.Metadata,
	}
}
