package book

import (
	"encoding/json"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// UserInput is a made-up person of the lender. The number, which no other person of the portfolio may have, makes the
// e-mail address unique.
func (b *Book) UserInput(number int, role model.UserRole) model.CreateUserInput {
	first, last := b.Person()
	return model.CreateUserInput{
		Email: email(first, last, number), FirstName: Some(first), LastName: Some(last), Role: Some(role),
	}
}

// BrokerageInput is a made-up firm with its address.
func (b *Book) BrokerageInput() model.CreateBrokerageInput {
	address := b.Address()
	return model.CreateBrokerageInput{
		Name: b.Place() + " Insurance Brokers", StreetAddress: Some(address.Street1), City: Some(address.City),
		State: Some(address.State), PostalCode: Some(address.PostalCode),
	}
}

// BrokerInput is a made-up person of a brokerage. The number is as with UserInput.
func (b *Book) BrokerInput(brokerage uuid.UUID, number int, phone model.PhoneType) model.CreateBrokerInput {
	first, last := b.Person()
	return model.CreateBrokerInput{
		Brokerage: Some(brokerage), FirstName: Some(first), LastName: Some(last),
		Email: Some(email(first, last, number)), Phone: Some(b.Phone()), PhoneType: Some(phone),
	}
}

// GroupInput is a made-up group of insureds.
func (b *Book) GroupInput() model.CreateInsuredGroupInput {
	return model.CreateInsuredGroupInput{Name: b.Place() + " Group"}
}

// HolderInput is a certificate holder of the name, at a made-up address, for the usual types of clauses.
func (b *Book) HolderInput(name string) model.CreateCertificateHolderInput {
	return model.CreateCertificateHolderInput{
		Name: name, Address: Some(*b.Address()),
		ClauseTypes: []model.ClauseType{
			model.ClauseTypeMortgagee, model.ClauseTypeLendersLossPayable, model.ClauseTypeAdditionalInsured,
		},
	}
}

// AssetInput is an asset of a type with fields.
func AssetInput(kind string, fields ...*model.AssetFieldInput) model.CreateAssetInput {
	return model.CreateAssetInput{AssetType: kind, Fields: List(fields...)}
}

// Field is a field of an asset; an address and an amount are their inputs.
func Field(key string, value any) *model.AssetFieldInput {
	switch v := value.(type) {
	case *model.AddressInput:
		value = map[string]any{
			"street1": v.Street1, "city": v.City, "state": v.State, "postalCode": v.PostalCode,
			"country": v.Country.Value(), "county": v.County.Value(),
		}
	case *model.MoneyInput:
		value = map[string]string{"amount": v.Amount, "currency": v.Currency}
	}
	return &model.AssetFieldInput{FieldType: key, Value: graphql.OmittableOf(model.JSON(encoded(value)))}
}

// Metadata is the metadata of a record.
func Metadata(values map[string]any) graphql.Omittable[model.Metadata] {
	return graphql.OmittableOf(model.Metadata(encoded(values)))
}

func encoded(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // a literal of ours
	}
	return text
}
