package demo

import (
	"hash/fnv"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/cmd/covertrack/book"
	"github.com/covertrack/covertrack/model"
)

// Size is how much there is of what a portfolio has most of.
type Size struct{ Cases, Assets, Policies int }

// Sizes of portfolios: the one that is looked at, and the others.
var (
	Large = Size{Cases: 40, Assets: 60, Policies: 140}
	Small = Size{Cases: 12, Assets: 20, Policies: 42}
)

// File is what lies in the object store for a document.
type File struct {
	Key, Type string
	Content   []byte
}

// Make fills a book of the portfolio, as it would stand on a day after a year of work, and answers the files of its documents.
// The same lender, mode and day make the same book.
func Make(portfolio *model.Portfolio, size Size, today time.Time) (*book.Book, []File) {
	name := fnv.New64a()
	_, _ = name.Write([]byte(portfolio.LenderName + "/" + string(portfolio.Mode)))
	seed := name.Sum64()
	m := &maker{Book: book.New(portfolio, seed, today), portfolio: portfolio, size: size, today: today}
	m.ends = m.termEnds()
	m.parties()
	m.riskProfiles()
	m.scenarios()
	m.cases()
	m.Audit("portfolio.demo_loaded")
	return m.Book, m.files
}

// maker makes one portfolio.
type maker struct {
	*book.Book
	portfolio *model.Portfolio
	size      Size
	today     time.Time
	ends      []*time.Time // of the terms of policies to come
	files     []File
	made      struct{ cases, assets, policies int }

	shared
}

// shared are the records that cases name.
type shared struct {
	admin, analyst             *model.User
	brokers                    []*model.Broker
	groups                     []*model.InsuredGroup
	clauses                    []*model.MortgageeClause
	holders                    []*model.CertificateHolder
	programs                   []*model.Program
	standard, construction     *model.RiskProfile
	multifamily, participation *model.RiskProfile
}

// daysAgo is a time of a working day before today.
func (m *maker) daysAgo(days int) time.Time {
	return m.today.AddDate(0, 0, -days).Add(9*time.Hour + time.Duration(m.Random.IntN(8*3600))*time.Second)
}

func ids[T any](records []T, id func(T) uuid.UUID) []uuid.UUID {
	list := make([]uuid.UUID, len(records))
	for i, r := range records {
		list[i] = id(r)
	}
	return list
}
