package model_test

import (
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

func some[T any](v T) graphql.Omittable[*T] { return graphql.OmittableOf(&v) }

func none[T any]() graphql.Omittable[*T] { return graphql.OmittableOf[*T](nil) }

func TestNewInsured(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		in          model.CreateInsuredInput
		kind        model.InsuredType
		displayName string
		pathName    string
	}{
		"corporate name": {
			model.CreateInsuredInput{CorporateName: some("Harbor Towers LLC")},
			model.InsuredTypeCorporate, "Harbor Towers LLC", "harbor-towers-llc",
		},
		"person": {
			model.CreateInsuredInput{Prefix: some("Dr."), FirstName: some("Ada"), MiddleName: some("B."), LastName: some("Lovelace"),
				Suffix: some("Jr.")},
			model.InsuredTypeIndividual, "Dr. Ada B. Lovelace Jr.", "dr-ada-b-lovelace-jr",
		},
		"parts left empty in a form": {
			model.CreateInsuredInput{CorporateName: some(""), Prefix: some(" "), FirstName: some("Ada"), LastName: some("")},
			model.InsuredTypeIndividual, "Ada", "ada",
		},
		"display name alone": {
			model.CreateInsuredInput{DisplayName: some("Ada's Bakery")},
			model.InsuredTypeIndividual, "Ada's Bakery", "adas-bakery",
		},
		"corporate name before the person's": {
			model.CreateInsuredInput{CorporateName: some("Bakery Inc."), FirstName: some("Ada")},
			model.InsuredTypeCorporate, "Bakery Inc.", "bakery-inc",
		},
		"type as given": {
			model.CreateInsuredInput{Type: some(model.InsuredTypeIndividual), CorporateName: some("Bakery Inc.")},
			model.InsuredTypeIndividual, "Bakery Inc.", "bakery-inc",
		},
		"null derives": {
			model.CreateInsuredInput{Type: none[model.InsuredType](), DisplayName: none[string](), CorporateName: some("Bakery Inc.")},
			model.InsuredTypeCorporate, "Bakery Inc.", "bakery-inc",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i, err := model.NewInsured(uuid.New(), tt.in, model.InsuredReferences{}, time.Now())
			require.NoError(t, err)
			require.Equal(t, tt.kind, i.Type)
			require.Equal(t, tt.displayName, i.DisplayName)
			require.Equal(t, tt.pathName, i.PathName)
		})
	}
}

func TestNewInsuredRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", scalar.NameSize+1)
	for name, tt := range map[string]struct {
		in   model.CreateInsuredInput
		want []string
	}{
		"nothing":            {model.CreateInsuredInput{}, []string{"/displayName required"}},
		"a prefix alone":     {model.CreateInsuredInput{Prefix: some("Dr."), Suffix: some("Jr.")}, []string{"/displayName required"}},
		"blank parts":        {model.CreateInsuredInput{CorporateName: some(" "), FirstName: some("")}, []string{"/displayName required"}},
		"blank display name": {model.CreateInsuredInput{DisplayName: some(" "), CorporateName: some("A")}, []string{"/displayName required"}},
		"all at once": {
			model.CreateInsuredInput{DisplayName: some(long), CorporateName: some("a\nb"), Prefix: some(long), FirstName: some(long),
				MiddleName: some(long), LastName: some(long), Suffix: some(long), InsuredGroup: some(uuid.New())},
			[]string{"/displayName too_long", "/corporateName invalid_value", "/prefix too_long", "/firstName too_long",
				"/middleName too_long", "/lastName too_long", "/suffix too_long", "/insuredGroup unknown_reference"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := model.NewInsured(uuid.New(), tt.in, model.InsuredReferences{}, time.Now())
			require.Equal(t, tt.want, violationsOf(err))
		})
	}
}

func TestInsuredPatch(t *testing.T) {
	t.Parallel()
	insured := func() *model.Insured {
		i, err := model.NewInsured(uuid.New(), model.CreateInsuredInput{CorporateName: some("Acme"), FirstName: some("Ada")},
			model.InsuredReferences{}, time.Now())
		require.NoError(t, err)
		i.PathName = "acme-7" // as numbered by the storage
		return i
	}
	t.Run("same slug keeps the path name", func(t *testing.T) {
		t.Parallel()
		i := insured()
		require.Empty(t, i.Patch(model.UpdateInsuredInput{CorporateName: some("ACME!")}, model.InsuredReferences{}))
		require.Equal(t, "ACME!", i.DisplayName)
		require.Equal(t, "acme-7", i.PathName)
	})
	t.Run("another slug changes the path name", func(t *testing.T) {
		t.Parallel()
		i := insured()
		require.Empty(t, i.Patch(model.UpdateInsuredInput{CorporateName: some("Apex")}, model.InsuredReferences{}))
		require.Equal(t, "apex", i.PathName)
	})
	t.Run("a given display name does not follow the parts", func(t *testing.T) {
		t.Parallel()
		i := insured()
		require.Empty(t, i.Patch(model.UpdateInsuredInput{DisplayName: some("Acme Group")}, model.InsuredReferences{}))
		require.Empty(t, i.Patch(model.UpdateInsuredInput{CorporateName: some("Apex")}, model.InsuredReferences{}))
		require.Equal(t, "Acme Group", i.DisplayName)
		require.Empty(t, i.Patch(model.UpdateInsuredInput{DisplayName: none[string]()}, model.InsuredReferences{}))
		require.Equal(t, "Apex", i.DisplayName)
	})
	t.Run("a type that was never given follows the names", func(t *testing.T) {
		t.Parallel()
		i := insured()
		require.Empty(t, i.Patch(model.UpdateInsuredInput{Type: some(model.InsuredTypeCorporate)}, model.InsuredReferences{}),
			"as it is shown")
		require.Empty(t, i.Patch(model.UpdateInsuredInput{CorporateName: none[string]()}, model.InsuredReferences{}))
		require.Equal(t, model.InsuredTypeIndividual, i.Type)
		require.Equal(t, "Ada", i.DisplayName)
	})
	t.Run("a given type stays, and null derives it", func(t *testing.T) {
		t.Parallel()
		i := insured()
		require.Empty(t, i.Patch(model.UpdateInsuredInput{Type: some(model.InsuredTypeIndividual)}, model.InsuredReferences{}))
		require.Empty(t, i.Patch(model.UpdateInsuredInput{CorporateName: some("Apex")}, model.InsuredReferences{}))
		require.Equal(t, model.InsuredTypeIndividual, i.Type)
		require.Empty(t, i.Patch(model.UpdateInsuredInput{Type: none[model.InsuredType]()}, model.InsuredReferences{}))
		require.Equal(t, model.InsuredTypeCorporate, i.Type)
	})
	t.Run("the last name cannot go", func(t *testing.T) {
		t.Parallel()
		vs := insured().Patch(model.UpdateInsuredInput{CorporateName: none[string](), FirstName: none[string]()}, model.InsuredReferences{})
		require.Equal(t, []string{"/displayName required"}, violationsOf(vs.Err()))
	})
}

func violationsOf(err error) []string {
	var vs fault.Violations
	vs.AppendErr(err)
	var all []string
	for _, v := range vs {
		all = append(all, v.Pointer+" "+string(v.Code))
	}
	return all
}
