package importing_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/importing"
	rules "github.com/covertrack/covertrack/model/importing"
)

// understood is what the rows of a file say, each by the targets that its columns are proposed for.
func understood(t *testing.T, content []byte) (file *rules.File, records []map[string]any) {
	t.Helper()
	file = &rules.File{}
	rows, _, err := importing.ReadTable(content, file)
	require.NoError(t, err)
	layout, ok := rules.FindLayout(rows)
	require.True(t, ok)
	columns := make([]*rules.Column, len(layout.Names))
	for i, name := range layout.Names {
		columns[i] = &rules.Column{Name: name}
	}
	for _, row := range rows[layout.First:] {
		for i := range columns {
			columns[i].Add(at(row, i))
		}
	}
	mapping := rules.Propose(columns)
	require.Empty(t, rules.Questions(columns, mapping))
	for _, row := range rows[layout.First:] {
		if !layout.IsData(row) {
			continue
		}
		record := map[string]any{}
		for i, m := range mapping {
			if target := rules.Find(m.To); target != nil && at(row, i) != "" {
				value, vs := rules.Reading{Target: target, Format: m.Format, Is1904: file.Is1904}.Read(at(row, i))
				require.Nil(t, vs, "%s %v", m.To, row)
				record[m.To] = value
			}
		}
		records = append(records, record)
	}
	return file, records
}

func at(row []string, i int) string {
	if i < len(row) {
		return row[i]
	}
	return ""
}

func stored(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return string(content)
}

func money(amount string, currency ...string) map[string]any {
	m := map[string]any{"amount": amount}
	if len(currency) > 0 {
		m["currency"] = currency[0]
	}
	return m
}

// TestExcelCSV is a CSV of an Excel that speaks German: Windows-1252, semicolons, commas before decimals, a total.
func TestExcelCSV(t *testing.T) {
	t.Parallel()
	content := []byte(stored(t, "excel-de.csv"))
	want := []map[string]any{
		{
			"case.loanNumber": "4711", "insured.displayName": "Müller & Söhne; Zürich", "asset.address.city": "Zürich",
			"case.loanAmount": money("1250000.50", "EUR"), "case.maturityDate": "2030-12-31",
		},
		{
			"case.loanNumber": "04712", "insured.displayName": "Ö\"Brien", "asset.address.city": "Köln", "case.loanAmount": money("999.90"),
			"case.maturityDate": "2031-02-01",
		},
	}
	file, records := understood(t, content)
	require.Equal(t, []string{"windows-1252", ";"}, []string{file.Encoding, file.Comma})
	require.Equal(t, want, records)
	_, records = understood(t, append([]byte("sep=;\r\n"), content...))
	require.Equal(t, want, records, "with the line by which Excel is told the separator")
}

// TestServicingFile is a file of a servicing system: fixed columns, capital letters, zeros before amounts, days without separators.
func TestServicingFile(t *testing.T) {
	t.Parallel()
	text := stored(t, "servicing.csv")
	want := []map[string]any{
		{
			"case.loanNumber": "0001002003", "insured.displayName": "HOPPER, GRACE", "asset.address.street1": "12 EXAMPLE ST",
			"asset.address.city": "ALBANY", "asset.address.state": "NY", "asset.address.postalCode": "01207",
			"case.outstandingBalance": money("125000.00"), "case.maturityDate": "2031-06-30", "policy.policyNumber": "HO-778812",
			"policy.startDate": "2026-01-01", "policy.endDate": "2027-01-01", "policy.carrier.name": "EXAMPLE MUTUAL",
			"policy.limit": money("250000.00"),
		},
		{
			"case.loanNumber": "0001002004", "insured.displayName": "LOVELACE, ADA", "asset.address.street1": "9 ELM AVE",
			"asset.address.city": "TROY", "asset.address.state": "NY", "asset.address.postalCode": "12180",
			"case.outstandingBalance": money("98000.5"), "case.maturityDate": "2032-01-01",
		},
	}
	wide := func(low, high int) string {
		var b strings.Builder
		for _, r := range text {
			pair := [2]byte{}
			pair[low], pair[high] = byte(r), 0
			b.Write(pair[:])
		}
		return b.String()
	}
	for name, content := range map[string]string{
		"as it is": text, "of an old Macintosh": strings.ReplaceAll(text, "\r\n", "\r"), "UTF-16": "\xff\xfe" + wide(0, 1),
		"UTF-16 of another machine": "\xfe\xff" + wide(1, 0), "UTF-16 without a mark": wide(0, 1),
		"UTF-16 of another machine, without a mark": wide(1, 0),
	} {
		_, records := understood(t, []byte(content))
		require.Equal(t, want, records, name)
	}
}

