package importing

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
)

// xlsxTable reads a sheet of a workbook: the one that is asked for, else the first that has a heading, else anything. Formulas are
// never computed: a row with one is refused.
type xlsxTable struct {
	file     *importing.File
	workbook *excelize.File
	rows     *excelize.Rows
	marks    *sheetMarks
	kept     map[[2]int]string // the values of merged cells, by their first rows and columns
	keeps    int               // bytes of these
	wide     map[string]int    // by sheet the first row that has too many cells
	styles   map[string]bool   // of cells, whether they show days
	row      int
}

// openXLSX looks at what is packed before it is unpacked.
func openXLSX(content []byte, file *importing.File) (table, error) {
	if len(content) > maxWorkbook {
		return nil, refuse("The workbook has more than %d MiB; send it in parts, or as CSV.", maxWorkbook>>20)
	}
	if n := bytes.Count(content, []byte("PK\x01\x02")); n > maxParts { // a directory may say that it has fewer
		return nil, refuse("The workbook has %d parts; at most %d are read.", n, maxParts)
	}
	packed, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, refuse("The workbook is damaged: %s.", err)
	}
	if err := checkParts(packed, len(content)); err != nil {
		return nil, err
	}
	sheets, err := sheetsOf(packed)
	if err != nil {
		return nil, err
	}
	inMemory, err := checkTexts(packed)
	if err != nil {
		return nil, err
	}
	workbook, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: inMemory,
	})
	if err != nil {
		return nil, refuse("The workbook is damaged: %s.", err)
	}
	t := &xlsxTable{file: file, workbook: workbook, kept: map[[2]int]string{}, styles: map[string]bool{}, wide: map[string]int{}}
	if err := t.open(packed, sheets, file); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *xlsxTable) open(packed *zip.Reader, sheets map[string]string, file *importing.File) error {
	props, err := t.workbook.GetWorkbookProps()
	if err == nil && props.Date1904 != nil {
		file.Is1904 = *props.Date1904
	}
	names, err := t.filled(packed, sheets, file.Sheet)
	if err != nil {
		return err
	}
	name := names[0]
	if tables := t.withHeading(names); len(tables) > 0 {
		name, file.MoreSheets = tables[0], tables[1:]
	}
	if row := t.wide[name]; row > 0 {
		return refuse("Row %d has more than %d columns, which is the most that a table has.", row, maxColumns)
	}
	if name != names[0] {
		if t.marks, err = scanPart(packed, sheets[name], t.isDay); err != nil {
			return err
		}
	}
	if t.rows, err = t.workbook.Rows(name); err != nil {
		return refuse("The sheet %q cannot be read: %s.", name, err)
	}
	return nil
}

// filled are the visible sheets that have something, or the one alone that is asked for. It keeps the marks of the first.
func (t *xlsxTable) filled(packed *zip.Reader, sheets map[string]string, only string) (names []string, err error) {
	for _, name := range t.workbook.GetSheetList() {
		if visible, err := t.workbook.GetSheetVisible(name); err == nil && !visible || only != "" && name != only {
			continue
		}
		marks, err := scanPart(packed, sheets[name], t.isDay)
		if err != nil {
			return nil, err
		}
		if !marks.hasCells {
			continue
		}
		if marks.wideRow > 0 {
			t.wide[name] = marks.wideRow
		}
		if names = append(names, name); t.marks == nil {
			t.marks = marks
		}
	}
	if names == nil {
		err = refuse("No sheet of the workbook has anything.")
	}
	return names, err
}

// withHeading are the sheets, of several, whose first rows have names of columns that are known.
func (t *xlsxTable) withHeading(names []string) []string {
	if len(names) == 1 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		if row := t.wide[name]; row > 0 && row <= importing.HeadRows {
			return true
		}
		rows, err := t.workbook.Rows(name)
		if err != nil {
			return true
		}
		defer func() { _ = rows.Close() }()
		var first [][]string
		for len(first) < importing.HeadRows && rows.Next() {
			cells, err := rows.Columns(excelize.Options{RawCellValue: true})
			if err != nil || checkRow(cells, len(first)+1) != nil {
				return true
			}
			for i := range cells {
				cells[i] = importing.Clean(cells[i])
			}
			first = append(first, cells)
		}
		return !importing.HasHeading(first)
	})
}

const (
	sheetPrefix = "xl/worksheets/sheet"
	textsPart   = "xl/sharedstrings.xml"
)

