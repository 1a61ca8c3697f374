package importing

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Bounds of an import.
const (
	// MaxFiles is how many files an import has at most.
	MaxFiles = 20
	// MaxRows is how many rows they have at most in all.
	MaxRows = 1_000_000
	// RowsAtOnce is how many rows are worked in one transaction at most, unless all or none are to be written.
	RowsAtOnce = 500
	// RowsWhole is up to how many rows all or none can be written.
	RowsWhole = 5000
	// MaxNames is how many columns its files have at most in all, and MaxNameBytes how long their names are, together.
	MaxNames     = 4_000
	MaxNameBytes = 256 << 10
	// KeptFor is how long the files of an import are kept, and what became of their rows.
	KeptFor = 90 * 24 * time.Hour
)

// Import is tables that become records.
type Import struct {
	bun.BaseModel `bun:"table:imports,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	Name        *string   // of a file that comes again and again
	State       model.ImportState
	Complete    bool    // its files have the whole book, so that a loan which is missing is asked about
	Commits     bool    // by itself, unless a person has to look at it
	AllOrNone   bool    // nothing is written if a row is refused
	Files       []*File `bun:"type:jsonb"`
	Mapping     Mapping `bun:"type:jsonb"`
	MappingName *string
	Rows        int
	Done        int                 // rows of the present step
	Chunks      int                 // of the present step, that are done
	DoneChunks  []int               `bun:",array"` // which, where they are done in no certain order
	Counts      *Counts             `bun:"type:jsonb"`
	Verdicts    *Verdicts           `bun:"type:jsonb"`
	WaitsFor    []model.ImportDoubt `bun:"type:jsonb"` // why a person has to look at it before it is committed
	Failure     *string
	LeftBehind  []*model.ImportLeft `bun:"type:jsonb"`
	Creator     Creator             `bun:"type:jsonb"`
	LeasedUntil time.Time
	Claim       int // how often a node has taken it
	CommittedAt *time.Time
	ReleasedAt  *time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Creator is as whom an import's rows go through the operations.
type Creator struct {
	model.Actor
	OrganizationID uuid.UUID           `json:"organizationId"`
	LenderID       uuid.UUID           `json:"lenderId"`
	SandboxOf      uuid.UUID           `json:"sandboxOf,omitzero"`
	Mode           model.Mode          `json:"mode"`
	Entitlements   []model.Entitlement `json:"entitlements"`
	StaffRole      *model.StaffRole    `json:"staffRole,omitempty"`
	Roles          []model.Role        `json:"roles,omitempty"`
}

// CreatorOf keeps a caller for the job that does the work later.
func CreatorOf(p *model.Principal) Creator {
	return Creator{
		Actor: p.Actor, OrganizationID: p.OrganizationID, LenderID: p.LenderID, Mode: p.Mode, Entitlements: p.Entitlements,
		StaffRole: p.StaffRole, Roles: p.Roles, SandboxOf: p.SandboxOf,
	}
}

// Principal is the caller again, in the import's portfolio.
func (i *Import) Principal() *model.Principal {
	c := i.Creator
	return &model.Principal{
		Actor: c.Actor, OrganizationID: c.OrganizationID, LenderID: c.LenderID, PortfolioID: i.PortfolioID, Mode: c.Mode,
		Entitlements: c.Entitlements, StaffRole: c.StaffRole, Roles: c.Roles, SandboxOf: c.SandboxOf,
	}
}

// Folder is where the files of imports are, of a portfolio each.
const Folder = "imports/"

// Folder is the prefix, before a slash, of the keys of the import's files in the object store.
func (i *Import) Folder() string { return Folder + i.PortfolioID.String() + "/" + i.ID.String() }

// RequestID is what audit events of the import have in the place of a request's id.
func (i *Import) RequestID() string { return "import-" + i.ID.String() }

// File is one file of an import.
type File struct {
	FileName   string    `json:"fileName"`
	BlobKey    string    `json:"blobKey,omitempty"`
	Digest     string    `json:"digest,omitempty"` // of a file that a watcher brought
	Size       int64     `json:"size"`
	IsCounted  bool      `json:"counted,omitempty"`  // among the bytes of files that the portfolio may have
	Noun       string    `json:"noun,omitempty"`     // of an export, if it is a file of one
	Format     string    `json:"format,omitempty"`   // csv or xlsx
	Encoding   string    `json:"encoding,omitempty"` // of a CSV: utf-8, windows-1252
	Comma      string    `json:"comma,omitempty"`    // what parts its cells
	Is1904     bool      `json:"is1904,omitempty"`
	Sheet      string    `json:"sheet,omitempty"` // of the workbook; "" for its first table
	MoreSheets []string  `json:"-"`               // that have tables too
	Layout     *Layout   `json:"layout,omitempty"`
	Columns    []*Column `json:"columns,omitempty"`
	Rows       int       `json:"rows"`
	Skipped    int       `json:"skipped"`           // blank rows, repeated headings, totals
	Refused    string    `json:"refused,omitempty"` // the key of the file of refused rows
	RefusedURL *string   `json:"-"`                 // of that, for a while
}

// CountFiles has the files count among those that the portfolio keeps, or not any more, and returns by how many bytes these change.
func (i *Import) CountFiles(isKept bool) (bytes int64) {
	for _, f := range i.Files {
		switch {
		case isKept && !f.IsCounted:
			bytes += f.Size
		case !isKept && f.IsCounted:
			bytes -= f.Size
		}
		f.IsCounted = isKept
	}
	return bytes
}

// OfSheet is the table of another sheet of the same workbook.
func (f *File) OfSheet(sheet string) *File {
	ext := path.Ext(f.FileName)
	return &File{
		FileName: strings.TrimSuffix(f.FileName, ext) + " (" + strings.ReplaceAll(sheet, "/", "-") + ")" + ext,
		BlobKey:  f.BlobKey, Size: f.Size, Sheet: sheet,
	}
}

// NamedColumns are the columns that have names.
func (f *File) NamedColumns() []*Column {
	return slices.DeleteFunc(slices.Clone(f.Columns), func(c *Column) bool { return c.Name == "" })
}

// AllColumns are the columns of all files, those of one name as one.
func (i *Import) AllColumns() (all []*Column) {
	at := map[string]int{}
	for _, f := range i.Files {
		for _, c := range f.NamedColumns() {
			name := same(c.Name)
			n, known := at[name]
			if !known {
				at[name] = len(all)
				all = append(all, c)
				continue
			}
			all[n] = all[n].with(c)
		}
	}
	return all
}

// Names are how many columns the files have, and how many bytes their names.
func (i *Import) Names() (columns, bytes int) {
	for _, f := range i.Files {
		if f.Layout == nil {
			continue
		}
		columns += len(f.Layout.Names)
		for _, name := range f.Layout.Names {
			bytes += len(name)
		}
	}
	return columns, bytes
}

// Reading says how the rows of a file are read.
func (i *Import) Reading(file int) FileReading {
	f := i.Files[file]
	return NewFileReading(f.Layout.Names, i.Mapping, f.Is1904)
}

// Questions are what a person has to answer before the rows can be read.
func (i *Import) Questions() []Question {
	return Questions(i.AllColumns(), i.Mapping)
}

// New makes an import of its input. `required`, `invalid_value`, `too_long`.
func New(id uuid.UUID, in model.CreateImportInput, p *model.Principal, now time.Time) (*Import, fault.Violations) {
	i := &Import{
		ID: id, PortfolioID: p.PortfolioID, State: model.ImportStateUploaded, Name: in.Name.Value(), Mapping: Mapping{},
		MappingName: in.Mapping.Value(),
		Complete:    scalar.OrZero(in.Complete.Value()), Commits: scalar.OrZero(in.Commit.Value()),
		AllOrNone: scalar.OrZero(in.AllOrNone.Value()),
		Creator:   CreatorOf(p), DoneChunks: []int{}, WaitsFor: []model.ImportDoubt{}, LeftBehind: []*model.ImportLeft{},
		CreatedAt: now, UpdatedAt: now, LeasedUntil: now,
	}
	var vs fault.Violations
	if i.Name != nil {
		vs.Append(scalar.CheckName("/name", *i.Name))
	}
	if i.MappingName != nil {
		vs.Append(scalar.CheckName("/mapping", *i.MappingName))
	}
	if i.Commits && i.MappingName == nil {
		vs.Say("/commit", fault.CodeInvalidValue, "needs `mapping`: the name under which the columns were mapped before")
	}
	if n := len(in.Files); n == 0 || n > MaxFiles {
		vs.Say("/files", fault.CodeInvalidValue, "must have 1 to %d files", MaxFiles)
	}
	keys := map[string]bool{}
	for n, f := range in.Files {
		if f.DirectUploadKey != "" && keys[f.DirectUploadKey] {
			vs.Say(fmt.Sprintf("/files/%d/directUploadKey", n), fault.CodeDuplicate, "is given twice; its rows would be there twice")
		}
		keys[f.DirectUploadKey] = true
	}
	return i, vs
}

// CheckFileName refuses a file of another kind than an import reads, by its name.
func CheckFileName(pointer, name string) fault.Violations {
	vs := scalar.CheckName(pointer, name)
	for _, ext := range []string{".csv", ".txt", ".tsv", ".xlsx"} {
		if strings.HasSuffix(strings.ToLower(name), ext) {
			return vs
		}
	}
	vs.Say(pointer, fault.CodeInvalidValue, "must end with .csv, .txt, .tsv or .xlsx")
	return vs
}