// TestLibreOffice is a workbook as LibreOffice writes it: shared texts, some of them empty or of several fonts, days as numbers with
// a style, a row left out, a sheet that is hidden. Other programs write other prefixes, slashes and days since 1904.
func TestLibreOffice(t *testing.T) {
	t.Parallel()
	book := func(change func(name, text string) (string, string)) []byte {
		parts := map[string]string{
			"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ` +
				`ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ` +
				`ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
			"_rels/.rels":                relations("xl/workbook.xml", "officeDocument", "rId1"),
			"xl/_rels/workbook.xml.rels": relations("worksheets/sheet1.xml", "worksheet", "rId3", "worksheets/sheet2.xml", "worksheet", "rId4"),
			"xl/worksheets/sheet1.xml":   sheet("<row>" + cell("hidden") + cell("notes") + "</row>"),
			"xl/worksheets/sheet2.xml":   stored(t, "libreoffice/sheet.xml"),
		}
		for _, name := range []string{"workbook.xml", "styles.xml", "sharedStrings.xml"} {
			parts["xl/"+name] = stored(t, "libreoffice/"+name)
		}
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for name, text := range parts {
			name, text = change(name, text)
			part, err := w.Create(name)
			require.NoError(t, err)
			_, err = part.Write([]byte(text))
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		return out.Bytes()
	}
	replaced := func(of, by string) func(string, string) (string, string) {
		return func(name, text string) (string, string) { return name, strings.ReplaceAll(text, of, by) }
	}
	for name, c := range map[string]struct {
		change func(name, text string) (string, string)
		day    string
	}{
		"as it is": {replaced("", ""), "2031-06-30"},
		"1904":     {replaced(`date1904="false"`, `date1904="true"`), "2035-07-01"},
		"slashes":  {func(name, text string) (string, string) { return strings.ReplaceAll(name, "/", `\`), text }, "2031-06-30"},
		"prefixes": {func(name, text string) (string, string) {
			if strings.Contains(name, "sheet2") {
				text = strings.NewReplacer("</", "</x:", "<?", "<?", "<", "<x:", "xmlns=", "xmlns:x=").Replace(text)
			}
			return name, text
		}, "2031-06-30"},
		"strict": {replaced("http://schemas.openxmlformats.org/officeDocument/2006/relationships",
			"http://purl.oclc.org/ooxml/officeDocument/relationships"), "2031-06-30"},
		"a large file": {func(name, text string) (string, string) {
			if strings.HasSuffix(name, "sharedStrings.xml") {
				text = strings.Replace(text, "</sst>", many(2000, "<si><t>", 3000, "</t></si>")+"</sst>", 1)
			}
			return name, text
		}, "2031-06-30"},
	} {
		_, records := understood(t, book(c.change))
		require.Equal(t, []map[string]any{
			{
				"case.loanNumber": "0042", "insured.displayName": "Grace & Söhne", "case.loanAmount": money("1234.10"),
				"case.maturityDate": c.day, "asset.address.city": "Zürich",
			},
			{"case.loanNumber": "43", "case.loanAmount": money("1250000"), "case.maturityDate": c.day},
		}, records, name)
	}
}

func relations(ofTargets ...string) string {
	text := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	for i := 0; i < len(ofTargets); i += 3 {
		text += `<Relationship Id="` + ofTargets[i+2] + `" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/` +
			ofTargets[i+1] + `" Target="` + ofTargets[i] + `"/>`
	}
	return text + "</Relationships>"
}
