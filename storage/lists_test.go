package storage_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// list is a noun that clients can list.
type list struct {
	name   string        // of the noun
	table  string        // of the noun
	page   reflect.Value // the table's method Page
	filter reflect.Type  // of package model
	sorts  []page.Sort   // besides those of times
	counts []string      // the columns whose values are counted
}

// lists are all lists of a portfolio.
func lists(t testing.TB) (all []list) {
	t.Helper()
	for _, n := range storage.Nouns() {
		if n.IsListed() {
			part := reflect.ValueOf(n).MethodByName("Page")
			l := list{name: n.Subject(), table: n.Name(), page: part, filter: part.Type().In(2), counts: n.Counts()}
			for by := range reflect.ValueOf(n).Elem().FieldByName("Orders").Interface().(map[page.Sort]string) {
				if !by.IsDescending() {
					l.sorts = append(l.sorts, by, by+"Desc")
				}
			}
			all = append(all, l)
		}
	}
	require.NotEmpty(t, all)
	return all
}

// read reads a page of the list, and returns where the next page begins.
func (l list) read(ctx context.Context, p *storage.Portfolio, filter reflect.Value, opt page.Options) (*page.Cursor, error) {
	out := l.page.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(p), filter, reflect.ValueOf(opt)})
	if err, _ := out[1].Interface().(error); err != nil {
		return nil, err
	}
	return out[0].Elem().FieldByName("Next").Interface().(*page.Cursor), nil
}
