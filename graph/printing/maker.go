package printing

import (
	"archive/zip"
	"context"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// Folder is where the keys of print files lie in the object store, which keeps none.
const Folder = "print-files"

// Key is the key of the archive of a print file.
func Key(portfolio, id uuid.UUID) string {
	return strings.Join([]string{Folder, portfolio.String(), id.String()}, "/")
}

// atOnce is how many archives a node makes at the same time; a lender has a quarter of them.
const atOnce = 4

// Maker makes the archives of print files. It is safe for concurrent use.
type Maker struct {
	Store  *storage.Store
	places *rates.Places[uuid.UUID]
}

// Open has the maker make the archives that are downloaded.
func (m *Maker) Open(blobs *blob.Store) {
	m.places = rates.NewPlaces[uuid.UUID](atOnce)
	blobs.SetMaker(Folder, m.write)
}

// manifest are the columns of manifest.csv. The mailing house sends letterId back.
var manifest = []string{"letterId", "file", "sha256", "pages", "name", "address", "step", "placementId", "caseId", "loanNumber"}

// write writes the archive of a key. `not_found`, and `unavailable` while too many are made.
func (m *Maker) write(ctx context.Context, key string, w io.Writer) error {
	parts := strings.Split(key, "/")
	portfolio, id := scalar.ParseID(parts[1]), scalar.ParseID(parts[2])
	ctx = storage.ForTenant(ctx, portfolio, nil)
	lender, err := m.Store.For(portfolio).Lender(ctx)
	if err != nil {
		return err
	}
	leave, ok := m.places.Enter(lender.Owner())
	if !ok {
		return fault.New(fault.CodeUnavailable, "Other print files are being made; come again in a moment.")
	}
	defer leave()
	f, err := storage.PrintFiles.One(ctx, m.Store.For(portfolio), id)
	if err != nil {
		return err
	}
	letters, err := m.Store.For(portfolio).LettersOfPrintFile(ctx, id)
	if err != nil {
		return err
	}
	return writeArchive(ctx, w, f, letters)
}

// writeArchive writes a PDF of each letter, and the manifest. All have the time of the file, so that it is the same each time.
func writeArchive(ctx context.Context, w io.Writer, f *model.PrintFile, letters []*model.PlacementLetter) error {
	archive := zip.NewWriter(w)
	add := func(name string) (io.Writer, error) {
		return archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: f.CreatedAt.UTC()})
	}
	rows := [][]string{manifest}
	for i, l := range letters {
		if err := ctx.Err(); err != nil {
			return err
		}
		made, err := write(l)
		if err != nil {
			return err
		}
		name := nameOf(i, l)
		file, err := add(name)
		if err == nil {
			_, err = file.Write(made.content)
		}
		if err != nil {
			return err
		}
		rows = append(rows, rowOf(l, name, made))
	}
	list, err := add("manifest.csv")
	if err != nil {
		return err
	}
	if err := csv.NewWriter(list).WriteAll(guarded(rows)); err != nil {
		return err
	}
	return archive.Close()
}

// guarded has no cell that a spreadsheet would run: names and addresses are anybody's.
func guarded(rows [][]string) [][]string {
	for _, row := range rows {
		for i, cell := range row {
			row[i] = columns.Guard(cell)
		}
	}
	return rows
}

func nameOf(i int, l *model.PlacementLetter) string {
	number := strconv.Itoa(i + 1)
	return strings.Repeat("0", 4-len(number)) + number + "-" + l.Step + "-" + l.ID.String() + ".pdf"
}

func rowOf(l *model.PlacementLetter, name string, made *printed) []string {
	address := ""
	if l.Borrower.Address != nil {
		address = l.Borrower.Address.String()
	}
	return []string{
		l.ID.String(), name, made.sha256(), strconv.Itoa(made.pages), scalar.OrZero(l.Borrower.Name), address, l.Step,
		l.PlacementID.String(), l.CaseID.String(), scalar.OrZero(l.LoanNumber),
	}
}
