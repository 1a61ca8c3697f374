package model_test

import (
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

func TestCheckClauseTypes(t *testing.T) {
	t.Parallel()
	require.Empty(t, model.CheckClauseTypes("/clauseTypes", model.AllClauseType))
	require.Equal(t, []fault.Code{fault.CodeRequired}, codesIn(model.CheckClauseTypes("/clauseTypes", nil)))
	vs := model.CheckClauseTypes("/clauseTypes", []model.ClauseType{"mortgagee", "lossPayee", "mortgagee"})
	require.Len(t, vs, 1)
	require.Equal(t, "/clauseTypes/2", vs[0].Pointer)
	require.Equal(t, fault.CodeDuplicate, vs[0].Code)
}

func TestParseClauseTypes(t *testing.T) {
	t.Parallel()
	bank, servicer, stranger := uuid.NewSHA1(uuid.Nil, []byte("bank")), uuid.NewSHA1(uuid.Nil, []byte("servicer")),
		uuid.NewSHA1(uuid.Nil, []byte("stranger"))
	holders := []*model.CertificateHolderClauseTypes{
		{ID: bank, Types: []model.ClauseType{"mortgagee", "lossPayee"}},
		{ID: servicer, Types: []model.ClauseType{"mortgagee", "additionalInsured"}},
	}
	entry := func(id uuid.UUID, types, defaults []model.ClauseType) *model.CertificateHolderClauseTypesInput {
		return &model.CertificateHolderClauseTypesInput{ID: id, Types: types, DefaultForTypes: graphql.OmittableOf(defaults)}
	}
	type list = []model.ClauseType
	type input = []*model.CertificateHolderClauseTypesInput

	got, vs := model.ParseClauseTypes("/c", nil, holders)
	require.Empty(t, vs)
	require.Equal(t, []*model.CertificateHolderClauseTypes{
		{ID: bank, Types: holders[0].Types, DefaultForTypes: list{}}, {ID: servicer, Types: holders[1].Types, DefaultForTypes: list{}},
	}, got, "by default all that each has")

	got, vs = model.ParseClauseTypes("/c", input{entry(servicer, list{"mortgagee"}, list{"mortgagee"})}, holders)
	require.Empty(t, vs)
	require.Equal(t, []*model.CertificateHolderClauseTypes{
		{ID: bank, Types: holders[0].Types, DefaultForTypes: list{}},
		{ID: servicer, Types: list{"mortgagee"}, DefaultForTypes: list{"mortgagee"}},
	}, got)

	for name, test := range map[string]struct {
		in      input
		pointer string
		code    fault.Code
	}{
		"another holder":       {input{entry(stranger, list{"mortgagee"}, nil)}, "/c/0/id", fault.CodeUnknownReference},
		"a holder twice":       {input{entry(bank, nil, nil), entry(bank, nil, nil)}, "/c/1/id", fault.CodeDuplicate},
		"a type twice":         {input{entry(bank, list{"mortgagee", "mortgagee"}, nil)}, "/c/0/types/1", fault.CodeDuplicate},
		"not the holder's own": {input{entry(bank, list{"additionalInsured"}, nil)}, "/c/0/types/0", fault.CodeInvalidValue},
		"default of no type":   {input{entry(bank, list{"mortgagee"}, list{"lossPayee"})}, "/c/0/defaultForTypes/0", fault.CodeInvalidValue},
		"default twice": {input{entry(bank, list{"mortgagee"}, list{"mortgagee", "mortgagee"})}, "/c/0/defaultForTypes/1",
			fault.CodeDuplicate},
		"two defaults": {input{entry(bank, list{"mortgagee"}, list{"mortgagee"}), entry(servicer, list{"mortgagee"}, list{"mortgagee"})},
			"/c/1/defaultForTypes/0", fault.CodeDuplicate},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, vs := model.ParseClauseTypes("/c", test.in, holders)
			require.Nil(t, got)
			require.Len(t, vs, 1)
			require.Equal(t, test.pointer, vs[0].Pointer)
			require.Equal(t, test.code, vs[0].Code)
		})
	}
}
