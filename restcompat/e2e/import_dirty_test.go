package e2e

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// dayOrders are twelve orders in which people write a day. In a column where the day comes first, the last one is wrong.
var dayOrders = []string{
	"2006-01-02", "2006/1/2", "20060102", "02/01/2006", "2.1.2006", "02-01-06", "2 Jan 2006", "Jan 2, 2006", "2 January 2006",
	"2006 January 2", "2006-01-02 15:04:05", "01/02/2006",
}

// The columns of a dirty book, below the groups that they are of.
var (
	dirtyGroups = strings.Split("Loan|||Borrower||Property|||||Policy||||", "|")
	dirtyNames  = strings.Split("Number|Amount|Maturity Date|Name|Agent Email|Address|City|State|Zip|Type|Number|Coverage|Start|End|Limit",
		"|")
)

const (
	number, amount, maturity, borrower, agent, street, assetType, policyNumber, coverage, starts, ends = 0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13
)

// dirtyBook is a file as people keep them, with what must become of each row.
type dirtyBook struct {
	*rand.Rand
	isWorkbook bool
	rows       [][]string
	merged     [][2]string          // cells of the workbook
	wrong      map[int]dirtyReason  // by the number of the row
	loans      map[string][2]string // amount and day of maturity, by number
	skipped    int
	accepted   int
}

// dirtyReason is why a row is refused: the code, and the index of the column; none for the row as a whole.
type dirtyReason struct {
	column int
	code   string
}

const wholeRow = -1

func newDirtyBook(seed uint64, loans int, isWorkbook bool) *dirtyBook {
	b := &dirtyBook{
		Rand: rand.New(rand.NewPCG(seed, 38)), isWorkbook: isWorkbook, wrong: map[int]dirtyReason{}, loans: map[string][2]string{},
		rows:   [][]string{{"Loan book of Harbor Example Bank"}, {}, dirtyGroups, dirtyNames},
		merged: [][2]string{{"A1", "O1"}, {"A3", "C3"}, {"D3", "E3"}, {"F3", "J3"}, {"K3", "O3"}},
	}
	for n := range loans {
		b.loan(n)
	}
	b.skip([]string{"Grand total (all loans)", "999,999.99", "", "", "", "", "", "", "", "", "", "", "", "", "999999"})
	return b
}

func (b *dirtyBook) skip(rows ...[]string) {
	b.rows, b.skipped = append(b.rows, rows...), b.skipped+len(rows)
}

// add adds a row; the reason is nil for one that is to be taken.
func (b *dirtyBook) add(row []string, reason *dirtyReason) {
	b.rows = append(b.rows, row)
	if reason == nil {
		b.accepted++
		return
	}
	b.wrong[len(b.rows)] = *reason
}

// money is an amount as people write it, and as the book has it.
func (b *dirtyBook) money() (shown, exact string) {
	cents := b.Int64N(900_000_000) + 100
	whole := fmt.Sprint(cents / 100)
	exact = fmt.Sprintf("%s.%02d", whole, cents%100)
	grouped := exact
	for at := len(whole) - 3; at > 0; at -= 3 {
		grouped = grouped[:at] + "," + grouped[at:]
	}
	shown = []string{exact, " $" + grouped + " ", "USD " + exact, grouped + " usd", exact + "\u00a0 ", "US$" + grouped}[b.IntN(6)]
	return shown, exact
}

func (b *dirtyBook) day(order string) (shown, exact string) {
	day := time.Date(2027+b.IntN(20), time.Month(1+b.IntN(12)), 13+b.IntN(15), 0, 0, 0, 0, time.UTC)
	return day.Format(order), day.Format(time.DateOnly)
}

var borrowers = []string{"Example Holdings LLC", "EXAMPLE HOLDINGS llc ", "Müller & Söhne", "Łódź Estates", "O'Example, Inc.",
	"MÜLLER & söhne", "N/A", "東京 Example"}

// row is one that has nothing wrong.
func (b *dirtyBook) row(n int) (row []string, exact [2]string) {
	row = make([]string, len(dirtyNames))
	row[number] = []string{"LN-%05d", " LN-%05d ", "LN-%05d\u00a0"}[n%3]
	row[number] = fmt.Sprintf(row[number], n)
	row[amount], exact[0] = b.money()
	row[maturity], exact[1] = b.day(dayOrders[n%(len(dayOrders)-1)])
	row[borrower] = borrowers[b.IntN(len(borrowers))]
	row[agent] = []string{"Grace@Example.com", " ada@example.com", "n/a", "-"}[b.IntN(4)]
	row[street] = fmt.Sprintf("%d  Example St ", n)
	row[6], row[7], row[8], row[assetType] = "Springfield ", []string{"Illinois", "IL", "il "}[n%3], "62701", "multifamily"
	if n%2 == 0 {
		row[policyNumber], row[coverage] = fmt.Sprintf("PN-%d", n), []string{"Building", "building; flood", "BUILDING "}[n/2%3]
		row[starts], row[ends], row[14] = "2026-02-01", "1 Feb 2027", "1,000,000"
	}
	return row, exact
}

