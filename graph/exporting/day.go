package exporting

import (
	"bytes"
	"context"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/scalar"
)

// historyOf is what an export of a past day says of a noun's records.
func historyOf(noun string) string {
	switch model.ExportNoun(noun) {
	case model.ExportNounPolicyVersions, model.ExportNounRiskProfiles:
		return "The versions that there were at the end of the day. They never change, but for drafts, and for " +
			"what says which is the latest."
	case model.ExportNounPolicies:
		return "The policies that there were at the end of the day, each with its version of then. Status, contacts, metadata, " +
			"cancellation and renewal have no history: they are as today."
	default:
		return "The records that there were at the end of the day, as they are today: they have no history."
	}
}

// madeBy is the filter of what was made until the end of a day.
func madeBy(day time.Time) map[string]any {
	return map[string]any{"createdAt": map[string]any{"lt": day.AddDate(0, 0, 1).UTC().Format(scalar.TimeLayout)}}
}

// filter is that of the records which the export has; nil for all.
func (c *copying) filter() map[string]any {
	if c.On == nil {
		return nil
	}
	return madeBy(*c.On)
}

// each reads the records of a noun: all, or those of a past day.
func (c *copying) each(ctx context.Context, n *columns.Noun, see func(records []byte) error) error {
	if n.Name == string(model.ExportNounPolicies) || n.Name == string(model.ExportNounPolicyVersions) {
		see = c.withUnsaid(ctx, see)
	}
	if c.On != nil && n.Name == string(model.ExportNounPolicies) {
		inner := see
		see = func(records []byte) error {
			then, err := c.policiesThen(ctx, records)
			if err != nil {
				return err
			}
			return inner(then)
		}
	}
	return c.Lists.Each(ctx, c.in, c.PortfolioID, n.Name, c.filter(), see)
}

// version is what counts of one.
type version struct {
	ID     string `json:"id"`
	Policy string `json:"policyId"`
	Number int    `json:"versionNumber"`

	members map[string]jsontext.Value
}

// policiesThen gives policies what their versions of the day say.
func (c *copying) policiesThen(ctx context.Context, policies []byte) ([]byte, error) {
	var all []jsontext.Value
	if err := json.Unmarshal(policies, &all); err != nil {
		return nil, err
	}
	ids := make([]any, len(all))
	for i, p := range all {
		var policy struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(p, &policy); err != nil {
			return nil, err
		}
		ids[i] = policy.ID
	}
	filter := c.filter()
	filter["policyId"] = ids
	latest := map[string]*version{}
	err := c.Lists.Each(ctx, c.in, c.PortfolioID, string(model.ExportNounPolicyVersions), filter, func(versions []byte) error {
		return addLatest(latest, versions)
	})
	if err != nil {
		return nil, err
	}
	then := []byte("[")
	for i, p := range all {
		if i > 0 {
			then = append(then, ',')
		}
		if then, err = appendWith(then, p, latest[ids[i].(string)].of); err != nil {
			return nil, err
		}
	}
	return append(then, ']'), nil
}

func addLatest(latest map[string]*version, versions []byte) error {
	var all []jsontext.Value
	if err := json.Unmarshal(versions, &all); err != nil {
		return err
	}
	for _, text := range all {
		v := new(version)
		if err := json.Unmarshal(text, v); err != nil {
			return err
		}
		if known := latest[v.Policy]; known != nil && known.Number > v.Number {
			continue
		}
		if err := json.Unmarshal(text, &v.members); err != nil {
			return err
		}
		latest[v.Policy] = v
	}
	return nil
}

// kept are the members of a policy that a version has too, of itself.
var kept = map[string]bool{"id": true, "createdAt": true, "updatedAt": true}

// of is what the version has in the place of a member of its policy.
func (v *version) of(member string) jsontext.Value {
	switch {
	case v == nil || kept[member]:
		return nil
	case member == "currentVersion":
		return v.members["id"]
	default:
		return v.members[member]
	}
}

// appendWith appends a record with other values of those members for which instead returns some.
func appendWith(to []byte, record jsontext.Value, instead func(member string) jsontext.Value) ([]byte, error) {
	in := jsontext.NewDecoder(bytes.NewReader(record))
	if _, err := in.ReadToken(); err != nil {
		return nil, err
	}
	separator := byte('{')
	for in.PeekKind() == '"' {
		name, err := in.ReadToken()
		if err != nil {
			return nil, err
		}
		member := name.String()
		value, err := in.ReadValue()
		if err != nil {
			return nil, err
		}
		if other := instead(member); other != nil {
			value = other
		}
		to = append(append(to, separator, '"'), member...)
		to = append(append(to, '"', ':'), value...)
		separator = ','
	}
	return append(to, '}'), nil
}
