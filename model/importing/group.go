package importing

import "slices"

// Groups finds which rows are of one loan. What it finds does not depend on the order of rows.
type Groups struct {
	at     map[string]int
	loans  []LoanRows
	keysOf map[string][]string // of a number, the keys that stand beside it
}

// LoanRows are the positions of the rows of a loan.
type LoanRows struct {
	Key       string
	Positions []int
	// IsTwice reports whether the rows name a loan by a number alone that several loans of the files have.
	IsTwice bool
}

// Add adds a row with its names of a loan, as FileReading.Keys has them.
func (g *Groups) Add(position int, key, also string) {
	if g.at == nil {
		g.at, g.keysOf = map[string]int{}, map[string][]string{}
	}
	// A second key tells all that is asked; any number of them may stand beside one number.
	if keys := g.keysOf[also]; also != "" && len(keys) < 2 && !slices.Contains(keys, key) {
		g.keysOf[also] = append(keys, key)
	}
	i, ok := g.at[key]
	if !ok {
		i = len(g.loans)
		g.at[key] = i
		g.loans = append(g.loans, LoanRows{Key: key})
	}
	g.loans[i].Positions = append(g.loans[i].Positions, position)
}

// Loans are the groups in the order of their first rows. Rows that name a loan by its number are of the one that others name by its
// key as well.
func (g *Groups) Loans() (all []LoanRows) {
	for i := range g.loans {
		switch keys := g.keysOf[g.loans[i].Key]; len(keys) {
		case 0:
		case 1:
			to := &g.loans[g.at[keys[0]]]
			to.Positions, g.loans[i].Positions = append(to.Positions, g.loans[i].Positions...), nil
		default:
			g.loans[i].IsTwice = true
		}
	}
	for _, l := range g.loans {
		if slices.Sort(l.Positions); len(l.Positions) > 0 {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b LoanRows) int { return a.Positions[0] - b.Positions[0] })
	return all
}
