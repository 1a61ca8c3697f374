package importing_test

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/importing"
	rules "github.com/covertrack/covertrack/model/importing"
)

const (
	sheetPart = "xl/worksheets/sheet1.xml"
	textsPart = "xl/sharedStrings.xml"
)

// sheet is a worksheet of rows, and what comes behind them.
func sheet(rows string, behind ...string) string {
	return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData>` +
		rows + "</sheetData>" + strings.Join(behind, "") + "</worksheet>"
}

// cell is a cell of text.
func cell(text string) string { return `<c t="inlineStr"><is><t>` + text + `</t></is></c>` }

// noise is text that cannot be packed.
func noise(length int) string {
	bytes := make([]byte, length/2)
	for i := range bytes {
		bytes[i] = byte(rand.Uint32())
	}
	return hex.EncodeToString(bytes)
}

// many is so many different texts.
func many(n int, before string, length int, behind string) string {
	var all strings.Builder
	for range n {
		all.WriteString(before + noise(length) + behind)
	}
	return all.String()
}

// lying is a workbook whose sheet says that it has ten bytes, and has a hundred megabytes.
func lying(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	whole := packed(t, map[string]string{sheetPart: sheet(strings.Repeat("<row/>", 16<<20))})
	from, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	require.NoError(t, err)
	w := zip.NewWriter(&out)
	for _, f := range from.File {
		if f.Name != sheetPart {
			require.NoError(t, w.Copy(f))
			continue
		}
		raw, err := f.OpenRaw()
		require.NoError(t, err)
		header := f.FileHeader
		header.Flags, header.UncompressedSize64, header.CRC32 = 0, 10, crc32.ChecksumIEEE([]byte("whatever"))
		to, err := w.CreateRaw(&header)
		require.NoError(t, err)
		_, err = io.Copy(to, raw)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

func crowded(t *testing.T) []byte {
	t.Helper()
	parts := map[string]string{}
	for n := range 70_000 { // 70,000 - 65,536 would be few
		parts[fmt.Sprint("xl/media/", n)] = "x"
	}
	return packed(t, parts)
}

// weighed returns the most memory of objects that fn made the heap hold, in MB, and how long it took.
func weighed(fn func()) (megabytes int, took time.Duration) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	held := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before := held()
	most := before
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	begun := time.Now()
	for tick := time.NewTicker(time.Millisecond); ; {
		select {
		case <-tick.C:
			most = max(most, held())
		case <-done:
			tick.Stop()
			return int(max(most, held())-before) >> 20, time.Since(begun)
		}
	}
}

// TestHostileFiles is that each costs bounded memory and time, and is refused with a reason. It is not parallel, for it measures
// memory.
func TestHostileFiles(t *testing.T) { //nolint:paralleltest
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	whole := packed(t, map[string]string{sheetPart: sheet("<row>" + strings.Repeat(cell(noise(50)), 50) + "</row>")})
	flipped := bytes.Clone(whole)
	flipped[bytes.Index(whole, []byte(sheetPart))+200] ^= 1
	in := func(part, text string) func() []byte {
		return func() []byte { return packed(t, map[string]string{part: text}) }
	}
	large := func(part string, text func() string) func() []byte {
		return func() []byte { return packed(t, map[string]string{part: text()}) }
	}
	is := func(text string) func() []byte { return func() []byte { return []byte(text) } }
	for name, c := range map[string]struct { //nolint:paralleltest
		content func() []byte
		reason  string
	}{
		"nothing":         {is(""), "empty"},
		"a picture":       {is("\x89PNG\x00\x00"), "NUL"},
		"a PDF":           {is("%PDF-1.7"), "PDF"},
		"an old workbook": {is("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "Excel 97"},
		"a NUL":           {is("Loan Number,City\nLN-1,Al\x00bany\n"), "NUL at byte"},

		"a quote left open":          {func() []byte { return []byte("A,B\n\"" + strings.Repeat("x\n", 30<<20)) }, "quote"},
		"a cell of all there can be": {func() []byte { return []byte("A,B\n" + strings.Repeat("x", 63<<20)) }, "row has more than 1 MiB"},
		"a cell of megabytes":        {is("A,B\n" + strings.Repeat("x", 900<<10)), "characters"},
		"ten million columns":        {func() []byte { return []byte(strings.Repeat(",", 10_000_000)) }, "row has more than 1 MiB"},
		"a million columns":          {is(strings.Repeat(",", 1_000_000)), "columns"},

		"no zip":              {is("PK\x03\x04 nonsense"), "damaged"},
		"half of a zip":       {func() []byte { return whole[:len(whole)/2] }, "damaged"},
		"a bit that fell":     {func() []byte { return flipped }, "damaged"},
		"a zip in a zip":      {func() []byte { return zipOf(t, map[string]string{"book.xlsx": string(whole)}) }, "no workbook"},
		"a bomb":              {large("xl/media/a.xml", func() string { return strings.Repeat(" ", 64<<20) }), "unpacked"},
		"a bomb of a sheet":   {large(sheetPart, func() string { return sheet(strings.Repeat("<row/>", 40<<20)) }), "unpacked"},
		"a size that lies":    {func() []byte { return lying(t) }, "damaged"},
		"many parts":          {func() []byte { return crowded(t) }, "parts"},
		"much beside":         {large("xl/media/a.png", func() string { return noise(28 << 20) }), "beside its table"},
		"too large":           {large("xl/media/a.png", func() string { return noise(80 << 20) }), "send it in parts"},
		"links":               {in("xl/externalLinks/externalLink1.xml", "<x/>"), "links"},
		"links of other case": {in("XL/ExternalLinks/externalLink1.xml", "<x/>"), "links"},
		"macros":              {in("xl/vbaProject.bin", "x"), "macros"},
		"billion laughs": {in(sheetPart, `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>`+
			sheet("<row>"+cell("&lol2;")+"</row>")), "entities"},
		"laughs in texts": {in(textsPart, `<!DOCTYPE lolz [<!ENTITY lol "lol">]><sst/>`), "entities"},

		"a long text": {large(textsPart, func() string { return "<sst><si><t>" + strings.Repeat("ab cd ", 100_000) + "</t></si></sst>" }),
			"longer"},
		"a long cell": {large(sheetPart, func() string { return sheet("<row>" + cell(noise(20<<20)) + "</row>") }), "longer"},
		"a cell of many runs": {large(sheetPart, func() string {
			return sheet("<row><c t='inlineStr'><is>" + many(20_000, "<r><t>", 100, "</t></r>") + "</is></c></row>")
		}), "longer"},
		"a text in many parts": {large(textsPart,
			func() string { return "<sst><si>" + many(9, "<r><t>", 60_000, "</t></r>") + "</si></sst>" }), "longer"},
		"a text of what is text": {large(textsPart,
			func() string { return "<sst><si><t>" + many(9, "<![CDATA[", 60_000, "]]>") + "</t></si></sst>" }), "longer"},
		"a text with an end in a comment": {large(textsPart, func() string {
			return "<sst><si><!-- > </si> -->" + many(9, "<r><t>", 60_000, "</t></r>") + "</si></sst>"
		}), "longer"},
		"a text with an end in what is text": {large(textsPart, func() string {
			return "<sst><si><t><![CDATA[ > </si> ]]></t>" + many(9, "<r><t>", 60_000, "</t></r>") + "</si></sst>"
		}), "longer"},
		"a text with an end in quotes": {large(textsPart, func() string {
			return `<sst><si a=">" b='></si><x y=">'>` + many(9, "<r><t>", 60_000, "</t></r>") + "</si></sst>"
		}), "longer"},
		"a text inside of a text": {large(textsPart, func() string {
			return "<sst><si><si/>" + many(9, "<r><t>", 60_000, "</t></r>") + "</si></sst>"
		}), "damaged"},
		"a text of codes": {large(textsPart, func() string {
			return "<sst><si><t>" + noise(50_000) + strings.Repeat("_x0041_", 10_000) + "</t></si></sst>"
		}), "codes"},
		"a text of hidden codes": {large(textsPart, func() string {
			return "<sst><si><t>" + noise(50_000) + strings.Repeat("&#x005F;&#120;0041&#095;", 5_000) + "</t></si></sst>"
		}), "codes"},
		"many texts of codes": {large(textsPart, func() string {
			return "<sst>" + many(1_000, "<si><t>", 200, strings.Repeat("_x0041_", 1_000)+"</t></si>") + "</sst>"
		}), "codes"},
		"many texts": {large(textsPart,
			func() string { return "<sst>" + many(300_000, "<si><t>", 10, "</t></si>") + "<si><t/></si></sst>" }), "different texts"},
		"a long tag": {in(sheetPart, sheet("<row>"+`<c r="`+noise(200_000)+`"/></row>`)), "tag"},
		"wide rows": {large(sheetPart,
			func() string { return sheet("<row>" + many(100_000, "<c><v>", 6, "</v></c>") + "</row>") }), "columns"},
		"a column of nowhere":      {in(sheetPart, sheet(`<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>`)), "cannot be read"},
		"a row of nowhere":         {in(sheetPart, sheet(`<row r="1"/><row r="2000000000"><c><v>1</v></c></row>`)), "at most"},
		"a hidden number of a row": {in(sheetPart, sheet("<row\tr=\"2000000000\"><c><v>1</v></c></row>")), "damaged behind"},
		"rows again and again": {large(sheetPart, func() string {
			return sheet(strings.Repeat(`<row r="1048576"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>`, 1000))
		}), "in their order"},
		"merged cells": {in(sheetPart, sheet("<row>"+cell("x")+"</row>", `<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`)),
			"merged"},
		"XML that breaks off": {in(sheetPart, sheet("<row>"+cell("x")+"</row><row>"+cell("&nothing;")+"</row><row>"+cell("z")+"</row>")),
			"damaged"},
	} {
		t.Run(name, func(t *testing.T) { //nolint:paralleltest
			content := c.content()
			var err error
			megabytes, took := weighed(func() { _, _, err = importing.ReadTable(content, &rules.File{}) })
			require.ErrorContains(t, err, c.reason)
			require.True(t, importing.IsRefused(err), "it is a reason for people")
			t.Log(megabytes, "MB,", took, err)
			require.Less(t, megabytes, 150)
			require.Less(t, took, 20*time.Second)
		})
	}
}

// FuzzCSV is that any text is read, or refused with a reason.
func FuzzCSV(f *testing.F) {
	for _, text := range []string{"\x00", "A;B\r\n\"x\ny\";1", "\xff\xfeA\x00,\x00", "sep=;\nA;B", "A\rB\r", "\"", ",\n\n=1", "M\xfcller\tx"} {
		f.Add([]byte(text))
	}
	f.Fuzz(read)
}

// FuzzXLSX is the same of sheets and the texts that they share.
func FuzzXLSX(f *testing.F) {
	f.Add(sheet(`<row r="1"><c r="B1" t="s"><v>0</v></c></row><row r="9"><c><f>1+1</f></c></row>`, `<mergeCell ref="A1:B3"/>`),
		"<sst><si><t>x</t></si></sst>")
	f.Add(sheet("<x:row><x:c><x:v>1</x:v></x:c></x:row>"), "<sst>")
	f.Fuzz(func(t *testing.T, sheet, texts string) {
		read(t, packed(t, map[string]string{sheetPart: sheet, textsPart: texts}))
	})
}

func read(t *testing.T, content []byte) {
	t.Helper()
	rows, _, err := importing.ReadTable(content, &rules.File{})
	require.True(t, err == nil || importing.IsRefused(err), "%v", err)
	for _, row := range rows {
		for _, cell := range row {
			require.Equal(t, rules.Clean(cell), cell)
		}
	}
}

// TestFormattedRow reads a row that is formatted far beyond its cells.
func TestFormattedRow(t *testing.T) {
	t.Parallel()
	heading := cell("Loan number") + cell("Amount") + strings.Repeat(`<c s="1"/>`, 1_100)
	text := sheet("<row>" + heading + "</row><row>" + cell("LN-1") + cell("1.00") + "</row>")
	rows, _, err := importing.ReadTable(packed(t, map[string]string{sheetPart: text}), &rules.File{})
	require.NoError(t, err)
	require.Equal(t, [][]string{{"Loan number", "Amount"}, {"LN-1", "1.00"}}, rows)
}
