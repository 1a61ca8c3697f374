package importing

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/covertrack/covertrack/model/importing"
)

// xlsxTable reads the first sheet of a workbook that has something. Formulas are never computed: a row with one is refused.
type xlsxTable struct {
	workbook *excelize.File
	rows     *excelize.Rows
	marks    *sheetMarks
	kept     map[[2]int]string // the values of merged cells
	row      int
}

// openXLSX looks at what is packed before it is unpacked.
func openXLSX(content []byte, file *importing.File) (table, error) {
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
	workbook, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: 8 << 20,
	})
	if err != nil {
		return nil, refuse("The workbook cannot be read: %s.", err)
	}
	t := &xlsxTable{workbook: workbook, kept: map[[2]int]string{}}
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
	for _, name := range t.workbook.GetSheetList() {
		if visible, err := t.workbook.GetSheetVisible(name); err == nil && !visible {
			continue
		}
		marks, err := scanPart(packed, sheets[name])
		if err != nil {
			return err
		}
		if !marks.hasCells {
			continue
		}
		t.marks = marks
		if t.rows, err = t.workbook.Rows(name); err != nil {
			return refuse("The sheet %q cannot be read: %s.", name, err)
		}
		return nil
	}
	return refuse("No sheet of the workbook has anything.")
}

// checkParts refuses what would cost much memory or time, or what leads out of the file.
func checkParts(packed *zip.Reader, size int) error {
	if len(packed.File) > maxParts {
		return refuse("The workbook has %d parts; at most %d are read.", len(packed.File), maxParts)
	}
	var total uint64
	for _, f := range packed.File {
		total += f.UncompressedSize64
		if strings.HasPrefix(f.Name, "xl/externalLinks/") {
			return refuse("The workbook links to other files; break the links (Data, Edit Links) and save it again.")
		}
		if strings.HasSuffix(f.Name, "vbaProject.bin") {
			return refuse("The workbook has macros; save it as .xlsx without them.")
		}
	}
	if total > maxUnpacked || total > 1<<20 && total/uint64(size) > maxRatio {
		return refuse("The workbook has %d MiB once it is unpacked, of %d KiB; at most %d MiB are read, and %d times what is packed.",
			total>>20, size>>10, maxUnpacked>>20, maxRatio)
	}
	for _, f := range packed.File {
		if !strings.HasSuffix(f.Name, ".xml") && !strings.HasSuffix(f.Name, ".rels") || strings.HasPrefix(f.Name, "xl/worksheets/") {
			continue
		}
		if _, err := scan(f); err != nil {
			return err
		}
	}
	return nil
}

