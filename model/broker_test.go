package model_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

func TestNewBroker(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		in                    model.CreateBrokerInput
		displayName, pathName string
	}{
		"as given": {model.CreateBrokerInput{DisplayName: some("Ada at Cedar"), FirstName: some("Ada")}, "Ada at Cedar", "ada-at-cedar"},
		"of its parts": {model.CreateBrokerInput{FirstName: some("Ada"), LastName: some(" Example "), Email: some("a@example.com")},
			"Ada Example", "ada-example"},
		"e-mail": {model.CreateBrokerInput{FirstName: some(""), Email: some("a@example.com")}, "a@example.com", "a-example-com"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := model.NewBroker(uuid.New(), tt.in, nil, time.Now())
			require.NoError(t, err)
			require.Equal(t, tt.displayName, b.DisplayName)
			require.Equal(t, tt.pathName, b.PathName)
		})
	}
	brokerage := uuid.New()
	_, err := model.NewBroker(uuid.New(), model.CreateBrokerInput{Email: some("x"), Brokerage: some(brokerage), DisplayName: some("")},
		nil, time.Now())
	require.Equal(t, []string{"/email invalid_value", "/brokerage unknown_reference", "/displayName required"}, violationsOf(err))
	_, err = model.NewBroker(uuid.New(), model.CreateBrokerInput{Phone: some("555-0100"), Brokerage: some(brokerage)},
		map[uuid.UUID]bool{brokerage: true}, time.Now())
	require.Equal(t, []string{"/displayName required"}, violationsOf(err))
}

// TestBrokerPatchKeepsPathName: a number that the storage appended stays until the name has another slug.
func TestBrokerPatchKeepsPathName(t *testing.T) {
	t.Parallel()
	b, err := model.NewBroker(uuid.New(), model.CreateBrokerInput{DisplayName: some("Ada Example")}, nil, time.Now())
	require.NoError(t, err)
	b.PathName = "ada-example-2"
	require.Empty(t, b.Patch(model.UpdateBrokerInput{DisplayName: some("ADA example"), Phone: some("555-0100")}, nil))
	require.Equal(t, "ada-example-2", b.PathName)
	require.Empty(t, b.Patch(model.UpdateBrokerInput{DisplayName: none[string](), Email: some("a@example.com")}, nil))
	require.Equal(t, "a-example-com", b.PathName)
}

func TestNewUser(t *testing.T) {
	t.Parallel()
	u, err := model.NewUser(uuid.New(), model.CreateUserInput{Email: "a@example.com", LastName: some("Example")}, false, time.Now())
	require.NoError(t, err)
	require.Equal(t, "Example", u.DisplayName)
	require.Equal(t, model.UserRoleViewer, u.Role)
	require.True(t, u.Active)
	require.Empty(t, u.Patch(model.UpdateUserInput{LastName: none[string](), Active: some(false)}, true),
		"an address that is not given is not looked at")
	require.Equal(t, "a@example.com", u.DisplayName)
	require.Equal(t, []fault.Code{fault.CodeDuplicate, fault.CodeRequired},
		codesIn(u.Patch(model.UpdateUserInput{Email: some("b@example.com"), Role: none[model.UserRole]()}, true)))
}

func codesIn(vs fault.Violations) (codes []fault.Code) {
	for _, v := range vs {
		codes = append(codes, v.Code)
	}
	return codes
}
