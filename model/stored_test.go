package model_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// TestReadStored is that a type is read as encoding/json reads it, from what we write and from the same as jsonb has it.
func TestReadStored(t *testing.T) {
	t.Parallel()
	text := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("ab \"\\/<&\x00\n\u2028é🏠")), rapid.Rune()))
	optional := rapid.Ptr(text, true)
	id := rapid.Map(rapid.SliceOfN(rapid.Byte(), 16, 16), func(b []byte) uuid.UUID { return uuid.UUID(b) })
	money := rapid.Custom(func(t *rapid.T) *scalar.Money {
		return &scalar.Money{Amount: text.Draw(t, "amount"), Currency: text.Draw(t, "currency")}
	})
	limit := rapid.Custom(func(t *rapid.T) *model.Limit {
		return &model.Limit{
			CoverageType: rapid.Ptr(id, true).Draw(t, "type"), Kind: model.LimitKind(text.Draw(t, "kind")),
			Amount: rapid.OneOf(money, rapid.Just[*scalar.Money](nil)).Draw(t, "amount"),
		}
	})
	perils := rapid.Custom(func(t *rapid.T) model.EvidencedPerils {
		return model.EvidencedPerils{AssetID: id.Draw(t, "asset"), PerilIDs: rapid.OneOf(
			rapid.SliceOf(id), rapid.Just[[]uuid.UUID](nil)).Draw(t, "perils")}
	})
	finding := rapid.Custom(func(t *rapid.T) *model.ToldFinding {
		return &model.ToldFinding{FindingIdentity: model.FindingIdentity{
			Requirement: text.Draw(t, "requirement"), CoverageTypeID: id.Draw(t, "type"), AssetID: id.Draw(t, "asset"),
			Code: model.FindingCode(text.Draw(t, "code")), Item: text.Draw(t, "item"), PolicyID: id.Draw(t, "policy"),
		}, Outcome: model.FindingOutcomeFail, Since: time.Date(2026, 6, rapid.IntRange(1, 30).Draw(t, "day"), 0, 0, 0, 0, time.UTC)}
	})
	rapid.Check(t, func(t *rapid.T) {
		requireStored(t, rapid.SliceOf(finding).Draw(t, "findings"))
		requireStored(t, *money.Draw(t, "money"))
		requireStored(t, model.Carrier{Name: text.Draw(t, "name"), NaicCode: optional.Draw(t, "code"), AmBestRating: optional.Draw(t, "rating")})
		requireStored(t, scalar.Address{
			Street1: text.Draw(t, "street1"), Street2: optional.Draw(t, "street2"), City: text.Draw(t, "city"), State: text.Draw(t, "state"),
			PostalCode: text.Draw(t, "postalCode"), Country: optional.Draw(t, "country"), County: optional.Draw(t, "county"),
		})
		requireStored(t, rapid.SliceOf(money).Draw(t, "list of money"))
		requireStored(t, rapid.SliceOf(limit).Draw(t, "limits"))
		requireStored(t, model.EvidencedByAsset(rapid.SliceOf(perils).Draw(t, "perils by asset")))
	})
}

func requireStored[T any](t *rapid.T, value T) {
	text, err := json.Marshal(value)
	require.NoError(t, err)
	for _, text := range []string{string(text), asJSONB(t, string(text)), "null"} {
		var want, got T
		require.NoError(t, json.Unmarshal([]byte(text), &want))
		require.NoError(t, model.ReadStored(reflect.TypeFor[T]())(&got, text))
		require.Equal(t, want, got, "%s", text)
	}
}

// TestReadStoredOther is that nothing is read as what it is not.
func TestReadStoredOther(t *testing.T) {
	t.Parallel()
	require.Nil(t, model.ReadStored(reflect.TypeFor[model.Case]()))
	for text, into := range map[string]any{
		`[]`: &scalar.Money{}, `"USD"`: &scalar.Money{}, `{"amount": 5}`: &scalar.Money{}, `{"name": {}}`: &model.Carrier{},
		`3`:   &[]*model.Limit{},
		`[3]`: &[]*model.Limit{}, `[{"asset": "x"}]`: &model.EvidencedByAsset{}, `[{"perils": "fire"}]`: &model.EvidencedByAsset{},
		`[{"assets": ["x"], "perils": []}]`: &model.EvidencedByAsset{},
		`{}`:                                &model.AssetFields{}, `[{"key": "replacementCost", "value": "5"}]`: &model.AssetFields{},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			require.Error(t, model.ReadStored(reflect.TypeOf(into).Elem())(into, text))
		})
	}
}

// TestEvidencedOnce is that perils which assets have alike are written once, and all come back in their order.
func TestEvidencedOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sets := [][]uuid.UUID{{}, {uuid.New()}, {uuid.New(), uuid.New()}}
		all := model.EvidencedByAsset{}
		for range rapid.IntRange(0, 5).Draw(t, "runs") {
			perils := rapid.SampledFrom(sets).Draw(t, "perils")
			for range rapid.IntRange(1, 20).Draw(t, "assets") {
				all = append(all, model.EvidencedPerils{AssetID: uuid.New(), PerilIDs: perils})
			}
		}
		stored, err := all.Value()
		require.NoError(t, err)
		var read model.EvidencedByAsset
		require.NoError(t, read.Scan(asJSONB(t, stored.(string))))
		require.Equal(t, all, read)
		require.Less(t, len(stored.(string)), 100+60*len(all)+200*5*8, "%s", stored)
	})
}

// TestAssetFieldsInOrder is that a value that is an object is written as it was at first, whatever its texts have in them.
func TestAssetFieldsInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("ab \"\\/<&\x01\n\u2028\u2029é")), rapid.Rune()))
		var value scalar.JSON
		require.NoError(t, value.UnmarshalGQL(scalar.Address{
			Street1: text.Draw(t, "street1"), Street2: rapid.Ptr(text, true).Draw(t, "street2"), City: text.Draw(t, "city"),
			County: rapid.Ptr(text, true).Draw(t, "county"),
		}))
		fields := model.AssetFields{{FieldType: uuid.New(), Key: "address", Value: value}}
		stored, err := fields.Value()
		require.NoError(t, err)
		var read model.AssetFields
		require.NoError(t, read.Scan(asJSONB(t, stored.(string))))
		require.Equal(t, string(value), string(read[0].Value))
	})
}
