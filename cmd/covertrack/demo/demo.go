package demo

import (
	"hash/fnv"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	letters "github.com/covertrack/covertrack/model/letter"
	"github.com/covertrack/covertrack/storage/book"
)

// Size is how much a portfolio has of the nouns that it has most of, and how many of its cases show one thing each.
type Size struct{ Cases, Assets, Policies, Stories int }

// Sizes of portfolios: of the one that people look at, and of the others.
var (
	Large = Size{Cases: 60, Assets: 90, Policies: 240, Stories: len(stories)}
	Small = Size{Cases: 12, Assets: 20, Policies: 50, Stories: 7}
)

// File is the file of a document, for the object store.
type File = book.File

// InSandbox is what a sandbox has to begin with that is made with the sample data, on a day of its clock.
func InSandbox(portfolio *model.Portfolio, today time.Time) (*book.Book, []File) {
	return Make(portfolio, Small, book.Options{Today: today, IDDay: portfolio.CreatedAt.Truncate(24 * time.Hour), Notice: NoticeText})
}

// NoticeText gives a notice the words of its letter, with the built-in wording.
func NoticeText(n *model.RenewalNotice, facts letters.Facts) error {
	message, err := (&letter.Draft{Request: letters.NewRequest(facts)}).RenderText("")
	if err == nil {
		n.Word(message)
	}
	return err
}

// idDay is the day that the ids of the demo data are of, whenever it is loaded. So each record has the same id in every
// installation, and the examples of the OpenAPI document can name it. The day is past, since ids of later records are
// greater.
var idDay = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Make fills a book of the portfolio, as it would be on the options' day after a year of work, and returns the files of
// its documents too. The same lender, mode and day make the same book, and its ids are the same on every day; the
// options' seed is not used.
func Make(portfolio *model.Portfolio, size Size, opt book.Options) (*book.Book, []File) {
	name := fnv.New64a()
	_, _ = name.Write([]byte(portfolio.LenderName + "/" + string(portfolio.Mode)))
	if portfolio.Mode == model.ModeSandbox { // of which there may be many
		_, _ = name.Write(portfolio.ID[:])
	} else {
		opt.IDDay = idDay
	}
	opt.Seed = name.Sum64()
	m := newMaker(portfolio, portfolio.LenderName, opt)
	m.size = size
	m.ends = m.termEnds()
	m.parties()
	m.riskProfiles()
	for _, s := range stories[:size.Stories] {
		s(m)
	}
	m.cases()
	m.waitingUpload("acord-28-renewal.pdf", book.PDF(evidenceOfProperty.title, "Demonstration data. No such insurance exists."))
	m.waivers()
	m.letterTemplates()
	m.noticeWordings()
	m.evidence()
	m.webhooks()
	m.exports()
	m.imports()
	if size == Large {
		m.enteredTwice()
	}
	m.placements()
	m.Audit("portfolio.demo_loaded")
	return m.Book, m.files
}

func newMaker(portfolio *model.Portfolio, lender string, opt book.Options) *maker {
	return &maker{
		Book: book.New(portfolio, opt), lender: lender, today: opt.Today, opened: map[string]*book.Case{}, worth: map[uuid.UUID]*worth{},
	}
}

// maker makes one portfolio.
type maker struct {
	*book.Book
	lender string
	size   Size
	today  time.Time
	ends   []*time.Time // of the terms of policies to come
	files  []File
	opened map[string]*book.Case // those of stories, by name
	worth  map[uuid.UUID]*worth  // of cases
	made   struct {
		cases, assets, policies int
		cancelled               bool // the policy that is cancelled on cancelledDay
	}

	shared
}

// shared are the records that cases name.
type shared struct {
	admin, analyst             *model.User
	brokers                    []*model.Broker
	groups                     []*model.InsuredGroup
	clauses                    []*model.MortgageeClause
	holders                    []uuid.UUID
	programs                   []*model.Program
	standard, construction     *model.RiskProfile
	multifamily, participation *model.RiskProfile
	coastal, large             *model.RiskProfile
	agency                     *model.RiskProfile // nil before the first story about it
}

// daysAgo is a time of a working day before today.
func (m *maker) daysAgo(days int) time.Time {
	return m.today.AddDate(0, 0, -days).Add(9*time.Hour + time.Duration(m.Random.IntN(8*3600))*time.Second)
}
