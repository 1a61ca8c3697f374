package model_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// FuzzListOptions looks for arguments of a page that panic, or that are accepted although no page is like that.
func FuzzListOptions(f *testing.F) {
	id := uuid.MustParse("018f2b7e-0000-7000-8000-000000000001")
	plain := &model.Cursor{ID: id, Offset: 50}
	at, none := "2026-03-04T10:07:30.123+00:00", &model.Cursor{Sort: model.SortEndDate, ID: id}
	byTime := &model.Cursor{List: 7, Sort: model.AllSort[0], ID: id, Key: &at, Offset: 1}
	f.Add("endDate", 1, 0, none.String())
	f.Add("", 50, 0, plain.String())
	f.Add(string(byTime.Sort), 0, 0, byTime.String())
	f.Add("createdAt", 200, -1, "e30")
	f.Add("x", 201, 1<<62, "eyJpIjoiMDE4ZjJiN2UtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAxIiwibyI6LTF9")
	f.Fuzz(func(t *testing.T, sort string, limit, offset int, after string) {
		if cursor, err := model.ParseCursor(after); err == nil {
			require.Equal(t, after, cursor.String(), "a cursor has one text")
		}
		order, of := model.Sort(sort), model.ListOf{Sorts: append(model.AllSort, "")}
		if cursor, err := model.ParseCursor(after); err == nil {
			of.ID = cursor.List
		}
		opt, err := model.NewListOptions(of, &order, &limit, nil, nil, &after)
		if err == nil {
			require.Equal(t, order, opt.After.Sort)
			require.Equal(t, opt.After.Offset, opt.Offset)
			requirePage(t, opt)
		} else {
			require.Equal(t, model.CodeInvalidValue, model.CodeOf(err))
		}
		if opt, err := model.NewListOptions(of, &order, &limit, nil, &offset, nil); err == nil {
			require.Nil(t, opt.After)
			requirePage(t, opt)
		}
		_, err = model.NewListOptions(of, &order, &limit, nil, &offset, &after)
		require.Error(t, err, "offset and after exclude each other")
	})
}

func requirePage(t *testing.T, opt model.ListOptions) {
	require.GreaterOrEqual(t, opt.Limit, 0)
	require.LessOrEqual(t, opt.Limit, model.MaxLimit)
	require.GreaterOrEqual(t, opt.Offset, 0)
}