// loan adds the rows of a loan.
func (b *dirtyBook) loan(n int) {
	row, exact := b.row(n)
	name := strings.TrimFunc(row[number], func(r rune) bool { return r == ' ' || r == '\u00a0' })
	wrong := func(column int, cell string) { // one cell is no good
		row[column] = cell
		b.add(row, &dirtyReason{column, "invalid_value"})
	}
	take := func() {
		b.loans[name] = exact
		b.add(row, nil)
	}
	switch n % 40 {
	case 3: // the same loan twice with two amounts
		other := slices.Clone(row)
		other[amount] = "1.00"
		b.add(row, &dirtyReason{amount, "duplicate"})
		b.add(other, &dirtyReason{amount, "duplicate"})
	case 5: // the same loan twice with one amount
		take()
		take()
	case 7:
		wrong(amount, "about 12")
	case 9:
		wrong(amount, "(1,000.00)")
	case 11:
		wrong(amount, "1.000.000,50")
	case 13:
		shown, _ := b.day(dayOrders[len(dayOrders)-1])
		wrong(maturity, shown)
	case 15:
		wrong(maturity, "31/02/2031")
	case 17:
		wrong(agent, "grace at example.com")
	case 19:
		wrong(assetType, "Castle")
	case 20:
		wrong(coverage, "Building; Spaceship")
	case 22:
		wrong(ends, "2025-01-01") // before its start
	case 23:
		row[amount], row[maturity], exact = "N/A", "#N/A", [2]string{}
		take()
	case 25: // the heading of a new page, and what stands above it
		b.skip([]string{"Page total:", "1,000.00"}, nil, dirtyGroups, dirtyNames)
		take()
	case 27: // a loan with two properties, in one cell of the workbook
		take()
		b.property(row)
	case 29: // an amount of nothing
		b.add([]string{"", "12.00"}, &dirtyReason{wholeRow, "required"})
		take()
	case 31:
		row[borrower] = "Total Example, a \"quoted\"\nname"
		take()
	default:
		take()
	}
}

// property adds a second asset of a loan, whose number stands in the row before alone.
func (b *dirtyBook) property(before []string) {
	row := make([]string, len(before))
	copy(row[street:assetType+1], before[street:assetType+1])
	row[street] = "1 Second St"
	if !b.isWorkbook {
		b.add(row, &dirtyReason{wholeRow, "required"})
		return
	}
	b.add(row, nil)
	b.merged = append(b.merged, [2]string{fmt.Sprint("A", len(b.rows)-1), fmt.Sprint("A", len(b.rows))})
}

// content is the file.
func (b *dirtyBook) content(t *testing.T) (name string, content []byte) {
	t.Helper()
	var out bytes.Buffer
	if !b.isWorkbook {
		out.WriteString("\ufeff")
		w := csv.NewWriter(&out)
		w.Comma, w.UseCRLF = ';', true
		for _, row := range b.rows {
			require.NoError(t, w.Write(append(slices.Clone(row), make([]string, len(dirtyNames)-len(row))...)))
		}
		w.Flush()
		return "loans.csv", out.Bytes()
	}
	book := excelize.NewFile()
	for n, row := range b.rows {
		for column, cell := range row {
			at, err := excelize.CoordinatesToCellName(column+1, n+1)
			require.NoError(t, err)
			var value any = cell
			if day, err := time.Parse("2006-01-02 15:04:05", cell); err == nil {
				value = day // as a date of the spreadsheet
			}
			require.NoError(t, book.SetCellValue("Sheet1", at, value))
		}
	}
	for _, m := range b.merged {
		require.NoError(t, book.MergeCell("Sheet1", m[0], m[1]))
	}
	_, err := book.WriteTo(&out)
	require.NoError(t, err)
	return "loans.xlsx", out.Bytes()
}