// nameOfPart is the name of a part in lower case, and with the separators that it should have.
func nameOfPart(f *zip.File) string { return strings.ToLower(strings.ReplaceAll(f.Name, `\`, "/")) }

// checkParts refuses what would cost much memory or time, or what leads out of the file.
func checkParts(packed *zip.Reader, size int) error {
	var total, kept uint64
	for _, f := range packed.File {
		name := nameOfPart(f)
		total += min(f.UncompressedSize64, maxUnpacked+1)
		if f.UncompressedSize64 <= maxInMemory || !strings.HasPrefix(name, sheetPrefix) && name != textsPart {
			kept += min(f.UncompressedSize64, maxUnpacked+1)
		}
		if strings.HasPrefix(name, "xl/externallinks/") {
			return refuse("The workbook links to other files; break the links (Data, Edit Links) and save it again.")
		}
		if strings.HasSuffix(name, "vbaproject.bin") {
			return refuse("The workbook has macros; save it as .xlsx without them.")
		}
	}
	switch {
	case total > maxUnpacked || total > 1<<20 && total/uint64(size) > maxRatio:
		return refuse("The workbook has %d MiB once it is unpacked, of %d KiB; at most %d MiB are read, and %d times what is packed.",
			total>>20, size>>10, maxUnpacked>>20, maxRatio)
	case kept > maxBeside:
		return refuse("The workbook has %d MiB beside its table, such as pictures and other sheets; send the table alone.", kept>>20)
	}
	for _, f := range packed.File {
		name := nameOfPart(f)
		if !strings.HasSuffix(name, ".xml") && !strings.HasSuffix(name, ".rels") || strings.HasPrefix(name, "xl/worksheets/") {
			continue
		}
		if _, err := scan(f, nil); err != nil {
			return err
		}
	}
	return nil
}

// checkTexts looks at the texts that cells share, and returns up to which size parts are read in memory. Excelize reads larger ones
// from a file, and takes an empty text of them for its number: those have to be in memory.
func checkTexts(packed *zip.Reader) (inMemory int64, err error) {
	for _, f := range packed.File {
		if nameOfPart(f) != textsPart {
			continue
		}
		m, err := scan(f, nil)
		switch {
		case err != nil:
			return 0, err
		case m.texts > maxTexts, m.texts > maxTexts/8 && m.hasEmptyText && f.UncompressedSize64 > maxInMemory:
			return 0, refuse("The workbook has %d different texts, which are too many to be read from a workbook; send it as CSV.", m.texts)
		case m.hasEmptyText:
			return max(maxInMemory, int64(f.UncompressedSize64)), nil
		}
	}
	return maxInMemory, nil
}

// sheetsOf finds the parts of sheets by their names.
func sheetsOf(packed *zip.Reader) (map[string]string, error) {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"id,attr"` // of one of two namespaces
		} `xml:"sheets>sheet"`
	}
	var rels struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if _, err := packed.Open("xl/workbook.xml"); errors.Is(err, fs.ErrNotExist) {
		return nil, refuse("The file is packed, but no workbook of Excel (.xlsx); send a CSV or an XLSX file.")
	}
	if err := errors.Join(decodePart(packed, "xl/workbook.xml", &book), decodePart(packed, "xl/_rels/workbook.xml.rels", &rels)); err != nil {
		return nil, refuse("The workbook cannot be read: %s.", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	byName := map[string]string{}
	for _, s := range book.Sheets {
		for _, r := range rels.All {
			if r.ID == s.ID {
				byName[s.Name] = strings.TrimPrefix(path.Join("/xl", strings.TrimPrefix(r.Target, "/xl/")), "/")
			}
		}
	}
	return byName, nil
}

func decodePart(packed *zip.Reader, name string, into any) error {
	r, err := packed.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	return xml.NewDecoder(io.LimitReader(r, 1<<20)).Decode(into)
}

// isDay reports whether cells of a style show days.
func (t *xlsxTable) isDay(style string) bool {
	is, known := t.styles[style]
	if !known && style != "" {
		n, _ := strconv.Atoi(style)
		if found, err := t.workbook.GetStyle(n); err == nil {
			is = importing.IsDayFormat(found.NumFmt, scalar.OrZero(found.CustomNumFmt))
		}
		t.styles[style] = is
	}
	return is
}

// unmerge gives the row the values of cells that are merged over several rows, each in the first column of its cell.
func (t *xlsxTable) unmerge(cells []string) ([]string, error) {
	for column, first := range t.marks.merged[t.row] {
		for len(cells) < column {
			cells = append(cells, "")
		}
		if at := [2]int{first, column}; first == t.row {
			t.kept[at] = cells[column-1]
			if t.keeps += len(cells[column-1]); t.keeps > maxKept {
				return nil, refuse("The merged cells of the sheet have more than %d MiB; unmerge them and save it again.", maxKept>>20)
			}
		} else {
			cells[column-1] = t.kept[at]
		}
	}
	return cells, checkRow(cells, t.row)
}

func (t *xlsxTable) next() ([]string, marks, error) {
	if !t.rows.Next() {
		if err := t.rows.Error(); err != nil {
			return nil, unmarked, refuse("Row %d cannot be read: %s.", t.row+1, err)
		}
		if t.row < t.marks.lastRow { // the iterator tells no error of XML
			return nil, unmarked, refuse("The workbook is damaged behind row %d.", t.row)
		}
		return nil, unmarked, io.EOF
	}
	if t.row++; t.row > t.marks.lastRow {
		return nil, unmarked, refuse("The workbook is damaged behind row %d.", t.marks.lastRow)
	}
	cells, err := t.rows.Columns(excelize.Options{RawCellValue: true})
	if err != nil {
		return nil, unmarked, refuse("Row %d cannot be read: %s.", t.row, err)
	}
	for _, column := range t.marks.daysOf(t.row) {
		if int(column) < len(cells) {
			cells[column] = importing.ShownDay(cells[column], t.file.Is1904)
		}
	}
	if cells, err = clean(t.file, cells, t.row); err == nil {
		cells, err = t.unmerge(cells)
	}
	m := marks{formula: none, merged: t.marks.merged[t.row]}
	if column, ok := t.marks.formulas[t.row]; ok {
		m.formula = column
	}
	return cells, m, err
}

func (t *xlsxTable) close() {
	if t.rows != nil {
		_ = t.rows.Close()
	}
	_ = t.workbook.Close()
}