// sheetsOf finds the parts of sheets by their names.
func sheetsOf(packed *zip.Reader) (map[string]string, error) {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var rels struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
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

// sheetMarks is what the row iterator does not say of a sheet.
type sheetMarks struct {
	hasCells bool
	formulas map[int]bool           // rows that have one
	merged   map[int]map[int][2]int // by row and column, from 1, the cell that has the value of a merged one
	sources  map[[2]int]bool
	spread   int
}

const maxMerged = 200_000

func scanPart(packed *zip.Reader, name string) (*sheetMarks, error) {
	for _, f := range packed.File {
		if f.Name == name {
			return scan(f)
		}
	}
	return &sheetMarks{}, nil
}

// scan looks through a part without building anything: for formulas, merged cells, texts without an end and documents that define
// entities, by which a few bytes become gigabytes.
func scan(f *zip.File) (*sheetMarks, error) {
	part, err := f.Open()
	if err != nil {
		return nil, refuse("The workbook is damaged: %s.", err)
	}
	defer func() { _ = part.Close() }()
	m := &sheetMarks{formulas: map[int]bool{}, merged: map[int]map[int][2]int{}, sources: map[[2]int]bool{}}
	r := bufio.NewReaderSize(io.LimitReader(part, maxUnpacked+1), 64<<10)
	row := 0
	for {
		tag, err := nextTag(r)
		if isEnd(err) {
			return m, nil
		}
		if err != nil {
			return nil, err
		}
		switch {
		case strings.HasPrefix(tag, "!DOCTYPE"), strings.HasPrefix(tag, "!ENTITY"):
			return nil, refuse("The workbook defines entities, which no spreadsheet does.")
		case strings.HasPrefix(tag, "row"):
			row = numberOf(attribute(tag, "r"), row+1)
		case tag == "c" || strings.HasPrefix(tag, "c "):
			m.hasCells = true
		case tag == "f" || strings.HasPrefix(tag, "f ") || tag == "f/":
			m.formulas[row] = true
		case strings.HasPrefix(tag, "mergeCell "):
			m.merge(attribute(tag, "ref"))
		}
	}
}

// nextTag reads up to the next tag and returns its text.
func nextTag(r *bufio.Reader) (string, error) {
	if err := skipText(r); err != nil {
		return "", err
	}
	var tag []byte
	for {
		b, err := r.ReadByte()
		switch {
		case err != nil:
			return "", refuse("The workbook is damaged: a part ends inside of a tag.")
		case b == '>':
			return string(tag), nil
		case len(tag) > 64<<10:
			return "", refuse("The workbook has a tag of more than 64 KiB, which no spreadsheet writes.")
		}
		tag = append(tag, b)
	}
}

func skipText(r *bufio.Reader) error {
	length := 0
	for {
		text, err := r.ReadSlice('<')
		length += len(text)
		switch {
		case length > 6*maxCell:
			return refuse("A cell of the workbook is longer than %d characters, which no spreadsheet allows.", maxCell)
		case err == nil:
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			if isEnd(err) {
				return io.EOF
			}
			return refuse("The workbook is damaged: %s.", err)
		}
	}
}

func attribute(tag, name string) string {
	_, rest, ok := strings.Cut(tag, " "+name+`="`)
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

func numberOf(text string, otherwise int) int {
	n := 0
	for _, r := range text {
		if r < '0' || r > '9' || n > 10_000_000 {
			return otherwise
		}
		n = 10*n + int(r-'0')
	}
	if n == 0 {
		return otherwise
	}
	return n
}

// merge notes the cells of a range below its first row: the same value for several rows. Beside each other, they are headings.
func (m *sheetMarks) merge(ref string) {
	from, to, ok := strings.Cut(ref, ":")
	if !ok {
		return
	}
	firstColumn, firstRow, err := excelize.CellNameToCoordinates(from)
	lastColumn, lastRow, err2 := excelize.CellNameToCoordinates(to)
	if err != nil || err2 != nil {
		return
	}
	for row := firstRow + 1; row <= lastRow; row++ {
		for column := firstColumn; column <= min(lastColumn, maxColumns) && m.spread < maxMerged; column++ {
			if m.merged[row] == nil {
				m.merged[row] = map[int][2]int{}
			}
			m.spread++
			m.merged[row][column] = [2]int{firstRow, firstColumn}
			m.sources[[2]int{firstRow, firstColumn}] = true
		}
	}
}

// unmerge gives each cell of a merged range its value.
func (t *xlsxTable) unmerge(cells []string) []string {
	for i, cell := range cells {
		if at := [2]int{t.row, i + 1}; t.marks.sources[at] {
			t.kept[at] = cell
		}
	}
	for column, source := range t.marks.merged[t.row] {
		for len(cells) < column {
			cells = append(cells, "")
		}
		cells[column-1] = t.kept[source]
	}
	return cells
}

func (t *xlsxTable) next() ([]string, bool, error) {
	if !t.rows.Next() {
		if err := t.rows.Error(); err != nil {
			return nil, false, refuse("Row %d cannot be read: %s.", t.row+1, err)
		}
		return nil, false, io.EOF
	}
	t.row++
	cells, err := t.rows.Columns(excelize.Options{RawCellValue: true})
	if err != nil {
		return nil, false, refuse("Row %d cannot be read: %s.", t.row, err)
	}
	cells, err = clean(cells, t.row)
	return t.unmerge(slices.Clone(cells)), t.marks.formulas[t.row], err
}

func (t *xlsxTable) close() {
	if t.rows != nil {
		_ = t.rows.Close()
	}
	_ = t.workbook.Close()
}