// TestSoakImportDirty has every row of dirty files end in the book, unchanged or refused with its reason, and the loans of the file
// and of the book agree to the cent.
func TestSoakImportDirty(t *testing.T) {
	soak.Parallel(t)
	each := soak.Count(400, 20_000)
	tally := soak.NewTally(t, "Import", "rows of dirty files: each in the book, unchanged or refused with its reason")
	for _, isWorkbook := range []bool{false, true} {
		i := newImporter(t)
		b := newDirtyBook(uint64(each), each, isWorkbook)
		profile := i.RiskProfile(t, i.tenant).String()
		checked := i.try(t, b, profile)
		b.requireRefusals(t, i, checked)
		counts := checked["counts"].(object)
		require.Equal(t, []any{float64(b.accepted), 0.0, 0.0, float64(len(b.wrong)), float64(b.skipped)},
			values(counts, "create", "change", "unchanged", "refused", "skipped"))
		require.Equal(t, "committed", i.commit(t, checked["id"])["state"])
		b.requireLoans(t, i)

		tally.Tried(b.accepted + len(b.wrong))

		again := i.try(t, b, profile)
		require.Equal(t, []any{0.0, 0.0, float64(b.accepted), float64(len(b.wrong))},
			values(again["counts"].(object), "create", "change", "unchanged", "refused"), i.rows(t, again, "change"))
	}
}

// try uploads a dirty book, says what its columns are, and returns the import once it is checked.
func (i *importer) try(t *testing.T, b *dirtyBook, profile string) object {
	t.Helper()
	name, content := b.content(t)
	made := i.c.Post(t, "/rest/imports", object{"files": []any{i.upload(t, name, string(content))}}, http.StatusCreated)
	read := i.work(t, made["id"])
	require.Equal(t, "mapping", read["state"], read["failure"])
	columns := []any{object{"to": "case.riskProfile", "value": profile}}
	for _, q := range read["questions"].([]any) { // what comes first in a day, and the sign before decimals
		answer := map[any]string{"Maturity Date": "dayFirst", "Amount": "point"}[q.(object)["column"]]
		columns = append(columns, object{"column": q.(object)["column"], "format": answer})
	}
	i.c.Post(t, "/rest/imports/"+made["id"].(string)+"/map", object{"columns": columns}, http.StatusOK)
	return i.work(t, made["id"])
}

// rows are the rows of an import with an outcome.
func (i *importer) rows(t *testing.T, of object, outcome string) (all []any) {
	t.Helper()
	for {
		some := i.c.Get(t, fmt.Sprintf("/rest/imports/%s/rows?outcome=%s&limit=100&offset=%d", of["id"], outcome, len(all)))["data"].([]any)
		if all = append(all, some...); len(some) < 100 {
			return all
		}
	}
}

// requireRefusals looks for each refused row with the cell that is wrong.
func (b *dirtyBook) requireRefusals(t *testing.T, i *importer, checked object) {
	t.Helper()
	require.Equal(t, "checked", checked["state"], checked["failure"])
	left := map[int]dirtyReason{}
	for n, reason := range b.wrong {
		left[n] = reason
	}
	for _, row := range i.rows(t, checked, "refused") {
		row := row.(object)
		n := int(row["row"].(float64))
		want, ok := left[n]
		require.True(t, ok, "row %d is refused: %v", n, row["reasons"])
		delete(left, n)
		isTold := slices.ContainsFunc(row["reasons"].([]any), func(r any) bool {
			reason := r.(object)
			isColumn := want.column == wholeRow || reason["value"] == strings.Join(strings.Fields(b.rows[n-1][want.column]), " ") &&
				strings.HasSuffix(reason["column"].(string), dirtyNames[want.column])
			return reason["code"] == want.code && reason["message"] != "" && isColumn
		})
		require.True(t, isTold, "row %d, %v: %v", n, b.rows[n-1], row["reasons"])
	}
	require.Empty(t, left, "they are taken")
}

// requireLoans compares the loans of the book, as a table, with those of the file.
func (b *dirtyBook) requireLoans(t *testing.T, i *importer) {
	t.Helper()
	answer := i.c.With("Accept", "text/csv").Do(t, http.MethodGet, "/rest/cases", nil)
	table, err := csv.NewReader(bytes.NewReader(answer.Body)).ReadAll()
	require.NoError(t, err)
	at := func(column string) int { return slices.Index(table[0], column) }
	loans := map[string][2]string{}
	for _, row := range table[1:] {
		day, _, _ := strings.Cut(row[at("maturityDate")], "T")
		loans[row[at("loanNumber")]] = [2]string{row[at("loanAmount.amount")], day}
	}
	require.Len(t, table, 1+len(b.loans), "no loan is there twice")
	require.Equal(t, b.loans, loans)
}
