package exporting

import (
	"bytes"
	"cmp"
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
)

// unsaid is how GET shows the insureds of a policy of which nobody has said whom it insures, and of one that insures nobody by name.
// They are judged differently (specification, insured_unknown and insured_not_named), so an export tells them apart.
var unsaid = []byte(`"insureds":[]`)

// withUnsaid has see look at policies, or versions of them, with null as the insureds of those of which nobody has said any.
func (c *copying) withUnsaid(ctx context.Context, see func(records []byte) error) func(records []byte) error {
	return func(records []byte) error {
		if bytes.Contains(records, unsaid) {
			told, err := c.tellUnsaid(ctx, records)
			if err != nil {
				return err
			}
			records = told
		}
		return see(records)
	}
}

func (c *copying) tellUnsaid(ctx context.Context, records []byte) ([]byte, error) {
	var all []jsontext.Value
	if err := json.Unmarshal(records, &all); err != nil {
		return nil, err
	}
	versions := make([]uuid.UUID, len(all))
	for i, record := range all {
		var of struct {
			ID      string `json:"id"`
			Version string `json:"currentVersion"`
		}
		if !bytes.Contains(record, unsaid) {
			continue
		}
		if err := json.Unmarshal(record, &of); err != nil {
			return nil, err
		}
		id, err := uuid.Parse(cmp.Or(of.Version, of.ID))
		if err != nil {
			return nil, err
		}
		versions[i] = id
	}
	isUnsaid, err := c.in.For(c.PortfolioID).InsuredsUnsaid(ctx, versions)
	if err != nil {
		return nil, err
	}
	told := []byte("[")
	for i, record := range all {
		if i > 0 {
			told = append(told, ',')
		}
		if !isUnsaid[versions[i]] {
			told = append(told, record...)
			continue
		}
		if told, err = appendWith(told, record, nullInsureds); err != nil {
			return nil, err
		}
	}
	return append(told, ']'), nil
}

func nullInsureds(member string) jsontext.Value {
	if member == "insureds" {
		return jsontext.Value("null")
	}
	return nil
}
