package page_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
)

// FuzzListOptions looks for arguments of a page that panic, or that are accepted although no page is like that.
func FuzzListOptions(f *testing.F) {
	id := uuid.MustParse("018f2b7e-0000-7000-8000-000000000001")
	plain := &page.Cursor{ID: id, Offset: 50}
	at, none := "2026-03-04T10:07:30.123+00:00", &page.Cursor{Sort: page.SortEndDate, ID: id}
	byTime := &page.Cursor{List: 7, Sort: page.AllSort[0], ID: id, Key: &at, Offset: 1}
	f.Add("endDate", 1, 0, none.String())
	f.Add("", 50, 0, plain.String())
	f.Add(string(byTime.Sort), 0, 0, byTime.String())
	f.Add("createdAt", 200, -1, "e30")
	f.Add("x", 201, 1<<62, "eyJpIjoiMDE4ZjJiN2UtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAxIiwibyI6LTF9")
	f.Fuzz(func(t *testing.T, sort string, limit, offset int, after string) {
		if cursor, err := page.ParseCursor(after); err == nil {
			require.Equal(t, after, cursor.String(), "a cursor has one text")
		}
		order, of := page.Sort(sort), page.List{Sorts: append(page.AllSort, "")}
		if cursor, err := page.ParseCursor(after); err == nil {
			of.ID = cursor.List
		}
		opt, err := page.NewOptions(of, &order, &limit, nil, nil, &after)
		if err == nil {
			require.Equal(t, order, opt.After.Sort)
			require.Equal(t, opt.After.Offset, opt.Offset)
			requirePage(t, opt)
		} else {
			require.Equal(t, fault.CodeInvalidValue, fault.CodeOf(err))
		}
		if opt, err := page.NewOptions(of, &order, &limit, nil, &offset, nil); err == nil {
			require.Nil(t, opt.After)
			requirePage(t, opt)
		}
		_, err = page.NewOptions(of, &order, &limit, nil, &offset, &after)
		require.Error(t, err, "offset and after exclude each other")
	})
}

func requirePage(t *testing.T, opt page.Options) {
	require.GreaterOrEqual(t, opt.Limit, 0)
	require.LessOrEqual(t, opt.Limit, page.MaxLimit)
	require.GreaterOrEqual(t, opt.Offset, 0)
}
