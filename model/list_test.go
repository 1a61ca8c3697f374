package model_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// FuzzListOptions looks for arguments of a page that panic, or that are accepted although no page is like that.
func FuzzListOptions(f *testing.F) {
	id := uuid.MustParse("018f2b7e-0000-7000-8000-000000000001")
	plain := &model.Cursor{ID: id, Offset: 50}
	byTime := &model.Cursor{Sort: model.AllSort[0], ID: id, At: time.UnixMilli(1772618850123).UTC(), Offset: 1}
	f.Add("", 50, 0, plain.String())
	f.Add(string(byTime.Sort), 0, 0, byTime.String())
	f.Add("createdAt", 200, -1, "e30")
	f.Add("x", 201, 1<<62, "eyJpIjoiMDE4ZjJiN2UtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAxIiwibyI6LTF9")
	f.Fuzz(func(t *testing.T, sort string, limit, offset int, after string) {
		if cursor, err := model.ParseCursor(after); err == nil {
			require.Equal(t, after, cursor.String(), "a cursor has one text")
		}
		order := model.Sort(sort)
		opt, err := model.NewListOptions(&order, &limit, nil, nil, &after)
		if err == nil {
			require.Equal(t, order, opt.After.Sort)
			require.Equal(t, opt.After.Offset, opt.Offset)
			requirePage(t, opt)
		} else {
			require.Equal(t, model.CodeInvalidValue, model.CodeOf(err))
		}
		if opt, err := model.NewListOptions(&order, &limit, nil, &offset, nil); err == nil {
			require.Nil(t, opt.After)
			requirePage(t, opt)
		}
		_, err = model.NewListOptions(&order, &limit, nil, &offset, &after)
		require.Error(t, err, "offset and after exclude each other")
	})
}

func requirePage(t *testing.T, opt model.ListOptions) {
	require.GreaterOrEqual(t, opt.Limit, 0)
	require.LessOrEqual(t, opt.Limit, model.MaxLimit)
	require.GreaterOrEqual(t, opt.Offset, 0)
}
