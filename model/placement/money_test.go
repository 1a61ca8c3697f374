package placement_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

// TestCheckPremium is a premium with the instalments in which it is due.
func TestCheckPremium(t *testing.T) {
	t.Parallel()
	yen := &scalar.Money{Amount: "90000", Currency: "JPY"}
	for name, test := range map[string]struct {
		premium     *scalar.Money
		instalments []*scalar.Money
		want        []string
	}{
		"all at once":                {cents(100000), nil, nil},
		"in parts":                   {cents(100000), []*scalar.Money{cents(33333), cents(66667)}, nil},
		"nothing":                    {cents(0), nil, []string{"/premium"}},
		"nothing, in parts":          {cents(0), []*scalar.Money{cents(0)}, []string{"/premium"}},
		"a cent too little":          {cents(100000), []*scalar.Money{cents(33333), cents(66666)}, []string{"/instalments"}},
		"too much":                   {cents(100000), []*scalar.Money{cents(70000), cents(70000)}, []string{"/instalments"}},
		"another currency":           {cents(100000), []*scalar.Money{yen}, []string{"/instalments/0/amount"}},
		"other currencies":           {cents(100000), []*scalar.Money{yen, cents(10), yen}, []string{"/instalments/0/amount", "/instalments/2/amount"}},
		"nothing in another":         {cents(0), []*scalar.Money{yen}, []string{"/premium", "/instalments/0/amount"}},
		"a part that cannot be read": {cents(100000), []*scalar.Money{nil, yen}, []string{"/instalments/1/amount"}},
		"no premium":                 {nil, []*scalar.Money{yen}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &placement.Cover{Premium: test.premium}
			for i, amount := range test.instalments {
				c.Instalments = append(c.Instalments, placement.Payment{On: on(i), Amount: amount})
			}
			var pointers []string
			for _, v := range c.CheckPremium() {
				pointers = append(pointers, v.Pointer)
			}
			require.Equal(t, test.want, pointers)
		})
	}
}
